import { expect, test } from "vitest";
import { type Assumption, compareAssumptions, describeAssumptions } from "../../cli/doctor/assumptions.ts";
import { readRecords } from "../../cli/doctor/reading.ts";
import type { Preset } from "../../emulator/index.ts";
import { type Assumptions, differences } from "../../model/guesses/index.ts";
import { reachAgain } from "../provider/client/account.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";

/** A hub with records of each kind. */
const preset: Preset = {
  hubs: [
    {
      subdomain: "acme",
      name: "Acme",
      groups: ["one"],
      services: [
        { name: "Login", group_id: 1 },
        { name: "Checkout", group_id: 1 },
      ],
      incident_templates: [
        { title: "Down & out", service_statuses: [{ service_id: 1, status: "down" }] },
        { title: "Slow", body: "We look into it. ".repeat(30) },
      ],
      maintenance_templates: [{ title: "Deploy", duration: 30, silent: true }],
      subscriptions: [
        {
          method_name: "webhook",
          address: "https://hooks.example.com/Zk9",
          services_selection: { all: false, service_ids: [1] },
        },
      ],
      maintenances: [
        {
          title: "Patching",
          start_time: "2026-04-05T02:00:00Z",
          end_time: "2026-04-05T03:00:00Z",
          service_statuses: [{ service_id: 1, status: "down" }],
        },
      ],
    },
  ],
};

async function compare(assume: Assumptions): Promise<Assumption[]> {
  const emulator = await temporaryEmulator({ preset, assume });
  const { client } = reachAgain(emulator);
  return compareAssumptions(await readRecords(client, [{ subdomain: "acme", type: "primary" }]));
}

test("[DOC-2] every assumption that reading can show holds against a service without a difference", async () => {
  const all = await compare({});
  expect(all.filter(({ result }) => result !== "holds")).toEqual([]);
  expect(describeAssumptions(all)).toContain(`(${all.length} of ${all.length} hold)`);
});

const judged = compareAssumptions([]).map(({ name }) => name as string);
const shown = [...differences.keys()].filter((difference) => judged.includes(difference.split("=")[0] ?? ""));

test.each(shown)("[DOC-2] against %s, exactly it is reported", async (difference) => {
  const [name = "", other] = difference.split("=");
  const all = await compare({ [name]: other });
  const differing = all.filter(({ result }) => result === "differs");
  expect(differing.map((each) => `${each.name}=${each.difference}`)).toEqual([difference]);
  expect(describeAssumptions(all)).toContain(difference);
});
