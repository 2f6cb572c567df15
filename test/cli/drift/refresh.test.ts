import { expect, it } from "vitest";
import { compare } from "../../../cli/drift/report.ts";
import type { Emulator } from "../../../emulator/index.ts";
import type { Declared } from "../../engine-model/program.ts";
import { plannedOn, rehearse } from "../preview/rehearsal.ts";
import { declare, keys, maintenance, page, service, startPage, weekly } from "../rehearsal/page.ts";

const address = (end: string) => `https://hooks.example.com/secret-Vx7h-${end}`;
const team = (end: string, more: object = {}) =>
  declare("team", "Subscription", {
    method: "webhook",
    address: address(end),
    label: "Team",
    services: "all",
    ...more,
  });
const template = declare("down", "IncidentTemplate", {
  title: "Down",
  serviceStatuses: [{ service: { ref: "api" }, status: "down" }],
});

/** Deploys a program, lets somebody change the page, and compares that with another program. */
async function driftAfter(before: readonly Declared[], change: (emulator: Emulator) => void, after = before) {
  const emulator = await startPage();
  const stack = rehearse({ emulator, provider: "native", keys });
  await stack.up(before);
  change(emulator);
  const steps = await stack.plan(after);
  const planned = plannedOn(emulator, [{ stack: "prod", resources: stack.exported(), steps }]);
  emulator.clearRequests();
  const { report } = await compare(planned, {});
  expect(JSON.stringify(report)).not.toContain("secret-Vx7h");
  const requests = emulator.requests.map(({ method, path }) => `${method} ${path.replace(/^\/api\/v3/, "")}`);
  return { report, requests };
}

const named = (properties: readonly { readonly property: string }[] = []) => properties.map(({ property }) => property);

it("tells from the refresh whether somebody or the program has changed a secret", async () => {
  const byHand = await driftAfter([page, team("a")], (emulator) => {
    emulator.edit("subscriptions", 1, { address: address("b"), label: "By hand" });
  });
  const [changed] = byHand.report.hubs;
  expect(changed).toMatchObject({ overwritten: [{ change: "changed" }], different: [] });
  expect(named(changed?.overwritten[0]?.properties).sort()).toEqual(["address", "label"]);

  const rotated = await driftAfter(
    [page, team("a")],
    (emulator) => void emulator.edit("subscriptions", 1, { label: "By hand" }),
    [page, team("c")],
  );
  const [hub] = rotated.report.hubs;
  expect(named(hub?.overwritten[0]?.properties)).toEqual(["label"]);
  expect(named(hub?.different[0]?.properties)).toEqual(["address"]);
});

it("reads what a refresh does, and one list for each kind that it names, but no subscription that the state doesn't have", async () => {
  const { report, requests } = await driftAfter(
    [page, service("api"), template, maintenance("work", weekly)],
    (emulator) => {
      const params = { subdomain: "acme" };
      const visitor = { method_name: "email", address: "visitor@example.com", services_selection: { all: true } };
      emulator.perform("createSubscription", { params, body: visitor });
      emulator.edit("incident_templates", 1, { title: "Gone" });
      emulator.edit("services", 1, { archived: true });
    },
  );
  expect(report).toMatchObject({
    counts: { overwritten: 1, archived: 1 },
    hubs: [{ overwritten: [{ label: "Gone" }], archived: [{ name: "api" }] }],
  });
  expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  expect(new Set(requests).size).toBe(requests.length);
  expect(requests.filter((request) => request.includes("subscriptions"))).toEqual([]);
  expect(requests.sort()).toMatchInlineSnapshot(`
    [
      "GET /hubs/acme",
      "GET /hubs/acme/incident_templates",
      "GET /hubs/acme/incident_templates/1",
      "GET /hubs/acme/maintenances",
      "GET /hubs/acme/maintenances/1",
      "GET /hubs/acme/services",
      "GET /hubs/acme/services/1",
    ]
  `);
});
