import { expect, test } from "vitest";
import type { Emulator } from "../../emulator/index.ts";
import { dynamicProject, nativeProject } from "../engine/native.ts";
import { createPage, type Page } from "../engine/page.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

const website = { group_id: 1, name: "Website" };
const program = (entry: string) => `
import * as statushub from "${entry}";
const hub = new statushub.Hub("acme", { subdomain: "acme" });
new statushub.Service("web", { hub, groupId: 1, name: "Website", description: "Where it starts" });
`;

/** An account with hub acme, whose keys have names of four letters. The emulator's log has the last four of a key. */
const account = (keys: readonly string[], services: readonly (typeof website & { description: string })[] = []) => ({
  preset: {
    hubs: [{ subdomain: "acme", name: "Acme", groups: ["One"], services }],
    keys: keys.map((name) => ({ key: keyCalled(name), role: "admin" as const, owner: "Ann" })),
  },
});
const keyCalled = (name: string) => `key-${name}`;

interface Settings {
  readonly url: string;
  readonly key: string;
}

async function keepInEnvironment({ pulumi, environment }: Page, { url, key }: Settings): Promise<void> {
  for (const name of ["baseUrl", "apiKey"]) await pulumi("config", "rm", `statushub:${name}`);
  Object.assign(environment, { STATUSHUB_BASE_URL: url, STATUSHUB_API_KEY: keyCalled(key) });
}

async function keepInStack({ pulumi, environment }: Page, { url, key }: Settings): Promise<void> {
  delete environment.STATUSHUB_BASE_URL;
  delete environment.STATUSHUB_API_KEY;
  const values = ["--plaintext", `statushub:baseUrl=${url}`, "--secret", `statushub:apiKey=${keyCalled(key)}`];
  expect(await pulumi("config", "set-all", ...values)).toMatchObject({ code: 0 });
}

/** The keys that an account was asked with since the last call. */
function takeKeys({ requests, clearRequests }: Pick<Emulator, "requests" | "clearRequests">): string[] {
  const keys = new Set(requests.map(({ key = "none" }) => key));
  clearRequests();
  return [...keys];
}

test.each([dynamicProject, nativeProject])(
  "a key or an account that moves between the environment and the stack is used by the next up --refresh --run-program: $provider",
  async ({ entry, files }) => {
    const page = await createPage({ program: program(entry), files, emulator: account(["aaaa", "bbbb"]) });
    const here = page.emulator;
    const there = await temporaryEmulator(account(["cccc", "dddd"], [{ ...website, description: "Moved" }]));
    const keysUsed = () => ({ here: takeKeys(here), there: takeKeys(there) });
    const upWithProgram = () => page.up(undefined, "--refresh", "--run-program");

    await keepInEnvironment(page, { url: here.url, key: "aaaa" });
    expect(await page.up()).toMatchObject({ code: 0 });
    expect(keysUsed()).toEqual({ here: ["aaaa"], there: [] });

    await keepInStack(page, { url: here.url, key: "bbbb" });
    const refreshed = await page.pulumi("preview", "--refresh");
    expect(refreshed.code).not.toBe(0);
    expect(refreshed.stdout).toMatch(/No API key .* --run-program.*SH1001/s);
    expect(await upWithProgram()).toMatchObject({ code: 0 });
    expect(keysUsed()).toEqual({ here: ["bbbb"], there: [] });

    // To another account, which has the same records.
    await keepInStack(page, { url: there.url, key: "cccc" });
    expect(await upWithProgram()).toMatchObject({ code: 0 });
    expect(there.records("services")).toMatchObject([{ description: "Where it starts" }]);
    expect(keysUsed()).toEqual({ here: [], there: ["cccc"] });

    // Back to the environment.
    await keepInEnvironment(page, { url: there.url, key: "dddd" });
    expect(await page.pulumi("destroy", "--yes", "--skip-preview", "--run-program")).toMatchObject({ code: 0 });
    expect(keysUsed()).toEqual({ here: [], there: ["dddd"] });
  },
);
