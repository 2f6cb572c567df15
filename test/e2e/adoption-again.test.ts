import { expect, test } from "vitest";
import { failing, printing } from "../cli/statushub.ts";
import { createPage, type Page } from "../engine/page.ts";
import { replying } from "../engine/reply.ts";

const adopt = (page: Page, ...args: string[]) => page.statushub(["adopt", "acme", ...args]);

const subscribe = (page: Page, label: string, address: string) =>
  page.send("POST", "/subscriptions", {
    method_name: "webhook",
    address: `https://hooks.example.com/${address}`,
    services_selection: { all: true },
    label,
  });

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";

const config = new pulumi.Config();
const hub = new statushub.Hub("acme", { subdomain: "acme" });

const api = new statushub.Service("api", { hub, groupId: 1, name: "API", customId: "api" }, { protect: true });

new statushub.IncidentTemplate("api-down", {
  hub,
  title: "API is down",
  incidentType: "investigating",
  serviceStatuses: [{ service: api, status: "down" }],
});

const address = config.requireSecret("hookOfTheTeam");
new statushub.Subscription("team", { hub, method: "webhook", address, services: "all", label: config.requireSecret("l") });

statushub.Service.get("website", "1", { hub: "acme" });
`;

test("[ADO-11] adopt keeps the declarations of records in the state, adopts records that were only looked up, and keeps the configuration", async () => {
  const page = await createPage({ program });
  await page.send("POST", "/services", { name: "Website", group_id: 1 });
  const settings = ["--secret", "hookOfTheTeam=https://hooks.example.com/team", "--secret", "l=a private label"];
  await page.pulumi("config", "set-all", ...settings, "--plaintext", "ops4Address=of another program");
  expect(await page.up()).toMatchObject({ code: 0 });
  for (const label of ["Team 1", "Team1", "Ops", "Ops", "Ops4"]) {
    await subscribe(page, label, `team-${page.emulator.requests.length}`);
  }
  const state = await page.state();
  page.takeWrites();

  const rejected = await adopt(page, "--yes");
  expect(rejected).toMatchObject(failing("--force"));
  expect(await page.read("index.ts")).toBe(program);

  await page.pulumi("stack", "init", "prod");
  expect(await adopt(page, "--force", "--yes", "--stack", "prod")).toMatchObject(
    failing("stack prod, and test would run it, too"),
  );
  expect(await page.read("index.ts")).toBe(program);

  const first = await adopt(page, "--force", "--yes", "--kind", "service");
  expect(first).toMatchObject(printing("Adopted 1 record "));
  expect(first.stderr).toContain("index.ts.bak");
  // The second one comes before an up, when the state protects both services, but the program protects one.
  const adopted = await adopt(page, "--force", "--yes");
  expect(adopted).toMatchObject(printing("Adopted 5 records "));
  expect(await page.read("index.ts.bak")).toBe(program);
  const written = await page.read("index.ts");
  expect(written).toContain('new statushub.Hub("acme", { subdomain: "acme" });');
  const isProtected = [...written.matchAll(/^(?:const \w+ = )?new statushub\.(\w+)\((?:.*?)\);$/gms)].filter(([text]) =>
    text.includes("{ protect: true }"),
  );
  expect(isProtected.map(([, kind]) => kind)).toEqual(["Service"]);
  expect(written).toContain("serviceStatuses: [{ service: api,");
  expect(written).not.toContain("private");
  // The next up removes lookups from the state.
  expect(await page.up()).toMatchObject({ code: 0 });
  const after = await page.state();
  for (const name of ["acme", "api", "api-down"]) expect(after[name]?.inputs).toEqual(state[name]?.inputs);
  const owned = Object.values(after).filter(({ type }) => type.endsWith(":Service"));
  expect(owned.map(({ id }) => id).sort()).toEqual(["1", "2"]);

  expect(await page.pulumiJson("config", "--show-secrets")).toMatchObject({
    "scratch:hookOfTheTeam": { value: "https://hooks.example.com/team" },
    "scratch:ops4Address": { value: "of another program", secret: false },
  });
  const keys = [...written.matchAll(/requireSecret\("(\w+)"\)/g)].map(([, key]) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain("hookOfTheTeam");

  const again = await adopt(page, "--yes");
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("Nothing to adopt") });
  expect(await page.read("index.ts")).toBe(written);
  expect(page.takeWrites()).toEqual([]);
});

test("[ADO-11] adopt changes nothing and exits with 1 after any reply but yes, at the end of the input, and after an edit", async () => {
  const page = await createPage({ program: 'import * as pulumi from "@pulumi/pulumi";\n' });
  const before = await page.read("Pulumi.yaml");

  const adoptAfter = (through: readonly string[]) => page.statushub(["adopt", "acme"], { through });
  for (const text of ["n\n", "\u0004"]) {
    expect(await adoptAfter(replying(text))).toMatchObject(
      printing("You didn't confirm, so this step changed nothing", 1),
    );
  }
  expect(await adoptAfter(replying("y\n", 'open("index.ts", "a").write("// my work\\n")'))).toMatchObject(
    printing("Nothing was changed, because index.ts changed", 1),
  );
  expect(await page.read("index.ts")).toContain("// my work\n");

  expect(page.takeWrites()).toEqual([]);
  expect(await page.state()).toEqual({});
  expect(await page.read("Pulumi.yaml")).toBe(before);
});
