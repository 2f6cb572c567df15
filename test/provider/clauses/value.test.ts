import { afterEach, describe, expect, it, vi } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import { observe } from "../../../provider/lifecycle/observe.ts";
import type { Definition, Values } from "../../../provider/resources/define.ts";
import { incidentTemplate } from "../../../provider/resources/incident-template.ts";
import { definitions } from "../../../provider/resources/index.ts";
import { maintenance } from "../../../provider/resources/maintenance.ts";
import { maintenanceTemplate } from "../../../provider/resources/maintenance-template.ts";
import { utcTime } from "../../emulator/emulation.ts";
import { samples } from "../../laws/samples.ts";
import { startScene } from "../lifecycle/scene.ts";

const statuses = (status: string) => [{ service: "1", status }];
const planned = {
  title: "Patching",
  startTime: "2030-12-06T02:00:00Z",
  endTime: "2030-12-06T03:00:00Z",
  serviceStatuses: statuses("down"),
};
/** The kinds with a title, a body and statuses of services. */
const announced: [string, Definition, Values][] = [
  ["IncidentTemplate", incidentTemplate, { title: "Down" }],
  ["MaintenanceTemplate", maintenanceTemplate, { title: "Down" }],
  ["Maintenance", maintenance, planned],
];

afterEach(() => vi.unstubAllEnvs());

describe("a time", () => {
  it.each(["time-offset", "time-fraction", "time-space"] as const)(
    "[COM-03] [COM-05] in an answer is the same instant in each spelling of UTC: %s",
    async (as) => {
      const scene = await startScene(maintenance);
      const made = await scene.create(planned);
      for (const field of ["start_time", "end_time"])
        scene.emulator.rewrites.add({ resource: "maintenances", field, as });

      expect(await scene.refresh(made)).toEqual(made);
      expect(scene.changed(made, planned)).toEqual([]);
    },
  );

  it("[COM-03] of the making of a record is an output, as the API tells it", async () => {
    const scene = await startScene(maintenance);
    expect((await scene.create(planned)).outputs.createdAt).toMatch(utcTime);
  });

  it.each(["UTC", "America/New_York", "Asia/Tokyo"])(
    "[COM-04] [COM-05] without a zone is UTC, also on a machine in %s: sent as it is, and clean",
    async (zone) => {
      vi.stubEnv("TZ", zone);
      const spaced = { ...planned, startTime: "2030-12-06 02:00:00", endTime: "2030-12-06 03:00:00" };
      expect(check(maintenance, { hub: "acme", ...spaced })).toEqual([]);
      const scene = await startScene(maintenance);
      const made = await scene.create(spaced);

      expect(scene.takeWrites()[0]?.body).toMatchObject({ start_time: spaced.startTime, end_time: spaced.endTime });
      expect(scene.emulator.records("maintenances")[0]?.start_time).toBe(planned.startTime);
      expect(await scene.refresh(made)).toEqual(made);
      expect(scene.changed(made, planned)).toEqual([]);
    },
  );
});

describe.each(announced)("a %s", (_, definition, base) => {
  it.each(["<b>Down</b>", "Down<br>", "<script>alert(1)</script>", "<!-- -->Down"])(
    "[COM-07] with HTML in its title is refused before a request: %s",
    (title) => {
      expect(check(definition, { hub: "acme", ...base, title })).toMatchObject([{ path: ["title"] }]);
    },
  );

  it("[COM-07] keeps a title of plain text as it is", async () => {
    const title = "Latency < 1 s & > 2 h";
    const scene = await startScene(definition);
    const made = await scene.create({ ...base, title });

    expect(scene.takeWrites()[0]?.body).toMatchObject({ title });
    expect((await scene.refresh(made)).outputs.title).toBe(title);
  });

  it("[COM-08] keeps a body with its tags", async () => {
    const body = '<p>All is <b>well</b>, see <a href="https://acme.io">here</a></p>';
    const scene = await startScene(definition);
    const made = await scene.create({ ...base, body });

    expect(check(definition, { hub: "acme", ...base, body })).toEqual([]);
    expect(scene.takeWrites()[0]?.body).toMatchObject({ body });
    expect((await scene.refresh(made)).outputs.body).toBe(body);
  });

  it.each(["up", "down", "degraded-performance"])(
    "[COM-13] [COM-14] sends an item of service_statuses as an id and a status: %s",
    async (status) => {
      const scene = await startScene(definition);
      const made = await scene.create({ ...base, serviceStatuses: statuses(status) });

      expect(scene.takeWrites()[0]?.body).toMatchObject({ service_statuses: [{ service_id: 1, status }] });
      expect((await scene.refresh(made)).outputs.serviceStatuses).toEqual(statuses(status));
    },
  );

  it("[COM-14] knows no other status", () => {
    expect(check(definition, { hub: "acme", ...base, serviceStatuses: statuses("maintenance") })).toMatchObject([
      { path: ["serviceStatuses", 0, "status"] },
    ]);
  });
});

const nullable: Readonly<Record<string, readonly string[]>> = {
  Hub: ["productUrl"],
  Service: ["publicName", "description", "customId"],
  IncidentTemplate: ["title", "body", "incidentType", "silentUpdate"],
  MaintenanceTemplate: ["title", "body", "duration", "silent"],
  Subscription: ["label"],
  // Inferred: null ends a series.
  Maintenance: ["repeat"],
};

it.each(Object.entries(definitions))("[COM-09] %s takes null where the API does, and reads it", (kind, definition) => {
  const refusals = (name: string) => check(definition, { [name]: null }).filter(({ path }) => path[0] === name);
  const accepting = Object.keys(definition.properties).filter((name) => refusals(name).length === 0);
  expect(accepting.toSorted()).toEqual(nullable[kind]?.toSorted());

  for (const name of accepting) {
    const property = definition.properties[name];
    if (property === undefined) continue;
    const [{ declared }] = samples[kind]?.properties[name]?.values ?? [{ declared: "" }];
    expect(property.type.toWire(null)).toBeNull();
    expect(observe(property, { [property.wire]: null }, { declared: null })).toEqual({ value: null });
    // An answer tells this one by a flag, which is never null.
    if (name === "silentUpdate") continue;
    expect(observe(property, { [property.wire]: null }, { declared })).toEqual({ value: null });
  }
});

const wrong = Object.entries(samples).flatMap(([kind, { properties }]) =>
  Object.entries(properties).flatMap(([name, { refused }]) => refused.map((value) => [kind, name, value] as const)),
);

it.each(wrong)("[COM-10] a wrong value is refused before a request: %s %s %j", (kind, name, value) => {
  const definition = definitions[kind];
  expect.assert(definition);
  const good = Object.entries(samples[kind]?.properties ?? {}).map(([key, { values }]) => [key, values[0].declared]);
  const failures = check(definition, { hub: "acme", ...Object.fromEntries(good), [name]: value });

  expect(failures.map(({ path }) => path[0])).toContain(name);
});
