import { expect, vi } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { without } from "../../samples/program.ts";
import { expectHistory, over, single } from "./history.ts";
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

/** What a program may still declare of what has ended, and which record it goes on with. */
export const nextRecordLaws: readonly HttpLaw[] = [
  seriesLaw({
    id: "DRF-14",
    case: "recordId is that of the current occurrence, and id follows with a refresh",
    isOfProtocol: true,
    cases(world) {
      const { deployment, emulator } = world;
      const inputs = { ...seriesOf(world), title: "Upgrade" };
      return [
        async ([first, second]) => {
          const ids = () => [deployment.state?.id, deployment.state?.outputs.recordId];
          expect(ids()).toEqual([String(first?.id), String(first?.id)]);
          emulator.clock.set(begin + 8 * day);
          await deployment.up(inputs);
          expect(ids()).toEqual([String(first?.id), String(second?.id)]);
          await deployment.refresh();
          expect(ids()).toEqual([String(second?.id), String(second?.id)]);
          expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        },
      ];
    },
  }),
  {
    id: "SER-10",
    case: "a program may take over what somebody has changed, and nothing of a lost response is left to send",
    isOfProtocol: true,
    appliesTo: isSeries,
    async prove(world) {
      const { deployment, emulator } = world;
      const accepted = async (declared: Values) => {
        emulator.clock.set(over);
        await deployment.refresh();
        await deployment.up(declared);
        expect(world.takeWrites()).toEqual([]);
        expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
      };
      for (const inputs of [single(world), seriesOf(world)]) {
        await fromSeries(world, {
          inputs,
          cases: [
            async (before) => {
              for (const row of before) acts.rename?.(world, row);
              world.takeWrites();
              await accepted({ ...inputs, title: "Moved servers" });
              await expect(deployment.up({ ...inputs, title: "Upgrade" })).rejects.toThrow(/SH4012/);
            },
            async () => {
              // No response carries this value, so nobody can learn any more whether it took effect.
              emulator.faults.add({ method: "PUT", status: 500, when: "after", times: 6 });
              await expect(deployment.up({ ...inputs, silent: true })).rejects.toThrow("is in the state");
              emulator.faults.clear();
              world.takeWrites();
              await accepted({ ...inputs, silent: true });
            },
          ],
        });
      }
    },
  },
  {
    id: "SER-10",
    case: "a preview with a refresh accepts that, too",
    isOfProtocol: true,
    appliesTo: isSeries,
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = single(world);
      emulator.clock.set(begin);
      await deployment.up(inputs);
      for (const row of rows(world)) edit(world, row, { title: "Moved servers", end_time: "2037-12-06T02:20:00Z" });
      emulator.clock.set(over);
      await world.holdProcess();
      const before = world.printed.length;
      const said = () => world.printed.slice(before);
      await deployment.previewRefreshed({ ...inputs, title: "Moved servers", endTime: "2037-12-06T02:20:00Z" });
      await deployment.previewRefreshed({
        ...inputs,
        startTime: "2038-03-07T02:00:00Z",
        endTime: "2038-03-07T03:00:00Z",
      });
      await vi.waitFor(() => expect(said()).toContain("SH5509"), { timeout: 20_000 });
      expect(said()).not.toContain("SH4012");
    },
  },
  seriesLaw({
    id: "SER-10",
    case: "a later part of a series doesn't become its first occurrence, which is over",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const continued = { ...inputs, repeat: { ...(inputs.repeat as Values), endOn: "2038-02-15T00:00:00Z" } };
      return [
        async (before) => {
          emulator.clock.set(over);
          await deployment.up(continued);
          world.takeWrites();
          await deployment.up(without(continued, "repeat"));
          expect(rows(world)).toEqual(before);
          expect(await deployment.previewRefreshed(without(continued, "repeat"))).toEqual(nothing);
        },
      ];
    },
  }),
  {
    id: "SER-10",
    case: "a pattern that comes back makes its dates again, unless they are there",
    appliesTo: isSeries,
    async prove(world, another) {
      const { deployment, emulator } = world;
      const inputs = seriesOf(world);
      const once = without(inputs, "repeat");
      const cut = { ...inputs, repeat: { ...(inputs.repeat as Values), endOn: "2037-12-14T00:00:00Z" } };
      const returning = (change: Values) => async (before: readonly Row[]) => {
        emulator.clock.set(begin + 20 * day);
        await deployment.up(change);
        expect(rows(world)).toEqual(before.slice(0, 3));
        world.takeWrites();
        expect(await deployment.previewRefreshed(change)).toEqual(nothing);
        await deployment.up(inputs);
        expectHistory(world, before.slice(0, 3), ["POST", "PUT"]);
        expect(startsOf(world)).toEqual(before.map(({ start_time }) => start_time));
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      };
      await fromSeries(world, { inputs, cases: [returning(once), returning(cut)] });

      const other = await another();
      const takenOver = async ([row]: readonly Row[]) => {
        const { interval, options, endOn: end_on } = inputs.repeat as Record<string, Values>;
        const event_repeat = { interval, interval_options: { enabled_days: options?.enabledDays }, end_on };
        if (row !== undefined) edit(other, row, { event_repeat });
        other.emulator.clock.set(begin + 20 * day);
        const before = rows(other);
        await other.deployment.up(inputs);
        expectHistory(other, before, []);
        expect(await other.deployment.previewRefreshed(inputs)).toEqual(nothing);
        expect(rows(other)).toEqual(before);
      };
      await fromSeries(other, { inputs: once, cases: [takenOver] });
    },
  },
  seriesLaw({
    id: "SER-4",
    case: "a resource whose record is over adopts the leftover of its next one",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const next = { ...inputs, repeat: { ...(inputs.repeat as Values), endOn: "2038-02-15T00:00:00Z" } };
      const published = { ...next, state: "published" };
      const adopted = async (before: readonly Row[]) => {
        emulator.clock.set(over);
        const { state } = deployment;
        emulator.faults.add({ method: "PUT", status: 422 });
        await expect(deployment.up(next)).rejects.toThrow("422");
        deployment.state = state;
        const left = rows(world).at(-1);
        world.takeWrites();
        await expect(deployment.up(next)).rejects.toThrow(
          new RegExp(`declare adopt: "${left?.id}".* state: "published"`),
        );
        await deployment.up({ ...published, adopt: String(left?.id) });
        expectHistory(world, before, ["PUT"]);
        expect(startsOf(world).slice(before.length)).toEqual(["2038-02-07T02:00:00Z", "2038-02-14T02:00:00Z"]);
        expect(rows(world).every(({ state }) => state === "published")).toBe(true);
        expect(await deployment.previewRefreshed(published)).toEqual(nothing);
        await deployment.destroy();
        expect(rows(world)).toEqual(before);
      };
      return [adopted];
    },
  }),
  seriesLaw({
    id: "ADO-9",
    case: "the current occurrence of a series, which stays where it is",
    isOfProtocol: true,
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const adopted = (days: number) => async (before: readonly Row[]) => {
        emulator.clock.set(begin + days * day);
        deployment.state = undefined;
        const ended = before.filter(({ end_time }) => String(end_time) <= now(world));
        await deployment.up({ ...inputs, adopt: String(before[ended.length]?.id) });
        expect(rows(world), `after ${days} days`).toEqual(before);
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        await deployment.destroy();
        expect(rows(world), `after ${days} days`).toEqual(ended);
      };
      return [15, 20].map(adopted);
    },
  }),
  {
    id: "ADO-9",
    case: "a series by any of its occurrences, all of which it manages from the one that comes next",
    isOfProtocol: true,
    appliesTo: isSeries,
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = seriesOf(world);
      const adopted = (index: number, change: Values) => async (before: readonly Row[]) => {
        emulator.clock.set(begin + 14 * day);
        deployment.state = undefined;
        const declared = { ...inputs, ...change };
        await deployment.up({ ...declared, adopt: String(before[index]?.id) });
        expectHistory(world, before, Object.keys(change).length === 0 ? [] : ["PUT"]);
        expect(rows(world).slice(2)).toMatchObject(before.slice(2).map(({ id }) => ({ id, title: declared.title })));
        expect(await deployment.up(declared)).toEqual(nothing);
        expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
        await deployment.up({ ...declared, title: "Later" });
        expect(rows(world).slice(2)).toMatchObject(before.slice(2).map(({ id }) => ({ id, title: "Later" })));
        await deployment.destroy();
        expect(rows(world)).toEqual(before.slice(0, 2));
      };
      const cases = [0, 1, 2, 4, 6].flatMap((index) => [adopted(index, {}), adopted(index, { title: "Upgrade" })]);
      await fromSeries(world, { inputs, cases });
      await fromSeries(world, {
        inputs: single(world),
        cases: [
          async (before) => {
            emulator.clock.set(over);
            deployment.state = undefined;
            const changed = { ...single(world), title: "Upgrade", adopt: String(before[0]?.id) };
            await expect(deployment.up(changed)).rejects.toThrow(/has ended.*Declare its title as it is there.*SH4012/);
            expectHistory(world, before, []);
          },
        ],
      });
    },
  },
];
