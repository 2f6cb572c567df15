import type { Deployment } from "../engine-model/deployment.ts";
import type { Values } from "../engine-model/grpc.ts";
import { secret } from "../engine-model/marks.ts";
import type { Operation } from "../engine-model/state.ts";
import { createUnmanaged } from "../laws/http/law.ts";
import { acts, begin, edit, rows, seriesOf } from "../laws/http/occurrences.ts";
import type { World } from "../laws/world.ts";
import { changed, full, minimal } from "../samples/program.ts";

/*
 * What can have happened to a resource, so that its state holds more than what the program declares. Together, their states have every
 * key that only the provider reads.
 */

export interface Situation {
  readonly title: string;
  readonly kind: string;
  /** Brings the resource there, and returns the program with which the next command runs. */
  reach(world: World, deployment: Deployment): Promise<Values>;
  /** The step that a preview then shows. @default "same" */
  readonly preview?: Operation;
  /** The requests of an up after a refresh: the method, and the fields of the body. @default none */
  readonly up?: readonly string[];
  /** Those of a destroy after it. @default one DELETE */
  readonly destroy?: readonly string[];
}

/** The PUT takes effect, but no response says so, and the server asks for a longer pause than the provider waits. */
const noResponse = { method: "PUT", status: 500, when: "after", headers: { "Retry-After": "200" } } as const;

const past = { startTime: "2020-06-07T02:00:00Z", endTime: "2020-06-07T03:00:00Z" };
const beforePast = Date.parse("2020-06-01T00:00:00Z");
const afterPast = Date.parse("2020-08-01T00:00:00Z");

const notifications = [{ offsetInMin: -60, offsetType: "start" }];

/** Runs an up that fails as it is meant to. */
async function upInVain(deployment: Deployment, program: Values): Promise<void> {
  const message = await deployment.up(program).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (message === undefined) throw new Error("The up has not failed.");
}

const second = (world: World) => {
  const row = rows(world)[1];
  if (row === undefined) throw new Error("The series has one date.");
  return row;
};

/** A resource whose program declares everything. */
const everything = (kind: string, destroy: readonly string[] = ["DELETE"]): Situation => ({
  title: `${kind} that declares everything`,
  kind,
  async reach(world, deployment) {
    const program = full(world);
    await deployment.up(program);
    return program;
  },
  destroy,
});

const ofEachKind: readonly Situation[] = [
  everything("Hub", []),
  everything("Service"),
  everything("IncidentTemplate"),
  everything("MaintenanceTemplate"),
  everything("Subscription"),
  everything("Maintenance", ["PUT event_repeat recurring silent", "DELETE"]),
];

const ofRecords: readonly Situation[] = [
  {
    title: "adopted by its ID",
    kind: "Service",
    async reach(world, deployment) {
      const adopt = await createUnmanaged(world, full(world));
      const program = { ...full(world), adopt };
      await deployment.up(program);
      return program;
    },
  },
  {
    title: "adopted by its unique values, secret to the program",
    kind: "Service",
    async reach(world, deployment) {
      await createUnmanaged(world, full(world));
      const program = { ...full(world), customId: secret("api"), adopt: true };
      await deployment.up(program);
      return program;
    },
  },
  {
    title: "kept in the server's form",
    kind: "IncidentTemplate",
    async reach(world, deployment) {
      const table = "incident_templates";
      world.emulator.assume({ trim: `${table}.title`, "entity-encode": `${table}.body` });
      const program = { ...full(world), title: "API is down ", body: secret("<p>Cats & dogs</p>") };
      await deployment.up(program);
      return program;
    },
  },
  {
    title: "an update whose outcome is unknown",
    kind: "Service",
    async reach(world, deployment) {
      const program = { ...full(world), name: "Web", description: "What others use" };
      await deployment.up(full(world));
      world.emulator.faults.add(noResponse);
      await upInVain(deployment, program);
      return program;
    },
    preview: "update",
  },
  {
    title: "a restored subscription with another ID",
    kind: "Subscription",
    async reach(world, deployment) {
      world.emulator.assume({ "restored-id": "new" });
      const program = full(world);
      await deployment.up(program);
      world.emulator.edit("subscriptions", Number(deployment.state?.id), { deleted: true });
      await deployment.refresh();
      await deployment.up(program);
      return program;
    },
  },
  {
    title: "a deleted subscription",
    kind: "Subscription",
    async reach(world, deployment) {
      const program = full(world);
      await deployment.up(program);
      world.emulator.edit("subscriptions", Number(deployment.state?.id), { deleted: true });
      await deployment.refresh();
      return program;
    },
    preview: "update",
    up: ["PUT"],
  },
];

