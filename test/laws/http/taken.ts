import { expect, vi } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { minimal, posted } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { createUnmanaged, lawsWith, methods } from "./law.ts";
import { begin, isSeries, seriesOf } from "./occurrences.ts";
import { compare } from "./ownership.ts";

/** What the output says at some time: the native provider's lines arrive later. */
const says = (world: World, text: RegExp) => vi.waitFor(() => expect(world.printed).toMatch(text), { timeout: 60_000 });

/** Adopts a record that is as the program declares, and perhaps refreshes the state. */
async function adopt(world: World, inputs: Values, isRefreshed: boolean): Promise<Values> {
  const declared = { ...inputs, adopt: await createUnmanaged(world, inputs) };
  await adoptAgain(world, declared, isRefreshed);
  return declared;
}

async function adoptAgain(world: World, declared: Values, isRefreshed: boolean): Promise<void> {
  const { deployment } = world;
  await deployment.up(declared);
  if (isRefreshed) await deployment.refresh();
  expect(deployment.state?.inputs.adopt).toBe(declared.adopt);
  // Each adoption sends what no response shows, such as whether an update is silent.
  world.takeWrites();
}

const nextDay = { startTime: "2037-12-07T02:00:00Z", endTime: "2037-12-07T03:00:00Z" };

const dropping = { step: "update", properties: ["adopt"] };

