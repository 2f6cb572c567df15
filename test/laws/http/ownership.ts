import { expect } from "vitest";
import type { Values } from "../../engine-model/grpc.ts";
import type { Kept, Provider } from "../../engine-model/host.ts";
import { posted } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { createManaged, lawsWith, seenOtherwise } from "./law.ts";
import { begin, isSeries, rows, seriesOf } from "./occurrences.ts";

export async function compare(provider: Provider, { id, outputs }: Kept, inputs: Values): Promise<void> {
  await provider.check(inputs, inputs);
  await provider.diff(id, outputs, inputs);
}

/** A record with two resources: the one that created it, and one that adopted it in a run that failed later. */
async function shareRecord(world: World) {
  const inputs = posted(world);
  const first = await createManaged(world, inputs);
  const second = await (await world.startProcess()).create({ ...inputs, adopt: first.id });
  expect(second.id).toBe(first.id);
  world.takeWrites();
  return { inputs, first, second };
}

export const ownershipLaws = lawsWith({ isOfProtocol: true, appliesTo: isCreatable }, [
  {
    id: "OWN-1",
    case: "two resources that have one record, even in a later run",
    async prove(world) {
      const { inputs, first, second } = await shareRecord(world);
      for (const [declared, removed] of [
        [second, first],
        [first, second],
      ] as const) {
        const provider = await world.startProcess();
        await compare(provider, declared, inputs);
        await provider.delete(removed.id, removed.outputs);
        expect(world.takeWrites()).toEqual([]);
        expect(world.live()).toHaveLength(1);
      }
      expect(world.printed).toContain("is kept, because a different resource of this stack manages it");

      await (await world.startProcess()).delete(first.id, first.outputs);
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "OWN-1",
    case: "the error says what to do",
    async prove(world) {
      const { inputs, first, second } = await shareRecord(world);
      const provider = await world.startProcess();
      await compare(provider, second, inputs);
      await expect(compare(provider, first, inputs)).rejects.toThrow(
        /A different resource of this stack already manages.* remove one of the two/,
      );
    },
  },
  {
    id: "OWN-2",
    case: "whichever is registered first",
    async prove(world) {
      const inputs = posted(world);
      const { id, outputs } = await createManaged(world, inputs);
      const after = await world.startProcess();
      await compare(after, { id, outputs }, inputs);
      const message = `A different resource of this stack already manages ${world.kind} ${id}.*aliases`;
      await expect(after.create({ ...inputs, adopt: id })).rejects.toThrow(new RegExp(message));

      // The owner itself may name its record.
      const same = await world.startProcess();
      await same.check(inputs, { ...inputs, adopt: id });
      await same.diff(id, outputs, { ...inputs, adopt: id });
    },
  },
  {
    id: "OWN-1",
    case: "one that Pulumi replaces without a diff keeps the record that it adopts, and restores none that is about to be deleted",
    async prove(world) {
      const { definition } = world;
      const inputs = posted(world);
      const { id, outputs } = await createManaged(world, inputs);
      for (const adopt of definition.identity === undefined ? [id] : [id, true]) {
        const declared = { ...inputs, adopt };
        const provider = await world.startProcess();
        await provider.check({}, declared);
        expect((await provider.create(declared)).id).toBe(id);
        await provider.delete(id, outputs);
        expect(world.live()).toHaveLength(1);
      }
      if (definition.identity === undefined) return;
      // With --replace, Pulumi only shows a new resource.
      const replacing = await world.startProcess();
      const renamed = seenOtherwise(world, inputs);
      await replacing.check({}, renamed);
      await expect(replacing.create(renamed)).rejects.toThrow("deleteBeforeReplace for a replacement");
      // With --continue-on-error, Pulumi goes on.
      await expect(replacing.delete(id, outputs)).rejects.toThrow("conflicts with it, and that failed");
    },
  },
  {
    id: "OWN-3",
    case: "one that the program means to adopt, although that failed",
    async prove(world) {
      const { definition, emulator } = world;
      const inputs = posted(world);
      const { id, outputs } = await createManaged(world, inputs);
      for (const adopt of definition.identity === undefined ? [id] : [id, true]) {
        const declared = { ...inputs, adopt };
        const provider = await world.startProcess();
        await provider.check({}, declared);
        emulator.faults.add({ status: 422, times: Number.POSITIVE_INFINITY });
        await expect(provider.create(declared)).rejects.toThrow("422");
        emulator.faults.clear();
        await expect(provider.delete(id, outputs)).rejects.toThrow("adopts the record");
        expect(world.takeWrites().filter(({ method }) => method === "DELETE")).toEqual([]);
      }
    },
  },
  {
    id: "OWN-3",
    case: "taking a record is one step, also for two creates whose responses are lost",
    async prove(world) {
      const { emulator, definition } = world;
      const inputs = posted(world);
      const provider = await world.holdProcess();
      emulator.faults.add({ method: "POST", drop: "after", times: 2 });
      const made = await Promise.allSettled([provider.create(inputs), provider.create(inputs)]);
      const ids = made.flatMap((each) => (each.status === "fulfilled" ? [each.value.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeLessThanOrEqual(definition.identity === undefined ? 2 : 1);
    },
  },
  {
    id: "OWN-3",
    case: "the dates of a series",
    appliesTo: isSeries,
    async prove(world) {
      world.emulator.clock.set(begin);
      const series = seriesOf(world);
      const own = await createManaged(world, series);
      const [, , third] = rows(world);
      const { repeat: _, ...single } = series;
      const provider = await world.startProcess();
      await compare(provider, own, series);
      await expect(provider.create({ ...single, adopt: String(third?.id) })).rejects.toThrow(
        "already manages Maintenance",
      );
    },
  },
]);
