import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { without } from "../../samples/program.ts";
import { lawsWith, methods } from "./law.ts";
import {
  acts,
  begin,
  day,
  edit,
  everyInterval,
  first,
  isSeries,
  now,
  type Row,
  rows,
  seriesLaw,
  seriesOf,
  startsOf,
} from "./occurrences.ts";

const following = { recurring: { update_following: true } };

/** Whatever a person does to one date, and however time passes, the others stay as they are. */
export const seriesLaws = lawsWith({ appliesTo: isSeries }, [
  seriesLaw({
    id: "SER-1",
    programs: everyInterval.map((repeat) => (world) => {
      const state = repeat.interval === "monthly" ? "draft" : "published";
      return { ...seriesOf(world, repeat), ...(repeat.endOn !== undefined && { state }) };
    }),
    cases: (world, inputs) =>
      Object.entries(acts).flatMap(([name, act]) =>
        [0, 1, -1].map((index) => async (before) => {
          const touched = before.at(index);
          if (touched === undefined) throw new Error("The series has no such date.");
          act(world, touched);
          await world.deployment.refresh();
          await world.deployment.up(inputs);
          const message = `${name} ${index} of ${JSON.stringify(inputs.repeat)}`;
          const isOther = ({ id }: Row) => id !== touched.id;
          if (index !== 0) expect(rows(world).filter(isOther), message).toEqual(before.filter(isOther));
          expect(startsOf(world).length, message).toBeLessThanOrEqual(before.length);
          expect(methods(world.takeWrites()), message).not.toContain("POST");
          expect(await world.deployment.previewRefreshed(inputs), message).toEqual(nothing);
        }),
      ),
  }),
  seriesLaw({
    id: "SER-1",
    case: "a date that somebody has moved, even into the past or past a later one",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const moved =
        (days: number) =>
        async ([, second = expect.unreachable(), ...rest]: readonly Row[]) => {
          const at = (time: unknown) => new Date(Date.parse(String(time)) + days * day).toISOString();
          edit(world, second, { start_time: at(second.start_time), end_time: at(second.end_time) });
          emulator.clock.set(begin + 6 * day);
          const [kept] = rows(world).filter(({ id }) => id === second.id);
          expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
          await deployment.refresh();
          await deployment.up({ ...inputs, title: "Upgrade" });
          const writes = world.takeWrites();
          expect(writes).toMatchObject([{ method: "PUT", body: following }]);
          expect(Object.keys(writes[0]?.body ?? {})).not.toContain("start_time");
          expect(rows(world).find(({ id }) => id === second.id)).toMatchObject({ start_time: kept?.start_time });
          if (days < 0) expect(writes[0]?.path).toContain(String(rest[0]?.id));
        };
      return [moved(-10), moved(10)];
    },
  }),
  seriesLaw({
    id: "SER-2",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const removal = (remove: (row: Row) => void) => async (before: readonly Row[]) => {
        for (const row of before.slice(0, 2)) {
          remove(row);
          expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
          await deployment.refresh();
          expect(deployment.state?.id).toBe(String(before[0]?.id));
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
          await expect(deployment.up({ ...inputs, title: "Upgrade" })).rejects.toThrow(/no occurrence .* left.*SH4007/);
        },
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
    cases: (world, inputs) => [
      async (before: readonly Row[]) => {
        for (const row of before) acts.delete?.(world, row);
        await world.deployment.refresh();
        await world.deployment.up(inputs);
        expect(methods(world.takeWrites())).toEqual(["POST", "PUT"]);
        expect(startsOf(world)).toEqual(before.map(({ start_time }) => start_time));
      },
    ],
  }),
  seriesLaw({
    id: "SER-3",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const repeat = inputs.repeat as Values;
      const replaced = (change: object) => async (before: readonly Row[]) => {
        emulator.clock.set(begin + 6 * day);
        const declared = { ...inputs, ...change };
        expect((await deployment.previewRefreshed(declared)).step).toBe("replace");
        await deployment.up(declared);
        expect(deployment.state?.id).not.toBe(String(before[0]?.id));
        const [old, ...rest] = rows(world);
        expect(old).toEqual(before[0]);
        expect(rest.filter(({ id }) => before.some((row) => row.id === id))).toEqual([]);
        expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
      };
      const extended =
        (endOn?: string) =>
        async ([one]: readonly Row[]) => {
          const declared = { ...inputs, repeat: endOn === undefined ? without(repeat, "endOn") : { ...repeat, endOn } };
          expect(await deployment.up(declared)).toEqual({ step: "update", properties: ["repeat"] });
          expect(world.takeWrites()).toMatchObject([{ method: "PUT", path: expect.stringContaining(String(one?.id)) }]);
          expect(startsOf(world)).toContain("2038-01-31T02:00:00Z");
          expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
          await deployment.destroy();
          expect(rows(world)).toEqual([]);
        };
      return [
        async (before) => {
          emulator.clock.set(begin + 6 * day);
          await deployment.up({ ...inputs, title: "Upgrade" });
          const path = `/hubs/acme/maintenances/${before[1]?.id}`;
          expect(world.takeWrites()).toEqual([{ method: "PUT", path, body: { title: "Upgrade", ...following } }]);
          expect(rows(world)[0]).toEqual(before[0]);
        },
        replaced({ startTime: "2037-12-06T01:00:00Z" }),
        replaced({ repeat: { interval: "daily", endOn: "2037-12-20T00:00:00Z" } }),
        replaced({ repeat: { ...repeat, endOn: "2037-12-28T00:00:00Z" } }),
        extended("2038-02-01T00:00:00Z"),
        extended("2038-02-01"),
        extended(),
      ];
    },
  }),
  seriesLaw({
    id: "SER-9",
    programs: everyInterval.map((repeat) => (world) => seriesOf(world, repeat)),
    cases(world, inputs) {
      const { emulator, deployment } = world;
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
        const left = rows(world).slice(ended.length);
        expect(new Set(left.map(({ title }) => title))).toEqual(new Set(["Upgrade"]));
      };
      return [6, 20, 45, 500].flatMap((days) => [edited(days, false), edited(days, true)]);
    },
  }),
  ...(
    [
      { clock: "local", startTime: first.startTime, repeat: { interval: "weekly", endOn: "2038-04-20T00:00:00Z" } },
      {
        clock: "clamped",
        startTime: "2037-12-31T02:00:00Z",
        repeat: { interval: "monthly", endOn: "2038-06-30T23:00:00Z" },
      },
      { clock: "rolling", startTime: first.startTime, repeat: { interval: "daily", endOn: "2038-01-15T00:00:00Z" } },
    ] as const
  ).map(({ clock, startTime, repeat }) =>
    seriesLaw({
      id: "SER-11",
      case: clock,
      emulator: { assume: { "series-clock": clock } },
      programs: [(world) => ({ ...seriesOf(world, repeat), startTime, endTime: startTime.replace("T02", "T03") })],
      cases: (world, inputs) =>
        [0.4, 0.7].map((part) => async (before) => {
          const { deployment, emulator } = world;
          const row = before.at(Math.floor(before.length * part));
          emulator.clock.set(Date.parse(String(row?.end_time)) + 60_000);
          expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
          await deployment.refresh();
          await deployment.up({ ...inputs, title: "Upgrade" });
          const left = () => rows(world).filter(({ end_time }) => String(end_time) > now(world));
          expect(left().length).toBeGreaterThan(0);
          expect(new Set(left().map(({ title }) => title))).toEqual(new Set(["Upgrade"]));
          await deployment.destroy();
          expect(left()).toEqual([]);
        }),
    }),
  ),
  seriesLaw({
    id: "SER-12",
    emulator: { assume: { occurrences: "hidden" } },
    cases: (world, inputs) => {
      const { deployment, emulator } = world;
      return [
        async ([one]) => {
          emulator.clock.set(begin + 20 * day);
          await deployment.refresh();
          await deployment.up({ ...inputs, title: "Upgrade" });
          const path = `/hubs/acme/maintenances/${one?.id}`;
          expect(world.takeWrites()).toEqual([{ method: "PUT", path, body: { title: "Upgrade", ...following } }]);
          expect(await deployment.previewRefreshed({ ...inputs, title: "Upgrade" })).toEqual(nothing);
        },
        async ([one]) => {
          emulator.clock.set(begin + 20 * day);
          await deployment.destroy();
          expect(world.takeWrites()).toMatchObject([{ method: "PUT", body: { event_repeat: null } }]);
          expect(rows(world)).toMatchObject([{ id: one?.id }]);
        },
      ];
    },
  }),
]);