export const takenLaws = lawsWith({ appliesTo: isCreatable }, [
  {
    id: "OWN-6",
    isOfProtocol: true,
    case: "it stays until an update without adopt, which sends nothing; until then, a replacement fails in the preview; with and without a refresh",
    async prove(world) {
      const { deployment, kind } = world;
      const inputs = posted(world);
      const other = { id: "2", subdomain: "globex" };
      for (const isRefreshed of [false, true]) {
        const declared = await adopt(world, inputs, isRefreshed);
        expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
        for (const program of [inputs, declared])
          await expect(deployment.preview({ ...program, hub: other })).rejects.toThrow(
            /Deploy once without adopt.*SH4012/,
          );
        await deployment.destroy();
        expect(world.takeWrites()).toEqual([]);
        expect(world.live()).toHaveLength(1);
        const named = `${kind} .*\\(ID ${declared.adopt}\\).* stays on the page, and in effect, .*declare it with adopt: "`;
        await says(world, new RegExp(named));

        await adoptAgain(world, declared, isRefreshed);
        expect(await deployment.preview(inputs)).toEqual(dropping);
        expect(await deployment.up(inputs)).toEqual(dropping);
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        expect(await deployment.preview({ ...inputs, hub: other })).toMatchObject({ step: "replace" });
        expect(world.takeWrites()).toEqual([]);
        await deployment.destroy();
        expect(world.live()).toEqual([]);
      }
    },
  },
  {
    id: "OWN-6",
    case: "a replacement that Pulumi plans without asking what differs fails before anything is sent",
    async prove(world) {
      const inputs = posted(world);
      const declared = await adopt(world, inputs, false);
      const { id = "", outputs = {} } = world.deployment.state ?? {};
      for (const program of [declared, inputs]) {
        const provider = await world.startProcess();
        await provider.check(declared, program);
        await provider.diff(id, outputs, program);
        // With `replaceOnChanges`, or another provider, it is checked again, as if it were new.
        const { failures } = await provider.check({}, program);
        expect(failures).toEqual([expect.stringMatching(/Deploy once without adopt.*SH4012/)]);
      }
      const { failures } = await (await world.startProcess()).check({}, declared);
      expect(failures).toEqual([]);
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "OWN-5",
    isOfProtocol: true,
    case: "--replace of a resource that still says adopt, if a refresh has shown that the stack has its record; otherwise, a line says that nothing was replaced",
    async prove(world) {
      const declared = await adopt(world, posted(world), false);
      const { id = "", outputs = {} } = world.deployment.state ?? {};
      const refreshed = await world.startProcess();
      await refreshed.read(id, outputs, declared);
      const { failures } = await refreshed.check({}, declared);
      expect(failures).toEqual([expect.stringMatching(/already manages .*SH4010/)]);
      expect(world.takeWrites()).toEqual([]);

      const unread = await world.startProcess();
      await unread.check({}, declared);
      expect((await unread.create(declared)).id).toBe(id);
      await unread.delete(id, outputs);
      await says(world, /is kept, .* If you have passed --replace, nothing was replaced/);
      expect(world.live()).toHaveLength(1);
    },
  },
  {
    id: "OWN-6",
    case: "what stays because it was taken isn't made a second time under another name",
    async prove(world) {
      const inputs = posted(world);
      const declared = await adopt(world, inputs, false);
      const { id = "", outputs = {} } = world.deployment.state ?? {};
      const provider = await world.startProcess();
      await provider.read(id, outputs, declared);
      await provider.check({}, inputs);
      await expect(provider.create(inputs)).rejects.toThrow(/SH4004|SH4005|SH4019/);
      expect(world.live()).toHaveLength(1);
    },
  },
  {
    id: "OWN-6",
    case: "what the stack has made isn't marked: adopt: true that found nothing, and an adopted record that was deleted and made again",
    async prove(world) {
      const { emulator, samples, definition } = world;
      const inputs = posted(world);
      const isUnique = definition.identity !== undefined;
      const declared = { ...inputs, adopt: isUnique ? true : await createUnmanaged(world, inputs) };
      const before = await world.startProcess();
      const first = await before.create(declared);
      let made = first;
      // The second time, `adopt` names a record that was gone before.
      for (let time = 0; time < 2 && !isUnique; time++) {
        emulator.remove(samples.table, Number(made.id));
        const provider = await world.startProcess();
        await provider.read(made.id, made.outputs, declared);
        await provider.check({}, declared);
        made = await provider.create(declared);
      }
      const last = await world.startProcess();
      await compare(last, made, declared);
      await last.delete(made.id, made.outputs);
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "UPG-1",
    case: "a state of before says adopt without a mark: it is deleted as before, and dropping adopt is no change",
    async prove(world) {
      const { deployment } = world;
      const inputs = posted(world);
      const declared = await adopt(world, inputs, false);
      const { id = "", outputs: { __taken, ...outputs } = {} } = deployment.state ?? {};
      deployment.state = { id, inputs: declared, outputs };
      expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      expect(world.takeWrites()).toEqual([]);
      await deployment.destroy();
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "OWN-6",
    case: "a series with all its dates",
    appliesTo: isSeries,
    async prove(world) {
      const { deployment, emulator } = world;
      emulator.clock.set(begin);
      const series = seriesOf(world);
      const declared = await adopt(world, series, true);
      const dates = world.live();
      await expect(deployment.preview({ ...series, ...nextDay })).rejects.toThrow("SH4012");
      await deployment.destroy();
      expect(world.live()).toEqual(dates);

      await deployment.up(declared);
      await deployment.up(series);
      await deployment.destroy();
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "OWN-6",
    case: "a maintenance that is over is released by an update without adopt, and new dates are refused until then",
    appliesTo: isSeries,
    async prove(world) {
      const { deployment, emulator } = world;
      // The machine's clock is the real one.
      const now = Date.now();
      const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString().replace(/\.\d+/, "");
      emulator.clock.set(now - 40 * 3_600_000);
      const inputs = { ...minimal(world), startTime: at(-30), endTime: at(-28) };
      await adopt(world, inputs, true);
      emulator.clock.set(now);
      const later = { ...inputs, startTime: at(1), endTime: at(2) };
      await expect(deployment.preview(later)).rejects.toThrow("SH4012");
      expect(await deployment.up(inputs)).toEqual(dropping);
      expect(world.takeWrites()).toEqual([]);
      expect(await deployment.preview(later)).toMatchObject({ step: "replace" });
    },
  },
  {
    id: "OWN-6",
    case: "a deleted subscription that is restored, by its adoption or later, unless it has to be made again",
    appliesTo: ({ operations }) => operations.restore !== undefined,
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = posted(world);
      const id = await createUnmanaged(world, inputs);
      const declared = { ...inputs, adopt: id };
      emulator.softDelete("subscriptions", Number(id));
      await deployment.up(declared);
      emulator.softDelete("subscriptions", Number(id));
      await deployment.refresh();
      await deployment.up(declared);
      expect(methods(world.takeWrites())).toEqual(["PUT", "PUT"]);
      const restored = deployment.state;
      await deployment.destroy();
      expect(world.live()).toHaveLength(1);

      // Deleted on the page, it needs no warning.
      deployment.state = restored;
      emulator.softDelete("subscriptions", Number(id));
      await deployment.refresh();
      await deployment.destroy();
      expect(world.takeWrites()).toEqual([]);

      deployment.state = restored;
      await deployment.refresh();
      emulator.faults.add({ method: "PUT", path: /restore/, status: 422 });
      await deployment.up(declared);
      await deployment.destroy();
      expect(world.live()).toEqual([]);
    },
  },
]);
