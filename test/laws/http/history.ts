import { expect, vi } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { minimal, without } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { type HttpLaw, methods } from "./law.ts";
import {
  acts,
  begin,
  day,
  first,
  fromSeries,
  isSeries,
  now,
  type Row,
  rows,
  seriesLaw,
  seriesOf,
  startsOf,
} from "./occurrences.ts";

/** Requires that only the expected writes were sent, and that everything that had ended is as before. */
export function expectHistory(world: World, before: readonly Row[], expected: readonly string[]): void {
  const ended = before.filter(({ end_time }) => String(end_time) <= now(world));
  expect(ended.length).toBeGreaterThan(0);
  expect(rows(world).filter(({ id }) => ended.some((row) => row.id === id))).toEqual(ended);
  expect(methods(world.takeWrites())).toEqual(expected);
}

export const single = (world: World): Values => ({ ...minimal(world), ...first });
const nextMonth = { startTime: "2038-03-07T02:00:00Z", endTime: "2038-03-07T03:00:00Z" };
export const over = Date.parse("2038-02-01T00:00:00Z");

/** What has ended stays as it is. */
export const historyLaws: readonly HttpLaw[] = [
  seriesLaw({
    id: "SER-10",
    case: "changes of a series that is over",
    isOfProtocol: true,
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const repeat = inputs.repeat as Values;
      const refused = (change: Values) => async (before: readonly Row[]) => {
        emulator.clock.set(over);
        await deployment.refresh();
        await expect(deployment.up({ ...inputs, ...change })).rejects.toThrow(/what has ended doesn't change.*SH4012/);
        expectHistory(world, before, []);
        expect(await deployment.up(inputs)).toEqual(nothing);
      };
      const made = (change: Values, starts: readonly string[]) => async (before: readonly Row[]) => {
        emulator.clock.set(over);
        await deployment.refresh();
        const next = { ...inputs, ...change };
        await deployment.up(next);
        expectHistory(world, before, ["POST", "PUT"]);
        expect(startsOf(world).slice(before.length)).toEqual(starts);
        expect(await deployment.up(next)).toEqual(nothing);
        expect(await deployment.previewRefreshed(next)).toEqual(nothing);
        await deployment.refresh();
        await deployment.destroy();
        expect(rows(world)).toEqual(before);
      };
      return [
        refused({ title: "Upgrade" }),
        refused({ serviceStatuses: [{ service: "2", status: "down" }] }),
        refused({ repeat: { ...repeat, endOn: "2038-01-24T12:00:00Z" } }),
        made({ repeat: { ...repeat, endOn: "2038-02-15T00:00:00Z" } }, [
          "2038-02-07T02:00:00Z",
          "2038-02-14T02:00:00Z",
        ]),
        made({ ...nextMonth, repeat: { ...repeat, endOn: "2038-03-15T00:00:00Z" } }, [
          "2038-03-07T02:00:00Z",
          "2038-03-14T02:00:00Z",
        ]),
        async (before) => {
          emulator.clock.set(over);
          const once = without({ ...inputs, ...nextMonth }, "repeat");
          await deployment.up(once);
          expectHistory(world, before, ["POST"]);
          expect(await deployment.previewRefreshed(once)).toEqual(nothing);
        },
        async (before) => {
          emulator.clock.set(over);
          await deployment.up(without(inputs, "repeat"));
          expectHistory(world, before, []);
        },
        async (before) => {
          for (const row of before) acts.purge?.(world, row);
          emulator.clock.set(begin + 20 * day);
          await deployment.refresh();
          await deployment.up(inputs);
          expect(startsOf(world)).toEqual(before.slice(3).map(({ start_time }) => start_time));
          expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        },
      ];
    },
  }),
  {
    id: "SER-10",
    case: "an occurrence that somebody ended early",
    isOfProtocol: true,
    appliesTo: isSeries,
    async prove(_, another) {
      const world = await another();
      const { deployment, emulator } = world;
      const early = async (before: readonly Row[]) => {
        emulator.clock.set(begin + 5 * day + 2.5 * 3_600_000);
        const [running] = before;
        if (running === undefined) throw new Error("There is no maintenance.");
        const params = { subdomain: "acme", maintenance_id: running.id };
        emulator.perform("updateMaintenance", { params, body: { end_time: "2037-12-06T02:20:00Z" } });
        return rows(world);
      };
      const inputs = seriesOf(world);
      await fromSeries(world, {
        inputs,
        cases: [
          async (before) => {
            const left = await early(before);
            await deployment.destroy();
            expect(rows(world)).toEqual(left.slice(0, 1));
            await vi.waitFor(
              () => expect(world.printed).toMatch(/the occurrences that have ended stay on the page.*SH5508/),
              { timeout: 20_000 },
            );
          },
          async (before) => {
            const left = await early(before);
            await deployment.up({ ...inputs, title: "Upgrade" });
            expect(rows(world)[0]).toEqual(left[0]);
            expect(rows(world)[1]).toMatchObject({ title: "Upgrade" });
          },
        ],
      });
    },
  },
  {
    id: "SER-11",
    appliesTo: isSeries,
    async prove(_, another) {
      const cases = [
        { clock: "local", repeat: { interval: "weekly", endOn: "2038-04-20T00:00:00Z" } },
        { clock: "clamped", repeat: { interval: "monthly", endOn: "2038-06-30T23:00:00Z" } },
        { clock: "rolling", repeat: { interval: "daily", endOn: "2038-01-15T00:00:00Z" } },
      ] as const;
      for (const { clock, repeat } of cases) {
        const world = await another({ assume: { "series-clock": clock } });
        const { deployment, emulator } = world;
        const start = clock === "clamped" ? "2037-12-31T02:00:00Z" : first.startTime;
        const inputs = { ...seriesOf(world, repeat), startTime: start, endTime: start.replace("T02", "T03") };
        await fromSeries(world, {
          inputs,
          cases: [0.4, 0.7].map((part) => async (before: readonly Row[]) => {
            const row = before.at(Math.floor(before.length * part));
            emulator.clock.set(Date.parse(String(row?.end_time)) + 60_000);
            expect(await deployment.previewRefreshed(inputs), clock).toEqual(nothing);
            await deployment.refresh();
            await deployment.up({ ...inputs, title: "Upgrade" });
            const left = rows(world).filter(({ end_time }) => String(end_time) > now(world));
            expect(left.length, clock).toBeGreaterThan(0);
            expect(new Set(left.map(({ title }) => title)), clock).toEqual(new Set(["Upgrade"]));
            await deployment.destroy();
            expect(
              rows(world).filter(({ end_time }) => String(end_time) > now(world)),
              clock,
            ).toEqual([]);
          }),
        });
      }
    },
  },
  seriesLaw({
    id: "REC-14",
    case: "one that has ended",
    isOfProtocol: true,
    inputs: (world) => single(world),
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const ended = async (before: readonly Row[], remove?: (row: Row) => void) => {
        emulator.clock.set(over);
        for (const row of before) remove?.(row);
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        await deployment.refresh();
        expect(await deployment.up(inputs)).toEqual(nothing);
        expect(world.takeWrites()).toEqual([]);
      };
      return [
        (before) => ended(before, (row) => acts.delete?.(world, row)),
        (before) => ended(before, (row) => acts.purge?.(world, row)),
        (before) =>
          ended(before, (row) => acts.rename?.(world, row))
            .then(() => world.takeWrites())
            .then(() => undefined),
        async (before) => {
          await ended(before);
          await expect(deployment.up({ ...inputs, title: "Upgrade" })).rejects.toThrow(/SH4012/);
          await deployment.up({ ...inputs, ...nextMonth });
          expectHistory(world, before, ["POST"]);
          expect(await deployment.previewRefreshed({ ...inputs, ...nextMonth })).toEqual(nothing);
          await deployment.destroy();
          expectHistory(world, before, ["DELETE"]);
        },
        async (before) => {
          await ended(before);
          await deployment.destroy();
          expectHistory(world, before, []);
          await vi.waitFor(() => expect(world.printed).toMatch(/has ended, so it stays on the page.*SH5508/), {
            timeout: 20_000,
          });
        },
      ];
    },
  }),
  {
    id: "REC-14",
    case: "a new one",
    isOfProtocol: true,
    appliesTo: isSeries,
    async prove(world) {
      const { deployment, emulator } = world;
      emulator.clock.set(over);
      const inputs = single(world);
      await expect(deployment.up(inputs)).rejects.toThrow(/endTime has passed.*Remove it.*silent: true.*SH4013/);
      await expect(deployment.up({ ...seriesOf(world), state: "published" })).rejects.toThrow(/SH4013/);
      expect(world.takeWrites()).toEqual([]);
      await deployment.up({ ...inputs, silent: true });
      expect(methods(world.takeWrites())).toEqual(["POST"]);
      expect(await deployment.previewRefreshed({ ...inputs, silent: true })).toEqual(nothing);
    },
  },
];
