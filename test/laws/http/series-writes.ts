import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { full, minimal, without } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { lawsAbout, lawsWith } from "./law.ts";
import {
  acts,
  begin,
  day,
  isSeries,
  now,
  type Row,
  rows,
  seriesLaw,
  seriesOf,
  takeOverSeries,
  upcoming,
} from "./occurrences.ts";

/** Deploys a maintenance that started in the past, with notifications of every form. */
async function tellPast(world: World) {
  const { deployment, emulator } = world;
  const notifications = [
    { offsetInMin: -1440, offsetType: "start" },
    { offsetInMin: 15, offsetType: "start" },
    { offsetInMin: -15, offsetType: "end" },
    { offsetInMin: 60, offsetType: "end" },
  ];
  const inputs = { ...minimal(world), startTime: "2020-02-29T23:30:00Z", notifications };
  await deployment.up(inputs);
  const [record] = emulator.records("maintenances");
  const plans = [
    await deployment.previewRefreshed(inputs),
    await deployment.previewRefreshed({ ...inputs, notifications: notifications.toReversed() }),
  ];
  return { record, plans };
}

/** A series is created, changed and deleted as a whole. */
export const seriesWriteLaws = lawsWith({ appliesTo: isSeries }, [
  {
    id: "SER-4",
    case: "adopting the leftover takes over all of it",
    prove: (_, another) =>
      takeOverSeries(another, async (world, inputs) => {
        const id = String(rows(world)[0]?.id);
        await expect(world.deployment.up(inputs)).rejects.toThrow(new RegExp(`Maintenance ${id} of the hub`));
        expect(world.takeWrites()).toEqual([]);
        const declared = { ...inputs, adopt: id };
        await world.deployment.up(declared);
        // While the program says adopt, a destroy keeps the record.
        await world.deployment.up(inputs);
        return inputs;
      }),
  },
  {
    id: "SER-11",
    case: "two equal series that are made at the same time each have their own",
    async prove(world) {
      const { emulator, deployment } = world;
      emulator.clock.set(begin);
      await world.holdProcess();
      const both = [deployment, world.deployAnother()];
      await Promise.all(both.map((each) => each.up(seriesOf(world))));
      const known = both.map(({ state }) => Object.keys((state?.outputs.__occurrences ?? {}) as object));
      expect(known.map(({ length }) => length)).toEqual([7, 7]);
      expect(new Set(known.flat()).size).toBe(14);
      await deployment.destroy();
      expect(rows(world).map(({ id }) => String(id))).toEqual(known[1]);
    },
  },
  ...(
    [
      ["accepted", {}],
      ["ignored", { "empty-repeat": "ignored" }],
      ["rejected", { "empty-repeat": "rejected" }],
    ] as const
  ).map(([answer, assume]) =>
    seriesLaw({
      id: "SER-5",
      case: `an empty pattern is ${answer}`,
      emulator: { assume },
      cases(world) {
        const { emulator, deployment } = world;
        const destroyed = (days: number, refreshes: boolean) => async (before: readonly Row[]) => {
          emulator.clock.set(begin + days * day);
          if (refreshes) await deployment.refresh();
          const ended = before.filter(({ end_time }) => String(end_time) <= now(world));
          await deployment.destroy();
          expect(upcoming(world), `after ${days} days`).toEqual([]);
          expect(rows(world), `after ${days} days`).toEqual(ended);
        };
        return [0, 6, 20, 90].flatMap((days) => [destroyed(days, false), destroyed(days, true)]);
      },
    }),
  ),
  {
    id: "SER-5",
    case: "the next destroy deletes what a failed one has left",
    async prove(_, another) {
      const world = await another({ assume: { "empty-repeat": "ignored" } });
      await world.deployment.up(seriesOf(world));
      world.emulator.faults.add({ method: "DELETE", after: 1, status: 422, times: Number.POSITIVE_INFINITY });
      await expect(world.deployment.destroy()).rejects.toThrow(/still on the hub: \d+, .*SH5505/);
      world.emulator.faults.clear();
      await world.deployment.destroy();
      expect(rows(world)).toEqual([]);
    },
  },
  {
    id: "SER-6",
    async prove(world) {
      const { emulator, deployment } = world;
      emulator.clock.set(begin);
      const inputs = seriesOf(world);
      emulator.faults.add({ method: "PUT", status: 422, body: { error: "event_repeat.interval is not known" } });
      await expect(deployment.up(inputs)).rejects.toThrow("event_repeat.interval is not known");
      expect(rows(world)).toMatchObject([{ state: "draft", event_repeat: null }]);
      await deployment.refresh();
      await deployment.up(inputs);
      expect(world.takeWrites().map(({ method, body }) => [method, body?.state])).toEqual([
        ["POST", "draft"],
        ["PUT", "published"],
        ["PUT", "published"],
      ]);
      expect(rows(world).every(({ state }) => state === "published")).toBe(true);
      expect(rows(world)).toHaveLength(7);
      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      await deployment.destroy();

      await deployment.up({ ...inputs, state: "draft" });
      expect(rows(world).every(({ state }) => state === "draft")).toBe(true);
      expect(await deployment.previewRefreshed({ ...inputs, state: "draft" })).toEqual(nothing);
    },
  },
  {
    id: "SER-7",
    async prove(world) {
      const { emulator, deployment } = world;
      emulator.clock.set(begin);
      const inputs: Values = { ...seriesOf(world), silent: true, state: "draft" };
      await deployment.up(inputs);
      const published = { ...without(inputs, "state"), title: "Upgrade" };
      await deployment.up(published);
      const [one] = rows(world);
      if (one !== undefined) acts.rename?.(world, one);
      await deployment.refresh();
      await deployment.up(published);
      await deployment.up({ ...published, repeat: { ...(inputs.repeat as Values), endOn: "2038-03-01T00:00:00Z" } });
      await deployment.up({ ...published, startTime: "2037-12-06T01:00:00Z" });
      await deployment.destroy();
      const writes = world.takeWrites().filter(({ method }) => method !== "DELETE");
      expect(writes.length).toBeGreaterThan(6);
      expect(writes.filter(({ body }) => body?.silent !== true)).toEqual([]);
    },
  },
  {
    id: "REC-3",
    isOfProtocol: true,
    case: "a series whose PUT took effect without a usable response",
    async prove(first, another) {
      for (const refreshes of [false, true]) {
        const world = refreshes ? await another() : first;
        const { deployment, emulator } = world;
        // The same fault for every attempt: the request takes effect, and each response is lost.
        emulator.faults.add({ method: "PUT", status: 500, when: "after", times: 6 });
        await expect(deployment.up(full(world))).rejects.toThrow("is in the state");
        emulator.faults.clear();
        expect(world.live().length).toBeGreaterThan(1);
        if (refreshes) await deployment.refresh();
        await deployment.destroy();
        expect(world.live()).toEqual([]);
      }
    },
  },
  {
    id: "REC-5",
    async prove(world) {
      const { deployment } = world;
      await deployment.up(full(world));
      expect(world.live().length).toBeGreaterThan(1);
      const single = without(full(world), "repeat");
      expect((await deployment.up(single)).step).toBe("replace");
      expect(world.live().map(({ id }) => String(id))).toEqual([deployment.state?.id]);
      expect(await deployment.previewRefreshed(single)).toEqual(nothing);
    },
  },
  ...lawsAbout({ tell: tellPast }, [
    { id: "REC-7", prove: ({ record }) => expect(record?.start_time).toBe("2020-02-29T23:30:00Z") },
    {
      id: "REC-12",
      case: "in any order",
      prove({ record, plans }) {
        expect(record?.event_notifications).toHaveLength(4);
        expect(plans).toEqual([nothing, nothing]);
      },
    },
  ]),
]);
