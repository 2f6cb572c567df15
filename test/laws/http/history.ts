import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { minimal, without } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { createUnmanaged, lawsWith, methods } from "./law.ts";
import {
  acts,
  begin,
  day,
  edit,
  first,
  isSeries,
  type Row,
  rows,
  seriesLaw,
  seriesOf,
  startsOf,
  upcoming,
} from "./occurrences.ts";

const single = (world: World): Values => ({ ...minimal(world), ...first });
const nextMonth = { startTime: "2038-03-07T02:00:00Z", endTime: "2038-03-07T03:00:00Z" };
const over = Date.parse("2038-02-01T00:00:00Z");
/** What nobody sees doesn't stay. */
const isHidden = (act: string) => act === "unpublish";
const isGone = (act: string) => act === "delete" || act === "purge";

/** History is over by the program and on the page: it stays as it is. */
export const historyLaws = lawsWith({ appliesTo: isSeries }, [
  seriesLaw({
    id: "SER-10",
    programs: [single, seriesOf],
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const untouched = (act: string, change: Values) => async (before: readonly Row[]) => {
        emulator.clock.set(over);
        for (const row of before) acts[act]?.(world, row);
        const left = rows(world);
        world.takeWrites();
        const declared = { ...inputs, ...change };
        for (const _ of ["up", "refreshed"]) {
          expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
          expect(await deployment.up(declared)).toEqual(nothing);
          await deployment.refresh();
        }
        expect(rows(world)).toEqual(left);
        expect(world.takeWrites()).toEqual([]);
        await deployment.destroy();
        expect(rows(world)).toEqual(isHidden(act) ? [] : left);
        if (!isHidden(act)) expect(world.takeWrites()).toEqual([]);
        if (!isHidden(act) && !isGone(act))
          expect(world.printed).toMatch(/has ended on the page, so it stays there.*SH5508/);
      };
      const changes = [{}, { title: "Upgrade" }, { serviceStatuses: [{ service: "2", status: "down" }] }];
      return Object.keys(acts).flatMap((act) => changes.map((change) => untouched(act, change)));
    },
  }),
  seriesLaw({
    id: "SER-10",
    case: "new dates that aren't over replace it",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const repeat = inputs.repeat as Values;
      const replaced = (change: Values, starts: readonly string[]) => async (before: readonly Row[]) => {
        emulator.clock.set(over);
        const next = "startTime" in change ? change : { ...inputs, ...change };
        expect((await deployment.up(next)).step).toBe("replace");
        expect(rows(world).slice(0, before.length)).toEqual(before);
        expect(startsOf(world).slice(before.length)).toEqual(starts);
        expect(methods(world.takeWrites())).not.toContain("DELETE");
        expect(await deployment.previewRefreshed(next)).toEqual(nothing);
        await deployment.destroy();
        expect(rows(world)).toEqual(before);
      };
      const longer = { repeat: { ...repeat, endOn: "2038-02-15T00:00:00Z" } };
      return [
        replaced(longer, ["2038-02-07T02:00:00Z", "2038-02-14T02:00:00Z"]),
        replaced({ ...without(inputs, "repeat"), ...nextMonth }, [nextMonth.startTime]),
        async ([current = expect.unreachable()]) => {
          const [passed, endTime] = ["2037-12-06T03:30:00Z", "2037-12-06T05:00:00Z"];
          emulator.clock.set(Date.parse(passed));
          edit(world, current, { end_time: endTime });
          expect((await deployment.up({ ...inputs, endTime })).step).toBe("replace");
          expect(new Set(startsOf(world)).size, "today's date is once on the page").toBe(rows(world).length);
        },
      ];
    },
  }),
  seriesLaw({
    id: "SER-10",
    case: "a draft is like any record",
    programs: [(world) => ({ ...single(world), state: "draft" })],
    cases(world, inputs) {
      const { deployment, emulator } = world;
      return [
        async ([draft]) => {
          emulator.clock.set(over);
          expect(await deployment.up({ ...inputs, ...nextMonth })).toMatchObject({ step: "update" });
          expect(rows(world)).toMatchObject([{ id: draft?.id, start_time: nextMonth.startTime }]);
          expect(await deployment.previewRefreshed({ ...inputs, ...nextMonth })).toEqual(nothing);
        },
        async ([draft = expect.unreachable()]) => {
          edit(world, draft, { state: "published" });
          const declared = { ...inputs, state: "published" };
          await deployment.refresh();
          expect(await deployment.up(declared)).toEqual(nothing);
          const left = rows(world);
          emulator.clock.set(over);
          await deployment.up({ ...declared, title: "Upgrade" });
          await deployment.destroy();
          expect(rows(world)).toEqual(left);
        },
        async () => {
          emulator.clock.set(over);
          await deployment.destroy();
          expect(rows(world)).toEqual([]);
        },
        async ([draft = expect.unreachable()]) => {
          edit(world, draft, { start_time: nextMonth.startTime, end_time: nextMonth.endTime });
          emulator.clock.set(over);
          expect(await deployment.previewRefreshed(inputs)).toMatchObject({ properties: ["endTime", "startTime"] });
          await deployment.refresh();
          await deployment.up({ ...inputs, title: "Upgrade" });
          expect(rows(world)).toMatchObject([{ title: "Upgrade", start_time: first.startTime }]);
        },
      ];
    },
  }),
  seriesLaw({
    id: "SER-10",
    case: "a date that somebody ended early, or extended past a later one",
    cases(world, inputs) {
      const { deployment, emulator } = world;
      const early = ([running = expect.unreachable()]: readonly Row[]) => {
        emulator.clock.set(begin + 5 * day + 2.5 * 3_600_000);
        edit(world, running, { end_time: "2037-12-06T02:20:00Z" });
        return rows(world);
      };
      return [
        async (before) => {
          const left = early(before);
          await deployment.destroy();
          expect(rows(world)).toEqual(left.slice(0, 1));
        },
        async (before) => {
          const left = early(before);
          await deployment.up({ ...inputs, title: "Upgrade" });
          expect(rows(world)[0]).toEqual(left[0]);
          expect(rows(world)[1]).toMatchObject({ title: "Upgrade" });
        },
        async ([running = expect.unreachable(), passed]) => {
          edit(world, running, { end_time: "2037-12-15T03:00:00Z" });
          emulator.clock.set(begin + 13 * day);
          await deployment.up({ ...inputs, title: "Upgrade" });
          expect(rows(world)[1]).toEqual(passed);
          expect(rows(world)[2]).toMatchObject({ title: "Upgrade" });
          await deployment.destroy();
          expect(rows(world)).toEqual([passed]);
        },
        async (before) => {
          const last = before.at(-1) ?? expect.unreachable();
          const event_repeat = { ...(last.event_repeat as object), end_on: "2038-02-01T00:00:00Z" };
          edit(world, last, { event_repeat, recurring: { update_following: true } });
          edit(world, last, { end_time: "2038-01-17T05:00:00Z" });
          emulator.clock.set(begin + 50 * day);
          await deployment.destroy();
          expect(upcoming(world)).toEqual([]);
        },
      ];
    },
  }),
  {
    id: "SER-10",
    case: "an adoption takes history as it is, and sends no dates that are over to what is to come",
    async prove(_, another) {
      const adopting = async (change: Values, page: Values, state = "published") => {
        const world = await another();
        const { deployment, emulator } = world;
        emulator.clock.set(begin);
        const id = await createUnmanaged(world, { ...single(world), state });
        const [row = expect.unreachable()] = rows(world);
        edit(world, row, page);
        emulator.clock.set(begin + 6 * day);
        world.takeWrites();
        const inputs = { ...single(world), title: "Upgrade", adopt: id, ...change };
        return { world, inputs, adopt: () => deployment.up(inputs) };
      };
      const extended = { end_time: "2037-12-09T03:00:00Z" };

      const history = await adopting({}, {});
      await history.adopt();
      expect(history.world.takeWrites()).toEqual([]);

      const alive = await adopting({}, extended);
      await alive.adopt();
      expect(alive.world.takeWrites()).toMatchObject([{ method: "PUT", body: { title: "Upgrade" } }]);
      expect(rows(alive.world)).toMatchObject([{ title: "Upgrade", ...extended }]);
      expect(await alive.world.deployment.previewRefreshed(alive.inputs)).toEqual(nothing);

      const hidden = await adopting({ state: "draft" }, {}, "draft");
      await hidden.adopt();
      expect(rows(hidden.world)).toMatchObject([{ title: "Upgrade", state: "draft" }]);

      const refused = [
        { ...(await adopting({ endTime: "2037-12-09T03:00:00Z" }, {})), message: /has ended on the page.*SH4009/ },
        { ...(await adopting({ state: "published" }, {}, "draft")), message: /would announce what has ended.*SH4013/ },
      ];
      for (const { world, adopt, message } of refused) {
        await expect(adopt()).rejects.toThrow(message);
        expect(world.takeWrites()).toEqual([]);
      }
    },
  },
  {
    id: "SER-13",
    isOfProtocol: true,
    async prove(world) {
      const { deployment, emulator } = world;
      emulator.clock.set(begin);
      const series = seriesOf(world);
      const id = await createUnmanaged(world, series);
      const later = String(rows(world)[2]?.id);
      const refused = (declared: Values, message: string) => expect(deployment.up(declared)).rejects.toThrow(message);
      await refused({ ...single(world), adopt: later }, `can't be a resource of its own. Use the ID of the first one`);
      await refused({ ...series, adopt: later }, `Use the ID of the first one that hasn't ended, ${id}`);
      await refused({ ...single(world), adopt: id }, "is an occurrence of a recurring maintenance");
      await refused(
        { ...series, startTime: "2037-12-08T02:00:00Z", endTime: "2037-12-08T03:00:00Z", adopt: id },
        `Declare those of the page: startTime "${first.startTime}"`,
      );
      const daily = { interval: "daily", endOn: "2038-01-17T12:00:00Z" };
      await refused(
        { ...series, repeat: daily, adopt: id },
        "has other times, or another pattern, than the program declares",
      );
      emulator.clock.set(begin + 6 * day);
      await refused({ ...series, adopt: id }, "adopt the first one that hasn't ended");
      emulator.clock.set(begin);
      expect(world.takeWrites()).toEqual([]);

      await deployment.up({ ...series, title: "Upgrade", adopt: id });
      expect(world.takeWrites()).toMatchObject([{ method: "PUT", body: { recurring: { update_following: true } } }]);
      expect(await deployment.previewRefreshed({ ...series, title: "Upgrade", adopt: id })).toEqual(nothing);
      await deployment.up({ ...series, title: "Upgrade" });
      expect(world.takeWrites()).toEqual([]);
      await deployment.destroy();
      expect(rows(world)).toEqual([]);

      const extended = { ...series, endTime: "2037-12-06T05:00:00Z" };
      const again = await createUnmanaged(world, series);
      const [today = expect.unreachable()] = rows(world);
      edit(world, today, { end_time: extended.endTime });
      await deployment.up({ ...extended, adopt: again });
      acts.delete?.(world, today);
      await deployment.refresh();
      expect(await deployment.previewRefreshed({ ...extended, adopt: again }), "its other dates are its own").toEqual(
        nothing,
      );
    },
  },
  {
    id: "REC-14",
    isOfProtocol: true,
    async prove(world) {
      const { deployment, emulator } = world;
      emulator.clock.set(over);
      const inputs = single(world);
      await expect(deployment.up(inputs)).rejects.toThrow(/endTime has passed.*Remove it.*silent: true.*SH4013/);
      await expect(deployment.up({ ...seriesOf(world), state: "published" })).rejects.toThrow(/SH4013/);
      expect(world.takeWrites()).toEqual([]);
      await deployment.up({ ...inputs, silent: true });
      expect(methods(world.takeWrites())).toEqual(["POST"]);
      expect(await deployment.previewRefreshed({ ...without(inputs, "body"), silent: true })).toEqual(nothing);
    },
  },
]);
