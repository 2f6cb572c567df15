import { expect, it } from "vitest";
import { down, fillHub, incident } from "../emulator/scene.ts";
import { replying } from "../engine/reply.ts";
import { printing, startAccount, statushub } from "./statushub.ts";

async function startPage() {
  const { emulator, env } = await startAccount();
  const template = { title: "API is down", incident_type: "investigating", service_statuses: down() };
  fillHub(emulator, [
    ["createIncidentTemplate", template],
    ["createIncidentTemplate", { ...template, title: "Cause found", incident_type: "identified" }],
  ]);
  const incident = (...args: string[]) => statushub(["incident", ...args], { env });
  return { emulator, env, incident };
}

it("leads from a page that is down to a resolved incident, with the commands that it prints", async () => {
  const { emulator, incident } = await startPage();
  const asked = await incident("open", "API is down", "--hub", "acme");
  expect(asked).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("Pass --yes to confirm") });
  expect(emulator.requests.filter(({ method }) => method === "POST")).toEqual([]);
  const opened = await incident("open", "API is down", "--hub", "acme", "--yes");
  expect(opened.stdout).toBe(
    "Opened acme/1.\n  npx pulumi-statushub incident update acme/1\n  npx pulumi-statushub incident resolve acme/1\n",
  );
  expect(await incident("list")).toMatchObject(printing(/^acme\/1 {2}"API is down" {2}investigating {2}since \S+Z\n$/));
  expect(await incident("update", "acme/1", "Cause found", "-y")).toMatchObject(printing(/^Updated acme\/1\.\n$/));
  const { code, stdout } = await incident("resolve", "1", "--hub", "acme", "--yes", "--json");
  expect({ code, ...JSON.parse(stdout) }).toEqual({
    code: 0,
    hub: "acme",
    id: 1,
    title: "Cause found",
    sent: true,
    subscriptions: {},
  });
  expect(await incident("resolve", "acme/1")).toMatchObject(printing("Nothing was sent."));
  expect(await incident("list", "--json")).toMatchObject({ stdout: "[]\n" });
});

it.each([
  { args: ["open", "--hub", "acme"], pasted: "incident open '<template>' --hub acme" },
  { args: ["update", "acme/1"], pasted: "incident update acme/1 '<template>'" },
])("[INC-2] lists the templates, read in full, and sends nothing: $args", async ({ args, pasted }) => {
  const { emulator, incident } = await startPage();
  expect(await incident(...args)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^Incident templates on acme \(http.*\):\n {2}2 {2}"Cause found" {2}identified {5}API down\n {2}1 {2}"API is down" /,
    ),
    stderr: expect.stringContaining(pasted),
  });
  const { code, stdout } = await incident(...args, "--json");
  const services = [{ service_id: 1, status: "down" }];
  const found = { hub: "acme", id: 2, name: null, title: "Cause found", type: "identified", services };
  const opening = { ...found, id: 1, title: "API is down", type: "investigating" };
  expect({ code, listed: JSON.parse(stdout) }).toEqual({ code: 1, listed: [found, opening] });
  emulator.softDelete("incident_templates", 1);
  emulator.softDelete("incident_templates", 2);
  const empty = await incident(...args);
  expect(empty.stdout).toMatch(/^No incident template on acme \(http.*\)\.\n$/);
  expect(empty.stderr).toBe("Nothing was sent, because there is no incident template. [SH6305]\n");
  expect(emulator.requests.filter(({ method }) => method === "POST")).toEqual([]);
});

it.each([
  [
    ["open", "API is up"],
    'There is no IncidentTemplate "API is up" on hub acme. Templates: Cause found, API is down. [SH6204]',
  ],
  [
    ["resolve", "9"],
    "There is no incident acme/9. To see the open ones, run: npx pulumi-statushub incident list --hub acme [SH6301]",
  ],
  [
    ["resolve", "acme"],
    "Write the incident as hub and ID, such as acme/881, or as its ID, with the hub as --hub. [SH6301]",
  ],
  [["resolve", "globex/1"], "Write the incident as hub and ID"],
])("explains %j with exit code 1", async (args, message) => {
  const { emulator, incident } = await startPage();
  const result = await incident(...args, "--hub", "acme");
  expect(result).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
  expect(emulator.requests.filter(({ method }) => method === "POST")).toEqual([]);
});

it.each([
  [
    { STATUSHUB_API_KEY: "emulator-read-only-key" },
    "--hub acme",
    /Could not create Incident in hub "acme": .*403.*check its role/,
  ],
  [{ STATUSHUB_API_KEY: "wrong" }, "--hub acme", /401/],
  [{ STATUSHUB_API_KEY: "" }, "--hub acme", /^No API key .* a refresh or destroy needs --run-program\./],
  [{}, "--hub other", /Hub "other" is not visible/],
])("explains %j %s", async (changed, hub, message) => {
  const { env } = await startPage();
  const args = ["incident", "open", "API is down", ...hub.split(" "), "--yes"];
  const result = await statushub(args, { env: { ...env, ...changed } });
  expect(result).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(message) });
});

it("[INC-2] looks again when somebody has confirmed, because a colleague may have been faster", async () => {
  const { emulator, env } = await startPage();
  const headers = { "X-API-KEY": emulator.apiKey, "Content-Type": "application/json" };
  const [url, body] = [`${emulator.url}/hubs/acme/incidents`, JSON.stringify(incident({ start_time: null }))];
  const request = `web.Request("${url}", ${JSON.stringify(body)}.encode(), ${JSON.stringify(headers)})`;
  const colleague = `import urllib.request as web; web.urlopen(${request}).read()`;
  const args = ["incident", "open", "API is down", "--hub", "acme"];
  const run = await statushub(args, { env, through: replying("y\n", colleague) });
  expect(run).toMatchObject(printing(/Open it\? .*Open since .* as acme\/1\. Nothing was sent\./s));
  expect(emulator.records("incidents")).toHaveLength(1);
});
