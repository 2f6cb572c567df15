import { expect, test } from "vitest";
import type { Emulator } from "../../emulator/index.ts";
import { accessTo } from "../../tools/command.ts";
import { printing } from "../cli/statushub.ts";
import { dynamicProject, nativeProject } from "../engine/native.ts";
import { createPage, type Page } from "../engine/page.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

/** Both providers, each with its default and with an explicit one. The order gives the services the same IDs in both accounts. */
const program = `
import * as dynamic from "${dynamicProject.entry}";
import * as native from "${nativeProject.entry}";

const hub = new dynamic.Hub("acme", { subdomain: "acme" });

function declare(name, statushub, after) {
  const own = new statushub.Provider(name + "-own", { apiKey: process.env.OWN_KEY, baseUrl: process.env.OWN_URL });
  const serviceCalled = (title) => ({ groupId: 1, name: title, description: "Where it starts" });
  const web = new statushub.Service(name + "-web", { hub, ...serviceCalled("Website " + name) }, { dependsOn: after });
  const options = { provider: own, dependsOn: web };
  return new statushub.Service(name + "-docs", { hub: "acme", ...serviceCalled("Docs " + name) }, options);
}
declare("native", native, declare("dynamic", dynamic, hub));
`;

const services = ["Website dynamic", "Docs dynamic", "Website native", "Docs native"].map((name) => ({
  group_id: 1,
  name,
  description: "Moved",
}));

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
}

const keepInEnvironment = ({ environment }: Page, { url, key }: Settings) =>
  Object.assign(environment, accessTo({ url, apiKey: keyCalled(key) }));

async function keepInStack({ pulumi, environment }: Page, { url, key }: Settings): Promise<void> {
  delete environment.STATUSHUB_BASE_URL;
  delete environment.STATUSHUB_API_KEY;
  const values = ["--plaintext", `statushub:baseUrl=${url}`, "--secret", `statushub:apiKey=${keyCalled(key)}`];
  expect(await pulumi("config", "set-all", ...values)).toMatchObject({ code: 0 });
}

/** Changes what the program passes to its explicit providers. */
const passToOwn = ({ environment }: Page, { url, key }: Settings) =>
  Object.assign(environment, { OWN_URL: url, OWN_KEY: keyCalled(key) });

/** The keys that an account was asked with since the last call. */
function takeKeys({ requests, clearRequests }: Pick<Emulator, "requests" | "clearRequests">): string[] {
  const keys = new Set(requests.map(({ key = "none" }) => key));
  clearRequests();
  return [...keys].sort();
}

test("[CI-9] a key or an account that moves between the environment, the stack and a Provider is used by the next drift, preview and up", async () => {
  const page = await createPage({ program, files: nativeProject.files, emulator: account(["aaaa", "bbbb"]) });
  const here = page.emulator;
  const there = await temporaryEmulator(account(["bbbb", "cccc", "dddd", "eeee"], services));
  const keysUsed = () => ({ here: takeKeys(here), there: takeKeys(there) });
  const settings = await page.read("Pulumi.test.yaml");

  keepInEnvironment(page, { url: here.url, key: "aaaa" });
  passToOwn(page, { url: here.url, key: "bbbb" });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(keysUsed()).toEqual({ here: ["aaaa", "bbbb"], there: [] });

  // Into the stack, and to another account, which has the same records. The explicit providers keep their key.
  await keepInStack(page, { url: there.url, key: "cccc" });
  passToOwn(page, { url: there.url, key: "bbbb" });
  expect(await page.statushub(["drift"])).toMatchObject({
    stderr: "",
    ...printing(/"Website dynamic".*description.*"Website native".*4 manual changes/s, 2),
  });
  expect(keysUsed()).toEqual({ here: [], there: ["bbbb", "cccc"] });
  expect(await page.up(undefined, "--refresh", "--run-program")).toMatchObject({ code: 0 });
  expect(there.records("services").map(({ description }) => description)).toEqual(
    services.map(() => "Where it starts"),
  );
  expect(keysUsed()).toEqual({ here: [], there: ["bbbb", "cccc"] });

  // Back to the environment.
  await page.write({ "Pulumi.test.yaml": settings });
  keepInEnvironment(page, { url: there.url, key: "dddd" });
  passToOwn(page, { url: there.url, key: "eeee" });
  // Pulumi doesn't tell our command the key that the program passes.
  expect(await page.statushub(["preview"])).toMatchObject({
    stderr: "",
    ...printing(/("Docs \w+" .*its account is only known during the update.*){2}\n\nVisitors will see no change/s, 2),
  });
  expect(keysUsed()).toEqual({ here: [], there: ["dddd", "eeee"] });
});
