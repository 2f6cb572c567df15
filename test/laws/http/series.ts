import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import { type HttpLaw, methods } from "./law.ts";
import {
  acts,
  begin,
  day,
  edit,
  everyInterval,
  first,
  fromSeries,
  isSeries,
  later,
  now,
  type Row,
  rows,
  seriesLaw,
  seriesOf,
  startsOf,
} from "./occurrences.ts";

/** Whatever a person does to one occurrence, and however time passes, the others stay as they are. */
export const seriesLaws: readonly HttpLaw[] = [
  {
    id: "SER-1",
    appliesTo: isSeries,
    async prove(_, another) {
      for (const repeat of everyInterval) {
        const world = await another();
        const state = repeat.interval === "monthly" ? "draft" : "published";
        const inputs = { ...seriesOf(world, repeat), ...(repeat.endOn !== undefined && { state }) };
        const cases = Object.entries(acts).flatMap(([name, act]) =>
          [0, 1, -1].map((index) => async (before: readonly Row[]) => {
            const touched = before.at(index);
            if (touched === undefined) throw new Error("The series has no such occurrence.");
            act(world, touched);
            await world.deployment.refresh();
            await world.deployment.up(inputs);
            const message = `${name} ${index} of ${JSON.stringify(repeat)}`;
            const others = (all: readonly Row[]) => all.filter(({ id }) => id !== touched.id);
            expect(others(rows(world)), message).toEqual(others(before));
            expect(rows(world).length, message).toBeLessThanOrEqual(before.length);
            expect(methods(world.takeWrites()), message).not.toContain("POST");
            expect(await world.deployment.previewRefreshed(inputs), message).toEqual(nothing);
          }),
        );
        await fromSeries(world, { inputs, cases });
      }
    },
  },
  seriesLaw({
    id: "SER-9",
    case: "a series that goes on under an occurrence that somebody has changed keeps that change",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const goingOn = (end: (row: Row | undefined) => void) => async (before: readonly Row[]) => {
        const [first, second] = before;
        for (const act of [acts.rename, acts.unpublish]) if (second !== undefined) act?.(world, second);
        end(first);
        await deployment.refresh();
        await deployment.up(inputs);
        expect(methods(world.takeWrites())).toEqual([]);
        expect(rows(world)).toContainEqual(
          expect.objectContaining({ id: second?.id, title: "Moved servers", state: "draft" }),
        );
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      };
      return [
        goingOn(() => emulator.clock.set(begin + 8 * day)),
        goingOn((row) => void (row && acts.delete?.(world, row))),
      ];
    },
  }),
  seriesLaw({
    id: "SER-2",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const removal = (remove: (row: Row) => void) => async (before: readonly Row[]) => {
        const [one, two, three] = before;
        for (const [gone, next] of [[one, two] as const, [two, three] as const]) {
          if (gone === undefined || next === undefined) throw new Error("The series is too short.");
          remove(gone);
          expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
          await deployment.refresh();
          expect(deployment.state?.id).toBe(String(next.id));
          expect(await deployment.up(inputs)).toEqual(nothing);
        }
        expect(world.takeWrites()).toEqual([]);
        await deployment.up({ ...inputs, title: "Upgrade" });
        expect(new Set(rows(world).map(({ title }) => title))).toEqual(new Set(["Upgrade"]));
        expect(startsOf(world)).toEqual(before.slice(2).map(({ start_time }) => start_time));
      };
      return [
        removal((row) => acts.delete?.(world, row)),
        removal((row) => acts.purge?.(world, row)),
        async (before) => {
          for (const row of before) acts.delete?.(world, row);
          emulator.clock.set(Date.parse("2038-02-01T00:00:00Z"));
          await deployment.refresh();
          expect(await deployment.up(inputs)).toEqual(nothing);
          expect(world.takeWrites()).toEqual([]);
          await deployment.destroy();
          expect(rows(world)).toEqual([]);
        },
      ];
    },
  }),
  seriesLaw({
    id: "REC-11",
    cases(world, inputs) {
      const { deployment } = world;
      const recreated = async (before: readonly Row[]) => {
        for (const row of before) acts.delete?.(world, row);
        await deployment.refresh();
        await deployment.up(inputs);
        expect(methods(world.takeWrites())).toEqual(["POST", "PUT"]);
        expect(startsOf(world)).toEqual(before.map(({ start_time }) => start_time));
      };
      return [recreated];
    },
  }),
  seriesLaw({
    id: "SER-3",
    cases(world, inputs) {
      const { deployment } = world;
      const renamed = (all: readonly Row[], index: number) => {
        const row = all[index];
        if (row !== undefined) acts.rename?.(world, row);
      };
      const bodies = () => world.takeWrites().map(({ body }) => body);
      const one = { recurring: { update_following: false } };
      const following = { recurring: { update_following: true } };
      return [
        async (before) => {
          renamed(before, 0);
          renamed(before, 2);
          await deployment.refresh();
          await deployment.up(inputs);
          expect(bodies()).toEqual([{ title: inputs.title, ...one }]);
          expect(rows(world).map(({ title }) => title)[2]).toBe("Moved servers");
        },
        async (before) => {
          if (before[0] !== undefined) acts.move?.(world, before[0]);
          await deployment.refresh();
          await deployment.up({ ...inputs, title: "Upgrade" });
          expect(bodies()).toEqual([
            { start_time: first.startTime, end_time: first.endTime, ...one },
            { title: "Upgrade", ...following },
          ]);
          expect(startsOf(world)).toEqual(before.map(({ start_time }) => start_time));
        },
        async (before) => {
          // Not refreshed: moving the series must not move the others by the difference to the moved one.
          if (before[0] !== undefined) acts.move?.(world, before[0]);
          const moved = { startTime: "2037-12-06T05:00:00Z", endTime: "2037-12-06T06:00:00Z" };
          await deployment.up({ ...inputs, ...moved });
          expect(startsOf(world)).toEqual(before.map(({ start_time }) => later(start_time, 3 * 3_600_000)));
          expect(await deployment.previewRefreshed({ ...inputs, ...moved })).toEqual(nothing);
        },
        async (before) => {
          const event_repeat = { interval: "weekly", end_on: "2038-03-01T00:00:00Z" };
          if (before[0] !== undefined) edit(world, before[0], { event_repeat, ...following });
          await deployment.refresh();
          await deployment.up(inputs);
          expect(bodies()).toMatchObject([{ event_repeat: { end_on: "2038-01-17T12:00:00Z" }, ...following }]);
          expect(startsOf(world)).toEqual(before.map(({ start_time }) => start_time));
        },
      ];
    },
  }),
  {
    id: "SER-9",
    appliesTo: isSeries,
    async prove(_, another) {
      for (const repeat of everyInterval) {
        const world = await another();
        const { emulator, deployment } = world;
        const inputs = seriesOf(world, repeat);
        const edited = (days: number, refreshes: boolean) => async (before: readonly Row[]) => {
          emulator.clock.set(begin + days * day);
          if (refreshes) {
            expect(await deployment.previewRefreshed(inputs), `after ${days} days`).toEqual(nothing);
            await deployment.refresh();
          }
          expect(await deployment.up(inputs)).toEqual(nothing);
          expect(world.takeWrites()).toEqual([]);
          const ended = before.filter(({ end_time }) => String(end_time) <= now(world));
          if (ended.length === before.length) return;
          await deployment.up({ ...inputs, title: "Upgrade" });
          expect(rows(world).slice(0, ended.length)).toEqual(ended);
          expect(
            new Set(
              rows(world)
                .slice(ended.length)
                .map(({ title }) => title),
            ),
          ).toEqual(new Set(["Upgrade"]));
          const earlier = { startTime: "2037-12-06T01:00:00Z", endTime: "2037-12-06T02:00:00Z" };
          await deployment.up({ ...inputs, ...earlier, title: "Upgrade" });
          expect(rows(world).slice(0, ended.length)).toEqual(ended);
          const open = before.slice(ended.length).map(({ start_time }) => later(start_time, -3_600_000));
          expect(startsOf(world).slice(ended.length)).toEqual(open);
          expect(await deployment.previewRefreshed({ ...inputs, ...earlier, title: "Upgrade" })).toEqual(nothing);
        };
        const cases = [6, 20, 45, 500].flatMap((days) => [edited(days, false), edited(days, true)]);
        await fromSeries(world, { inputs, cases });
      }
    },
  },
];
