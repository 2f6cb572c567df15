import { expect, it } from "vitest";
import type { Emulator, Fault, Preset } from "../../../emulator/index.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { createKeys, previewOf } from "./rehearsal.ts";
import { create } from "./steps.ts";

/*
 * What `pulumi preview` doesn't need, our report must not need either: it says what isn't known.
 */

const preset: Preset = {
  hubs: [
    {
      ...{ subdomain: "acme", name: "Acme", groups: ["1"], services: [{ group_id: 1, name: "API" }] },
      subscribers: [
        { subscriptions: [{ address: "one@example.com", method_name: "email", services_selection: { all: true } }] },
      ],
    },
    { subdomain: "globex", name: "Globex", groups: ["1"], services: [{ group_id: 2, name: "Web" }] },
    { subdomain: "acme-eu", name: "Acme EU", parent: "acme", shared_groups: [1] },
  ],
  keys: createKeys(0).preset,
};

const statuses = (hub: string) => ({ serviceStatuses: [{ service: hub === "globex" ? "2" : "1", status: "down" }] });

const times = { startTime: "2126-12-06T02:00:00Z", endTime: "2126-12-06T03:00:00Z" };

const records = {
  template: (hub: string) => create("IncidentTemplate", "it", { hub, title: "Down", ...statuses(hub) }),
  subscription: (hub: string) =>
    create("Subscription", "it", { hub, method: "slack", address: "[secret]", services: ["1"] }),
  maintenance: (hub: string) => create("Maintenance", "it", { hub, title: "Patching", ...times, ...statuses(hub) }),
};

const refused = (operation: Fault["operation"], status: number): Fault => ({
  ...(operation && { operation }),
  status,
  times: Number.POSITIVE_INFINITY,
});

async function explain(record: keyof typeof records, hub: string, faults: readonly Fault[]) {
  const emulator = await temporaryEmulator({ preset });
  for (const fault of faults) emulator.faults.add(fault);
  const report = await previewOf(emulator, [{ stack: "prod", steps: [records[record](hub)] }]);
  const [page] = report.hubs;
  const items = [...(page?.page ?? []), ...(page?.subscribers ?? []), ...(page?.editors ?? [])];
  return {
    emulator,
    services: items.flatMap(({ services }) => (Array.isArray(services) ? services : [])).map(({ service }) => service),
    unknown: page?.unknown.map(({ reason }) => reason),
  };
}

const listsOf = ({ requests }: Emulator, operation: string) => requests.filter((each) => each.operation === operation);

const hidden: Fault = { method: "GET", path: /^\/hubs\/acme$/, ...refused(undefined, 404) };

it.each<
  [says: string, record: keyof typeof records, hub: string, faults: Fault[], services: string[], unknown: string[]]
>([
  ["names services on a connected hub", "template", "acme-eu", [], ["API"], []],
  ["names services on a connected hub", "subscription", "acme-eu", [], ["API"], ["secret-identity"]],
  ["leaves it out, and says so, without the primary hub", "template", "acme-eu", [hidden], [], ["unreadable"]],
  ["names services without a list (404)", "maintenance", "globex", [refused("listServices", 404)], ["Web"], []],
  ["names services without a list (405)", "maintenance", "globex", [refused("listServices", 405)], ["Web"], []],
  ["names services without a list (422)", "maintenance", "globex", [refused("listServices", 422)], ["Web"], []],
  ["doesn't know the audience", "maintenance", "globex", [refused("listSubscriptions", 403)], ["Web"], ["audience"]],
  ["doesn't know hubs", "maintenance", "globex", [refused("listHubs", 403)], ["Web"], ["connected-hubs"]],
])("%s: %s on hub %s", async (_, record, hub, faults, services, unknown) => {
  expect(await explain(record, hub, faults)).toMatchObject({ services, unknown });
});

it("doesn't list the subscriptions of visitors for a template", async () => {
  const { emulator } = await explain("template", "acme", []);
  expect(listsOf(emulator, "listSubscriptions")).toEqual([]);
});
