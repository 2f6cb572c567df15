import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { without } from "../../samples/program.ts";
import type { HttpLaw } from "./law.ts";
import {
  acts,
  begin,
  day,
  edit,
  fromSeries,
  isSeries,
  now,
  type Row,
  rows,
  seriesLaw,
  seriesOf,
  startsOf,
} from "./occurrences.ts";

const weekly = { interval: "weekly", endOn: "2038-01-17T12:00:00Z" };
const monthly = { interval: "monthly", endOn: "2038-06-30T00:00:00Z" };

/** What other dates in a program mean for a series that has begun. */
export const dateLaws: readonly HttpLaw[] = [
  seriesLaw({
    id: "SER-9",
    case: "dates that the program no longer declares are deleted, also if none is left",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const repeat = inputs.repeat as Values;
      const endedOn = (endOn: string) => ({ ...inputs, repeat: { ...repeat, endOn } });
      const shortened = (refreshes: boolean, gone: number) => async (before: readonly Row[]) => {
        emulator.clock.set(begin + 14 * day);
        for (const row of before.slice(0, gone)) acts.purge?.(world, row);
        if (refreshes) await deployment.refresh();
        const ended = before.slice(gone).filter(({ end_time }) => String(end_time) <= now(world));
        await deployment.up(endedOn("2037-12-16T00:00:00Z"));
        expect(rows(world)).toEqual(ended);
        expect(await deployment.previewRefreshed(endedOn("2037-12-16T00:00:00Z"))).toEqual(nothing);
        await deployment.refresh();
        expect(await deployment.up(endedOn("2037-12-16T00:00:00Z"))).toEqual(nothing);

        await deployment.up(endedOn("2037-12-28T00:00:00Z"));
        expect(startsOf(world).slice(ended.length)).toEqual(["2037-12-20T02:00:00Z", "2037-12-27T02:00:00Z"]);
        await deployment.destroy();
        expect(rows(world)).toEqual(ended);
      };
      return [
        ...[0, 1, 2].flatMap((gone) => [shortened(false, gone), shortened(true, gone)]),
        async (before) => {
          emulator.clock.set(begin + 14 * day);
          const changed = { ...endedOn("2037-12-16T00:00:00Z"), title: "Upgrade" };
          await expect(deployment.up(changed)).rejects.toThrow(/SH4012/);
          expect(rows(world)).toEqual(before);
          expect(world.takeWrites()).toEqual([]);
        },
        async () => {
          // It begins with the third date, so nothing of it has ended.
          await deployment.destroy();
          emulator.clock.set(begin + 14 * day);
          await deployment.up(inputs);
          await deployment.up(endedOn("2037-12-16T00:00:00Z"));
          expect(rows(world)).toEqual([]);
          expect(await deployment.previewRefreshed(endedOn("2037-12-16T00:00:00Z"))).toEqual(nothing);
        },
        async (before) => {
          // Somebody has deleted the dates that the program keeps, and no record of them is left.
          emulator.clock.set(begin + 14 * day);
          for (const row of before.slice(2, 4)) acts.delete?.(world, row);
          await deployment.up(endedOn("2037-12-28T00:00:00Z"));
          expect(startsOf(world).slice(2)).toEqual(["2037-12-20T02:00:00Z", "2037-12-27T02:00:00Z"]);
          expect(await deployment.previewRefreshed(endedOn("2037-12-28T00:00:00Z"))).toEqual(nothing);
        },
      ];
    },
  }),
  seriesLaw({
    id: "REC-14",
    case: "a series of one date",
    inputs: (world) => seriesOf(world, { interval: "weekly", endOn: "2037-12-06T12:00:00Z" }),
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const ended = (act: string) => async (before: readonly Row[]) => {
        emulator.clock.set(begin + 14 * day);
        for (const row of before) acts[act]?.(world, row);
        world.takeWrites();
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        await deployment.refresh();
        expect(await deployment.up(inputs)).toEqual(nothing);
        expect(world.takeWrites()).toEqual([]);
      };
      return ["delete", "purge", "rename"].map(ended);
    },
  }),
  seriesLaw({
    id: "SER-9",
    case: "later times of a series whose first date is over begin it anew, with every date that the program declares",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const repeat = inputs.repeat as Values;
      const begun =
        ({
          starts,
          touch,
          refreshes,
          ...change
        }: Values & { starts: readonly string[]; touch?: (row: Row) => void; refreshes: boolean }) =>
        async (before: readonly Row[]) => {
          emulator.clock.set(begin + 14 * day);
          const [, , current] = before;
          if (current !== undefined) touch?.(current);
          if (refreshes) await deployment.refresh();
          await deployment.up({ ...inputs, ...change });
          expect(rows(world).slice(0, 2)).toEqual(before.slice(0, 2));
          expect(startsOf(world).slice(2), JSON.stringify(change)).toEqual(starts);
          expect(await deployment.previewRefreshed({ ...inputs, ...change })).toEqual(nothing);
          expect(await deployment.up({ ...inputs, ...change })).toEqual(nothing);
          await deployment.destroy();
          expect(rows(world)).toEqual(before.slice(0, 2));
        };
      const times = (date: string, hour = "02") => ({
        startTime: `${date}T${hour}:00:00Z`,
        endTime: `${date}T${hour.replace(/.$/, (digit) => String(Number(digit) + 1))}:00:00Z`,
      });
      const nextYear = {
        ...times("2038-02-07"),
        repeat: { ...repeat, endOn: "2038-02-22T00:00:00Z" },
        starts: ["2038-02-07T02:00:00Z", "2038-02-14T02:00:00Z", "2038-02-21T02:00:00Z"],
      };
      const atTheCurrentDate = {
        ...times("2037-12-20"),
        starts: ["20", "27"]
          .map((date) => `2037-12-${date}T02:00:00Z`)
          .concat(["03", "10", "17"].map((date) => `2038-01-${date}T02:00:00Z`)),
      };
      const move = (row: Row) => acts.move?.(world, row);
      return [true, false].flatMap((refreshes) => [
        begun({ ...nextYear, refreshes }),
        begun({ ...nextYear, refreshes, touch: move }),
        begun({ ...atTheCurrentDate, refreshes }),
        async (before) => {
          // Nothing is left to send: the current occurrence is where the program wants the first one.
          emulator.clock.set(begin + 14 * day);
          if (refreshes) await deployment.refresh();
          world.takeWrites();
          await deployment.up({ ...inputs, ...times("2037-12-20") });
          expect(world.takeWrites()).toEqual([]);
          expect(rows(world)).toEqual(before);
        },
        async (before) => {
          emulator.clock.set(begin + 14 * day);
          if (refreshes) await deployment.refresh();
          const once = without({ ...inputs, ...times("2038-02-07") }, "repeat");
          await deployment.up(once);
          expect(startsOf(world)).toEqual([
            ...before.slice(0, 2).map(({ start_time }) => start_time),
            "2038-02-07T02:00:00Z",
          ]);
          expect(await deployment.previewRefreshed(once)).toEqual(nothing);
        },
      ]);
    },
  }),
  {
    id: "SER-12",
    case: "a service that shows one record",
    appliesTo: isSeries,
    async prove(_, another) {
      const world = await another({ assume: { occurrences: "hidden" } });
      const { deployment, emulator } = world;
      const inputs = seriesOf(world, weekly);
      const changing =
        (declared: Values, check: (before: readonly Row[]) => void, updates = 1) =>
        async (before: readonly Row[]) => {
          emulator.clock.set(begin + 20 * day);
          await deployment.refresh();
          await deployment.up(declared);
          const sent = world.takeWrites();
          expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(
            Array.from({ length: updates }, () => `PUT /hubs/acme/maintenances/${before[0]?.id}`),
          );
          expect(sent.at(-1)?.body?.recurring).toEqual({ update_following: true });
          check(before);
          expect(await deployment.up(declared)).toEqual(nothing);
          expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
          expect(deployment.state?.id).toBe(String(before[0]?.id));
        };
      const shorter = { ...inputs, repeat: { ...weekly, endOn: "2038-01-04T00:00:00Z" } };
      await fromSeries(world, {
        inputs,
        cases: [
          changing({ ...inputs, title: "Upgrade" }, () => {
            expect(rows(world).every(({ title }) => title === "Upgrade")).toBe(true);
          }),
          changing(shorter, (before) =>
            expect(startsOf(world)).toEqual(before.slice(0, 5).map((row) => row.start_time)),
          ),
          changing({ ...inputs, startTime: "2037-12-06T01:00:00Z" }, (before) => {
            expect(startsOf(world)).toEqual(before.map((row) => String(row.start_time).replace("T02", "T01")));
          }),
          changing(without(inputs, "repeat"), (before) =>
            expect(rows(world).map(({ id }) => id)).toEqual([before[0]?.id]),
          ),
          async ([first = expect.unreachable()]) => {
            emulator.clock.set(begin + 20 * day);
            acts.move?.(world, first);
            await deployment.refresh();
            expect(await deployment.up(inputs)).toEqual(nothing);
            expect(world.takeWrites()).toEqual([]);
            await deployment.up({ ...inputs, startTime: "2037-12-06T04:00:00Z", endTime: "2037-12-06T05:00:00Z" });
            expect(world.takeWrites()).toMatchObject([
              { method: "PUT", body: { recurring: { update_following: true } } },
            ]);
          },
          async ([first = expect.unreachable()]) => {
            emulator.clock.set(begin + 20 * day);
            edit(world, first, { event_repeat: null });
            await deployment.refresh();
            await deployment.up(inputs);
            const dates = { method: "PUT", body: { event_repeat: { interval: "weekly" } } };
            expect(world.takeWrites()).toMatchObject([{ method: "POST" }, dates]);
            expect(await deployment.up(inputs)).toEqual(nothing);
          },
          async (before) => {
            emulator.clock.set(begin + 20 * day);
            await deployment.destroy();
            expect(world.takeWrites()).toMatchObject([{ method: "PUT", body: { event_repeat: null } }]);
            expect(rows(world)).toMatchObject([{ id: before[0]?.id, title: before[0]?.title }]);
          },
          async (before) => {
            emulator.clock.set(begin + 60 * day);
            await expect(deployment.up({ ...inputs, title: "Upgrade" })).rejects.toThrow(/SH4012/);
            await deployment.destroy();
            expect(rows(world)).toEqual(before);
          },
        ],
      });
    },
  },
  {
    id: "SER-12",
    case: "a service that shows the next one late",
    appliesTo: isSeries,
    async prove(_, another) {
      const world = await another({ assume: { "series-clock": "rolling" } });
      const { deployment, emulator } = world;
      const inputs = seriesOf(world, monthly);
      await fromSeries(world, {
        inputs,
        cases: [
          async (before) => {
            for (const [index, days] of [10, 30, 40].entries()) {
              emulator.clock.set(begin + days * day);
              await deployment.refresh();
              const declared = { ...inputs, title: `Upgrade ${index}` };
              await deployment.up(declared);
              const changed = rows(world).filter(({ title }) => title === declared.title);
              expect(changed.length, String(days)).toBe(before.length - (days > 20 ? 1 : 0));
              expect(await deployment.previewRefreshed(declared), String(days)).toEqual(nothing);
            }
            expect(now(world) > String(before[1]?.end_time)).toBe(true);
            await deployment.destroy();
            expect(rows(world).map(({ id }) => id)).toEqual(before.slice(0, 2).map(({ id }) => id));
          },
        ],
      });
    },
  },
];
