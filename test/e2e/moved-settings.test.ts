import { expect, test } from "vitest";
import type { Emulator } from "../../emulator/index.ts";
import { printing } from "../cli/statushub.ts";
import { dynamicProject, nativeProject } from "../engine/native.ts";
import { createPage, type Page } from "../engine/page.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

const program = (entry: string) => `
import * as statushub from "${entry}";
const hub = new statushub.Hub("acme", { subdomain: "acme" });
const web = new statushub.Service("web", { hub, groupId: 1, name: "Website", description: "Where it starts" });
const own = new statushub.Provider("own", { apiKey: process.env.OWN_KEY, baseUrl: process.env.OWN_URL });
const options = { provider: own, dependsOn: web };
new statushub.Service("docs", { hub: "acme", groupId: 1, name: "Docs", description: "Where it starts" }, options);
`;

const services = ["Website", "Docs"].map((name) => ({ group_id: 1, name, description: "Moved" }));

/** An account with hub acme, whose keys have names of four letters. The emulator's log has the last four of a key. */
const account = (keys: readonly string[], records: typeof services = []) => ({
  preset: {
    hubs: [{ subdomain: "acme", name: "Acme", groups: ["One"], services: records }],
    keys: keys.map((name) => ({ key: keyCalled(name), role: "admin" as const, owner: "Ann" })),
  },
});
const keyCalled = (name: string) => `key-${name}`;

interface Settings {
  readonly url: string;
  readonly key: string;
  /** The key of the explicit provider. */
  readonly own: string;
}

async function keepInEnvironment({ pulumi, environment }: Page, { url, key, own }: Settings): Promise<void> {
  for (const name of ["baseUrl", "apiKey"]) await pulumi("config", "rm", `statushub:${name}`);
  Object.assign(environment, { STATUSHUB_BASE_URL: url, STATUSHUB_API_KEY: keyCalled(key) });
  Object.assign(environment, { OWN_URL: url, OWN_KEY: keyCalled(own) });
}

async function keepInStack({ pulumi, environment }: Page, { url, key, own }: Settings): Promise<void> {
  delete environment.STATUSHUB_BASE_URL;
  delete environment.STATUSHUB_API_KEY;
  Object.assign(environment, { OWN_URL: url, OWN_KEY: keyCalled(own) });
  const values = ["--plaintext", `statushub:baseUrl=${url}`, "--secret", `statushub:apiKey=${keyCalled(key)}`];
  expect(await pulumi("config", "set-all", ...values)).toMatchObject({ code: 0 });
}

/** The keys that an account was asked with since the last call. */
function takeKeys({ requests, clearRequests }: Pick<Emulator, "requests" | "clearRequests">): string[] {
  const keys = new Set(requests.map(({ key = "none" }) => key));
  clearRequests();
  return [...keys].sort();
}

test.each([dynamicProject, nativeProject])(
  "[CI-9] a key or an account that moves between the environment, the stack and a Provider is used by the next drift, preview and up: $provider",
  async ({ entry, files }) => {
    const page = await createPage({ program: program(entry), files, emulator: account(["aaaa", "bbbb"]) });
    const here = page.emulator;
    const there = await temporaryEmulator(account(["cccc", "dddd", "eeee", "ffff"], services));
    const keysUsed = () => ({ here: takeKeys(here), there: takeKeys(there) });

    await keepInEnvironment(page, { url: here.url, key: "aaaa", own: "bbbb" });
    expect(await page.up()).toMatchObject({ code: 0 });
    expect(keysUsed()).toEqual({ here: ["aaaa", "bbbb"], there: [] });

    // Into the stack, and to another account, which has the same records.
    await keepInStack(page, { url: there.url, key: "cccc", own: "dddd" });
    expect(await page.statushub(["drift"])).toMatchObject({
      stderr: "",
      ...printing(/"Website".*description.*2 manual changes/s, 2),
    });
    expect(keysUsed()).toEqual({ here: [], there: ["cccc", "dddd"] });
    expect(await page.up(undefined, "--refresh", "--run-program")).toMatchObject({ code: 0 });
    expect(there.records("services").map(({ description }) => description)).toEqual(
      services.map(() => "Where it starts"),
    );
    expect(keysUsed()).toEqual({ here: [], there: ["cccc", "dddd"] });

    // Back to the environment.
    await keepInEnvironment(page, { url: there.url, key: "eeee", own: "ffff" });
    // Pulumi doesn't tell our command the key that the program passes.
    expect(await page.statushub(["preview"])).toMatchObject({
      stderr: "",
      ...printing(/"Docs": its account is only known during the update.*\n\nVisitors will see no change/, 2),
    });
    expect(keysUsed()).toEqual({ here: [], there: ["eeee", "ffff"] });
  },
);