const ofMaintenances: readonly Situation[] = [
  {
    title: "a create whose PUT was rejected",
    kind: "Maintenance",
    async reach(world, deployment) {
      world.emulator.clock.set(begin);
      world.emulator.faults.add({ method: "PUT", status: 422 });
      const program = { ...seriesOf(world), notifications };
      await upInVain(deployment, program);
      return program;
    },
    preview: "update",
    up: ["PUT event_notifications event_repeat recurring state"],
    destroy: ["PUT event_repeat recurring", "DELETE"],
  },
  {
    title: "a create whose PUT has an unknown outcome",
    kind: "Maintenance",
    async reach(world, deployment) {
      world.emulator.clock.set(begin);
      world.emulator.faults.add(noResponse);
      const program = { ...seriesOf(world), notifications };
      await upInVain(deployment, program);
      return program;
    },
    preview: "update",
    up: ["PUT recurring state"],
    destroy: ["PUT event_repeat recurring", "DELETE"],
  },
  {
    title: "a series with a date that somebody deleted, one that somebody moved, and past ones",
    kind: "Maintenance",
    async reach(world, deployment) {
      world.emulator.clock.set(begin);
      const program = { ...seriesOf(world), title: secret("Patching") };
      await deployment.up(program);
      acts.delete?.(world, second(world));
      acts.move?.(world, second(world));
      world.emulator.clock.set(Date.parse("2037-12-21T12:00:00Z"));
      await deployment.refresh();
      return program;
    },
    destroy: ["PUT event_repeat recurring", "DELETE"],
  },
  {
    title: "a maintenance that somebody has moved",
    kind: "Maintenance",
    async reach(world, deployment) {
      world.emulator.clock.set(begin);
      const program = { ...minimal(world), title: "Patching" };
      await deployment.up(program);
      const [row = second(world)] = rows(world);
      edit(world, row, { start_time: "2037-12-07T02:00:00Z", end_time: "2037-12-07T03:00:00Z" });
      await deployment.refresh();
      return program;
    },
    preview: "update",
    up: ["PUT end_time start_time"],
  },
  {
    title: "a draft that somebody has published",
    kind: "Maintenance",
    async reach(world, deployment) {
      world.emulator.clock.set(begin);
      const program = { ...minimal(world), state: "draft" };
      await deployment.up(program);
      const [row = second(world)] = rows(world);
      acts.publish?.(world, row);
      await deployment.refresh();
      return program;
    },
    preview: "update",
    up: ["PUT state"],
  },
  {
    title: "a maintenance that is over, which a program changes",
    kind: "Maintenance",
    async reach(world, deployment) {
      world.emulator.clock.set(beforePast);
      await deployment.up({ ...changed(world), ...past, state: "published", repeat: null });
      world.emulator.clock.set(afterPast);
      await deployment.refresh();
      return { ...minimal(world), ...past, title: "Patched" };
    },
    destroy: [],
  },
  {
    title: "a series that is over, which a program changes",
    kind: "Maintenance",
    async reach(world, deployment) {
      world.emulator.clock.set(beforePast);
      const repeat = { interval: "weekly", endOn: "2020-07-12T00:00:00Z" };
      await deployment.up({ ...minimal(world), ...past, repeat });
      world.emulator.clock.set(afterPast);
      await deployment.refresh();
      return { ...minimal(world), ...past, repeat, title: "Patched" };
    },
    destroy: [],
  },
];

export const situations: readonly Situation[] = [...ofEachKind, ...ofRecords, ...ofMaintenances];
