import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { minimal } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { createManaged, type HttpLaw, methods } from "./law.ts";

/*
 * A series on the emulator, and a person who changes its occurrences.
 */

export const isSeries = ({ series }: { series?: unknown }) => series !== undefined;

export const day = 24 * 60 * 60_000;
export const begin = Date.parse("2037-12-01T00:00:00Z");
export const first = { startTime: "2037-12-06T02:00:00Z", endTime: "2037-12-06T03:00:00Z" };

/** Patterns with an end, and without. Without one, the emulator makes occurrences for a year. */
export const patterns: readonly Values[] = [
  { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2038-01-17T12:00:00Z" },
  { interval: "daily", endOn: "2037-12-16T12:00:00Z" },
  { interval: "monthly", endOn: "2038-06-30T00:00:00Z" },
  { interval: "yearly", endOn: "2042-01-01T00:00:00Z" },
  { interval: "daily" },
  { interval: "weekly" },
  { interval: "yearly" },
  { interval: "monthly" },
];

/** Each interval once, half of them with an end. */
export const everyInterval = patterns.filter((_, index) => index % 2 === 0);

export const seriesOf = (world: World, repeat: unknown = patterns[0]): Values => ({
  ...minimal(world),
  ...first,
  repeat,
});

export type Row = ReturnType<World["emulator"]["records"]>[number] & Readonly<Record<string, unknown>>;

export const rows = (world: World) =>
  (world.live() as Row[]).toSorted((one, other) => String(one.start_time).localeCompare(String(other.start_time)));
export const startsOf = (world: World) => rows(world).map(({ start_time }) => String(start_time));
export const now = (world: World) => new Date(world.emulator.clock.now()).toISOString();
export const upcoming = (world: World) => rows(world).filter(({ start_time }) => String(start_time) > now(world));

export const later = (time: unknown, milliseconds: number) =>
  new Date(Date.parse(String(time)) + milliseconds).toISOString().replace(".000", "");

/** What a person can do to one occurrence in the control panel. */
export const acts: Readonly<Record<string, (world: World, row: Row) => void>> = {
  delete: ({ emulator }, { id }) => void emulator.perform("deleteMaintenance", inPanel(id)),
  purge: ({ emulator }, { id }) => emulator.remove("maintenances", id),
  move: (world, row) => {
    const [start_time, end_time] = [later(row.start_time, 2 * 3_600_000), later(row.end_time, 2 * 3_600_000)];
    edit(world, row, { start_time, end_time });
  },
  rename: (world, row) => edit(world, row, { title: "Moved servers" }),
  unpublish: (world, row) => edit(world, row, { state: "draft" }),
  publish: (world, row) => edit(world, row, { state: "published" }),
};

const inPanel = (id: number) => ({ params: { subdomain: "acme", maintenance_id: id } });
export const edit = ({ emulator }: World, { id }: Row, body: Values) =>
  void emulator.perform("updateMaintenance", { ...inPanel(id), body });

type SeriesCase = (before: readonly Row[]) => Promise<void>;

/** Returns a law about what happens to a series, or to each of several. */
export const seriesLaw = ({
  programs = [seriesOf],
  cases,
  ...law
}: Pick<HttpLaw, "id" | "case" | "emulator"> & {
  readonly programs?: readonly ((world: World) => Values)[];
  readonly cases: (world: World, inputs: Values) => readonly SeriesCase[];
}): HttpLaw => ({
  ...law,
  appliesTo: isSeries,
  async prove(_, another) {
    for (const program of programs) {
      const world = await another();
      await fromSeries(world, { inputs: program(world), cases: cases(world, program(world)) });
    }
  },
});

/** Deploys a series, and runs each case from there. */
async function fromSeries(
  world: World,
  { inputs, cases }: { readonly inputs: Values; readonly cases: readonly SeriesCase[] },
): Promise<void> {
  world.emulator.clock.set(begin);
  await createManaged(world, inputs);
  const snapshot = world.emulator.snapshot();
  const { state } = world.deployment;
  for (const each of cases) {
    world.emulator.restore(snapshot);
    // Later than the up has taken on a busy machine: nothing is made before the record itself.
    world.emulator.clock.set(begin + 60_000);
    world.deployment.state = state;
    await each(rows(world));
    world.takeWrites();
  }
}

/**
 * Recovers or adopts series of every interval, whose create was killed after its POST or its PUT, with one PUT of what is
 * missing. Then nothing of them differs, nor is left after a destroy.
 *
 * @param take returns the program with which the series is in the state
 */
export async function takeOverSeries(
  another: () => Promise<World>,
  take: (world: World, inputs: Values) => Promise<Values>,
): Promise<void> {
  for (const repeat of patterns.slice(0, 4)) {
    for (const last of ["POST", "PUT"]) {
      const world = await another();
      const { emulator, deployment } = world;
      emulator.clock.set(begin);
      const inputs = { ...seriesOf(world, repeat), notifications: [{ offsetInMin: -60, offsetType: "start" }] };
      if (last === "POST") emulator.faults.add({ method: "PUT", status: 422 });
      await deployment.up(inputs).catch(() => undefined);
      deployment.state = undefined;
      world.takeWrites();

      const declared = await take(world, inputs);
      expect(methods(world.takeWrites()), last).toEqual(last === "POST" ? ["PUT"] : []);
      expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
      await deployment.destroy();
      expect(rows(world), `${last} ${JSON.stringify(repeat)}`).toEqual([]);
    }
  }
}
