import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { without } from "../../samples/program.ts";
import type { HttpLaw } from "./law.ts";
import { begin, day, fromSeries, isSeries, now, type Row, rows, seriesOf, startsOf } from "./occurrences.ts";

const weekly = { interval: "weekly", endOn: "2038-01-17T12:00:00Z" };
const monthly = { interval: "monthly", endOn: "2038-06-30T00:00:00Z" };

/** A pattern that goes on isn't over, although every record that the service shows has ended. */
export const ongoingLaws: readonly HttpLaw[] = [
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
