import { expect, it } from "vitest";
import { readRecipients } from "../../../cli/preview/messages.ts";
import type { Step } from "../../../cli/project/pulumi-preview.ts";
import { plannedChanges } from "../../../cli/report/planned.ts";
import { createManaged } from "../../../cli/report/stacks.ts";
import { email, webhook } from "../../emulator/scene.ts";
import type { Declared } from "../../engine-model/program.ts";
import { reachAgain } from "../../provider/client/account.ts";
import { previewOf, startStack } from "./rehearsal.ts";
import { create, driftOn, refresh, state, update } from "./steps.ts";

const declare = (name: string, kind: string, args: object): Declared => ({ name, kind, args: { ...args } });

it("compares adopted records with the page, and names those that it can't look up", async () => {
  const { emulator, stack } = await startStack([{ name: "API", custom_id: "api" }, { name: "Web" }]);
  const body = webhook({ method_name: "slack", address: "https://hooks.example.com/secret-Vx7h" });
  emulator.perform("createSubscription", { params: { subdomain: "acme" }, body });
  emulator.softDelete("subscriptions", 1);
  emulator.clearRequests();
  const hub = { ref: "hub" };
  const team = { hub, method: "slack", services: "all" };
  const steps = await stack.plan([
    declare("hub", "Hub", { subdomain: "acme" }),
    declare("api", "Service", { hub, groupId: 1, name: "Public API", customId: "api", adopt: true }),
    declare("web", "Service", { hub, groupId: 1, name: "Web", adopt: "2" }),
    declare("shop", "Service", { hub, groupId: 1, name: "Shop", customId: "shop", adopt: true }),
    declare("ops", "Subscription", { ...team, address: "https://example.com/x", adopt: true }),
    declare("left", "Subscription", { ...team, address: body.address, adopt: "1" }),
  ]);

  const report = await previewOf(emulator, [{ stack: "prod", steps }]);

  const [found] = report.hubs;
  expect(found?.page.map(({ id, change, before, after }) => [id, change, before, after])).toEqual([
    ["1", "renamed", "API", "Public API"],
    ["", "appears", undefined, undefined],
  ]);
  expect(found?.subscribers).toMatchObject([{ id: "1", name: "left", change: "appears" }]);
  expect(found?.unknown).toMatchObject([{ name: "ops", reason: "adopted" }]);
  expect(JSON.stringify(report)).not.toContain("Vx7h");
  expect(report.writes).toBe(4);
  expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

it("counts a subscription as a visitor's, even if a stack manages one with the same ID in another account", async () => {
  const [{ emulator }, { emulator: other }] = [await startStack(), await startStack()];
  emulator.perform("createSubscription", { params: { subdomain: "acme" }, body: email() });
  const providerAt = ({ url }: { readonly url: string }) => `urn:pulumi:prod::site::pulumi:providers:statushub::${url}`;
  const work = create("Maintenance", "work", { title: "Patching" });
  const steps: Step[] = [
    refresh("Subscription", "ops", { ...state({}, "1"), provider: `${providerAt(other)}::id` }),
    { ...work, newState: { ...work.newState, provider: `${providerAt(emulator)}::id` } },
  ];
  const apiKey = "key-of-a-resource-1";
  const accounts = new Map([emulator, other].map((each) => [providerAt(each), reachAgain(each, { apiKey })]));
  const accountOf = async (provider: string) => accounts.get(provider);

  const planned = [{ stack: "prod", steps, planned: plannedChanges("prod", steps), accountOf, hubLabel: String }];
  const { recipients } = await readRecipients(planned, createManaged(planned));

  expect(recipients.get("acme")).toMatchObject([{ id: "1", method: "email", services: "all", isVisitors: true }]);
});

it("doesn't tell the name of a service if it is a secret of the program", async () => {
  const { emulator } = await startStack([{ name: "Codename Falcon" }, { name: "Web" }]);
  const serviceStatuses = ["1", "2"].map((service) => ({ service, status: "down" }));
  const work = create("Maintenance", "work", { title: "Patching", serviceStatuses });
  const own = { stack: "prod", steps: [refresh("Service", "falcon", state({ name: "[secret]" }, "1")), work] };

  const inPublic = { name: "Codename Falcon" };
  const renamed = update("Service", "public", [inPublic, inPublic, { name: "Codename Eagle" }], "1");
  const other = { stack: "other", steps: renamed };
  for (const stacks of [[own], [own, other], [other, own]]) {
    const [found] = (await previewOf(emulator, stacks)).hubs;
    expect(found?.page.find(({ kind }) => kind === "Maintenance")?.services).toEqual([
      { service: "[secret]", status: "down" },
      { service: "Web", status: "down" },
    ]);
  }
});

it("only reads, also if the page changes after the plan, which deletes, replaces and adopts", async () => {
  const { emulator, stack } = await startStack([{ name: "Left", custom_id: "left" }]);
  const hub = { ref: "hub" };
  const team = (method: string) => ({ hub, method, address: "https://hooks.example.com/secret-Vx7h", services: "all" });
  const shared = [
    declare("hub", "Hub", { subdomain: "acme" }),
    declare("api", "Service", { hub, groupId: 1, name: "API" }),
  ];
  await stack.up([
    ...shared,
    declare("old", "Service", { hub, groupId: 1, name: "Old" }),
    declare("team", "Subscription", team("slack")),
  ]);
  const serviceStatuses = [{ service: { ref: "api" }, status: "down" }];
  const steps = await stack.plan([
    ...shared,
    declare("team", "Subscription", team("teams")),
    declare("left", "Service", { hub, groupId: 1, name: "Adopted", customId: "left", adopt: true }),
    declare("work", "Maintenance", { hub, title: "Patching", ...times, serviceStatuses }),
  ]);
  emulator.softDelete("services", 1);
  emulator.softDelete("subscriptions", 1);
  emulator.edit("services", 2, { name: "Renamed meanwhile" });
  emulator.clearRequests();

  const [found] = (await previewOf(emulator, [{ stack: "prod", steps }])).hubs;

  expect(found?.page.map(({ label, change }) => `${label} ${change}`).sort()).toEqual([
    "Adopted appears",
    "Old disappears",
    "Patching appears",
  ]);
  expect(found?.messages).toMatchObject([{ recipients: {}, dependsOnOrder: 1 }]);
  emulator.remove("hubs", 1);
  await expect(previewOf(emulator, [{ stack: "prod", steps }])).rejects.toThrow("not visible");
  expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

const times = { startTime: "2126-03-03T02:00:00Z", endTime: "2126-03-03T03:00:00Z" };

it("says of a maintenance that somebody made recurring that its removal ends the series", async () => {
  const now = Date.parse("2126-03-01T00:00:00Z");
  const { emulator, stack } = await startStack([{ name: "API" }], { seriesDays: 30, clock: { now: () => now } });
  const serviceStatuses = [{ service: "1", status: "down" }];
  await stack.up([declare("work", "Maintenance", { hub: "acme", title: "Patching", ...times, serviceStatuses })]);
  const params = { subdomain: "acme", maintenance_id: stack.idOf("work") };
  emulator.perform("updateMaintenance", { params, body: { event_repeat: { interval: "weekly" } } });

  const steps = await stack.plan([]);
  const report = await previewOf(emulator, [{ stack: "prod", steps }]);
  emulator.clearRequests();
  await stack.up([]);

  expect(report.hubs[0]?.page).toMatchObject([{ change: "disappears", schedule: { repeats: "weekly" } }]);
  expect(report.writes).toBe(emulator.requests.filter(({ method }) => method !== "GET").length);
  const left = emulator.records("maintenances").filter(({ deleted }) => deleted !== true);
  expect(left).toEqual([]);
});

it("says once that a service is deleted, and nothing of the records that name it", async () => {
  const { emulator, stack } = await startStack();
  const hub = "acme";
  const refs = ["one", "two"].map((ref) => ({ ref }));
  const serviceStatuses = refs.map((service) => ({ service, status: "down" }));
  const program = [
    ...refs.map(({ ref: name }) => declare(name, "Service", { hub, groupId: 1, name })),
    declare("down", "IncidentTemplate", { hub, title: "Down", serviceStatuses }),
    declare("work", "Maintenance", { hub, title: "Patching", ...times, serviceStatuses }),
    declare("team", "Subscription", { hub, method: "slack", address: "https://example.com/x", services: refs }),
  ];
  await stack.up(program);
  emulator.softDelete("services", 2);

  const steps = await stack.plan(program);
  const [found] = (await previewOf(emulator, [{ stack: "prod", steps }])).hubs;
  const services = new Map(refs.map(({ ref }, index) => [`acme ${index + 1}`, ref]));
  const [drift] = driftOn(steps, { services }).hubs;

  for (const report of [found, drift])
    expect(report?.overwritten.map(({ name, change }) => [name, change])).toEqual([["two", "deleted"]]);
  expect(drift?.different).toEqual([]);
  const items = [...(found?.page ?? []), ...(found?.subscribers ?? []), ...(found?.editors ?? [])];
  expect(items.map(({ name, change }) => [name, change])).toEqual([["two", "appears"]]);
});
