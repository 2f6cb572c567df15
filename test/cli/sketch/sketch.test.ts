import { expect, it } from "vitest";
import { markKey, secretMark } from "../../../model/pulumi/mark-keys.ts";
import type { Declared } from "../../engine-model/program.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { createKeys, rehearse, sketchOf } from "../preview/rehearsal.ts";

const now = Date.parse("2126-03-01T00:00:00Z");

const declare = (name: string, kind: string, args: object): Declared => ({
  name,
  kind,
  args: { hub: "acme", ...args },
});

const page: Declared = { ...declare("hub", "Hub", {}), args: { subdomain: "acme" } };
const named = (name: string): Declared => ({ ...page, args: { subdomain: "acme", name } });
const service = (name: string, more: object = {}) => declare(name, "Service", { groupId: 1, name, ...more });
const weekly = declare("work", "Maintenance", {
  title: "Patching",
  body: "<p>Read-only</p>",
  startTime: "2126-03-06T02:00:00Z",
  endTime: "2126-03-06T03:00:00Z",
  serviceStatuses: [{ service: { ref: "api" }, status: "down" }],
  repeat: { interval: "weekly", endOn: "2126-04-15T00:00:00Z" },
});

async function startPage() {
  const keys = createKeys(200);
  const emulator = await temporaryEmulator({
    preset: { hubs: [{ subdomain: "acme", name: "Acme", groups: ["1", "2"] }], keys: keys.preset },
    seriesDays: 60,
    clock: { now: () => now },
  });
  const stack = rehearse({ emulator, provider: "native", keys });
  const draw = async (program: readonly Declared[]) => {
    const steps = await stack.plan(program);
    emulator.clearRequests();
    const html = await sketchOf(emulator, [{ stack: "prod", resources: stack.exported(), steps }]);
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    return sidesOf(html);
  };
  return { emulator, stack, draw };
}

/** Splits a sketch with one hub into its parts, without markup. Marks are in brackets. */
function sidesOf(html: string) {
  const [, top = "", rest = ""] = /<body[^>]*>(.*?)<div class="sides">(.*)<\/div><\/section>/s.exec(html) ?? [];
  const [before = "", after = ""] = rest.split('<div class="side after">');
  return { html, top: textOf(top), before: textOf(before), after: textOf(after) };
}

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<span class="mark">(\w+)<\/span>/g, "[$1]")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ")
    .trim();

it("[SAY-1] draws each hub before and after the update, and marks what changes", async () => {
  const { emulator, stack, draw } = await startPage();
  await stack.up([page, service("api"), service("web"), service("old"), weekly]);
  const down = [{ service_id: 1, status: "down" as const }];
  const incident = { title: "Slow", start_time: null, incident_type: "investigating" as const, service_statuses: down };
  emulator.perform("createIncident", { params: { subdomain: "acme" }, body: incident as never });
  const { before, after } = await draw([
    named("Acme Cloud"),
    service("api", { name: "Public API", description: "All versions" }),
    service("web", { groupId: 2 }),
    service("new"),
    { ...weekly, args: { ...weekly.args, title: "Upgrade" } },
  ]);
  expect(before).toBe(
    "Before [Changes] Acme Open incidents Slow Investigating since 1 Mar 2126, 00:00 UTC" +
      " Maintenance [Changes] Patching 6 Mar 2126, 02:00 to 03:00 UTC , repeats weekly until Monday 15 April 2126 api Down Read-only" +
      " Services Group 1 [Changes] api [Changes] web [Disappears] old",
  );
  expect(after).toBe(
    "After [Changes] Acme Cloud Open incidents Slow Investigating since 1 Mar 2126, 00:00 UTC" +
      " Maintenance [Changes] Upgrade 6 Mar 2126, 02:00 to 03:00 UTC , repeats weekly until Monday 15 April 2126 Public API Down Read-only" +
      " Services Group 1 [Changes] Public API All versions [New] new Group 2 [Changes] web",
  );
});

it("[SAY-1] draws no page after an update that fails, and says why", async () => {
  const { emulator, stack, draw } = await startPage();
  await stack.up([page, service("api")]);
  emulator.perform("createService", {
    params: { subdomain: "acme" },
    body: { group_id: 1, name: "Left", custom_id: "left" } as never,
  });
  const { top, before, after } = await draw([named("Other"), service("api"), service("new", { customId: "left" })]);
  expect(top).toContain("The update will fail");
  expect(top).toContain("SH4005");
  expect(before).toContain("Now Acme");
  expect(after).toBe("");
});

it("[SAY-1] says which parts this key can't read", async () => {
  const { emulator, stack, draw } = await startPage();
  await stack.up([page, service("api")]);
  emulator.faults.add({ method: "GET", path: "/hubs/acme/incidents", status: 403, times: Number.POSITIVE_INFINITY });
  const { before } = await draw([named("Other"), service("api")]);
  expect(before).toContain("Open incidents This key can’t read all of them, so they aren’t drawn.");
  expect(before).toContain("Maintenance None");
});

it("[SAY-3] shows no value that the program keeps secret", async () => {
  const { emulator, stack } = await startPage();
  await stack.up([page, service("api", { name: "Vx7h" })]);
  const secret = { [markKey]: secretMark, plaintext: '"Vx7h"' };
  const replaced = <Value>(value: Value, hidden: unknown): Value =>
    JSON.parse(JSON.stringify(value).replaceAll('"Vx7h"', JSON.stringify(hidden)));
  const planned = await stack.plan([page, service("api", { name: "Vx7h", description: "More" })]);
  const steps = replaced(planned, "[secret]");
  const resources = replaced(stack.exported(), secret);
  const html = await sketchOf(emulator, [{ stack: "prod", resources, steps }]);
  expect(html).not.toContain("Vx7h");
  expect(sidesOf(html).after).toContain("[Changes] [secret] More");
});
