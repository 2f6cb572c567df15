import { expect } from "vitest";
import type { Values } from "../../engine-model/grpc.ts";
import type { Kept, Provider } from "../../engine-model/host.ts";
import { full, posted } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { createUnmanaged, type HttpLaw } from "./law.ts";
import { begin, isSeries, rows, seriesOf } from "./occurrences.ts";

export async function compare(provider: Provider, { id, outputs }: Kept, inputs: Values): Promise<void> {
  await provider.check(inputs, inputs);
  await provider.diff(id, outputs, inputs);
}

/** A record with two resources: the one that created it, and one that adopted it in a run that failed later. */
async function shareRecord(world: World) {
  const inputs = posted(world);
  await world.deployment.up(inputs);
  const { id = "", outputs = {} } = world.deployment.state ?? {};
  const first: Kept = { id, outputs };
  const second: Kept = await (await world.startProcess()).create({ ...inputs, adopt: id });
  expect(second.id).toBe(id);
  world.takeWrites();
  return { inputs, first, second };
}

export const ownershipLaws: readonly HttpLaw[] = [
  {
    id: "OWN-1",
    isOfProtocol: true,
    case: "two resources that have one record, even in a later run",
    appliesTo: isCreatable,
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
    isOfProtocol: true,
    case: "the error says what to do",
    appliesTo: isCreatable,
    async prove(world) {
      const { inputs, first, second } = await shareRecord(world);
      const provider = await world.startProcess();
      await compare(provider, second, inputs);
      await expect(compare(provider, first, inputs)).rejects.toThrow(
        /has two resources in this program.* Remove one of the two/,
      );
    },
  },
  {
    id: "OWN-2",
    isOfProtocol: true,
    case: "whichever is registered first",
    appliesTo: isCreatable,
    async prove(world) {
      const inputs = posted(world);
      await world.deployment.up(inputs);
      const { id = "", outputs = {} } = world.deployment.state ?? {};

      const before = await world.startProcess();
      await before.check({}, { ...inputs, adopt: id });
      await expect(compare(before, { id, outputs }, inputs)).rejects.toThrow(`one that declares adopt: "${id}"`);

      const after = await world.startProcess();
      await compare(after, { id, outputs }, inputs);
      const message = `A different resource in this stack already manages ${world.kind} ${id}.*aliases`;
      await expect(after.create({ ...inputs, adopt: id })).rejects.toThrow(new RegExp(message));

      // The owner itself may name its record.
      const same = await world.startProcess();
      await same.check(inputs, { ...inputs, adopt: id });
      await same.diff(id, outputs, { ...inputs, adopt: id });
    },
  },
  {
    id: "OWN-2",
    case: "the occurrence by which a resource has adopted a series",
    appliesTo: isSeries,
    async prove(world) {
      world.emulator.clock.set(begin);
      const series = seriesOf(world);
      await createUnmanaged(world, series);
      const adopting = { ...series, adopt: String(rows(world).at(-1)?.id) };
      const { id, outputs }: Kept = await (await world.startProcess()).create(adopting);
      const refreshed = await (await world.startProcess()).read(id, outputs);
      const next = await world.startProcess();
      await compare(next, refreshed as Kept, series);
      await expect(next.create(adopting)).rejects.toThrow("already manages Maintenance");
    },
  },
  {
    id: "OWN-1",
    isOfProtocol: true,
    case: "one that Pulumi replaces without a diff doesn't adopt what is about to be deleted",
    appliesTo: isCreatable,
    async prove(world) {
      const { definition } = world;
      const inputs = posted(world);
      await world.deployment.up(inputs);
      const { id = "" } = world.deployment.state ?? {};
      for (const adopt of definition.identity === undefined ? [id] : [id, true]) {
        const declared = { ...inputs, adopt };
        const provider = await world.startProcess();
        await provider.check(declared, declared);
        await provider.check({}, declared);
        const created = provider.create(declared);
        if (definition.identity === undefined) expect((await created).id).not.toBe(id);
        else await expect(created).rejects.toThrow(/A resource of this stack manages that record.*deleteBeforeReplace/);
      }
      if (definition.identity === undefined) return;
      const provider = await world.startProcess();
      await provider.check(inputs, inputs);
      await provider.check({}, inputs);
      await expect(provider.create(inputs)).rejects.toThrow(
        /A resource of this stack manages that record.*deleteBeforeReplace/,
      );
      // With --replace, Pulumi only shows a new resource.
      const replacing = await world.startProcess();
      await replacing.check({}, inputs);
      await expect(replacing.create(inputs)).rejects.toThrow("deleteBeforeReplace for a replacement");
    },
  },
  {
    id: "OWN-3",
    isOfProtocol: true,
    case: "one that the program means to adopt, although that failed",
    appliesTo: isCreatable,
    async prove(world) {
      const { definition, emulator } = world;
      const inputs = posted(world);
      await world.deployment.up(inputs);
      const { id = "", outputs = {} } = world.deployment.state ?? {};
      world.takeWrites();
      for (const adopt of definition.identity === undefined ? [id] : [id, true]) {
        const declared = { ...inputs, adopt };
        const provider = await world.startProcess();
        await provider.check({}, declared);
        // With --continue-on-error, Pulumi goes on.
        emulator.faults.add({ status: 422, times: Number.POSITIVE_INFINITY });
        await expect(provider.create(declared)).rejects.toThrow("422");
        emulator.faults.clear();
        await expect(provider.delete(id, outputs)).rejects.toThrow("should have adopted the record");
        expect(world.takeWrites().filter(({ method }) => method === "DELETE")).toEqual([]);
      }
    },
  },
  {
    id: "OWN-3",
    isOfProtocol: true,
    case: "any occurrence of a series",
    appliesTo: ({ series }) => series !== undefined,
    async prove(world) {
      const series = full(world);
      const { repeat: _, ...single } = series;
      await world.deployment.up(series);
      const { id = "", outputs = {} } = world.deployment.state ?? {};
      const ids = Object.keys(outputs.__occurrences as Values);
      const [, , third = ""] = ids;
      expect(ids.length).toBeGreaterThan(3);
      world.takeWrites();

      // Its new name adopts the series by its third date, and the old one is removed.
      const renamed = await world.startProcess();
      await renamed.check({}, { ...series, adopt: third });
      expect(await renamed.create({ ...series, adopt: third })).toMatchObject({ id: third });
      await renamed.delete(id, outputs);
      expect(world.takeWrites().filter(({ method }) => method === "DELETE")).toEqual([]);
      expect(world.live()).toHaveLength(ids.length);

      // A resource of its own can't adopt one of them, whichever is registered first.
      const before = await world.startProcess();
      await before.check({}, { ...single, adopt: third });
      await expect(compare(before, { id, outputs }, series)).rejects.toThrow(`one that declares adopt: "${third}"`);
      const after = await world.startProcess();
      await compare(after, { id, outputs }, series);
      await expect(after.create({ ...single, adopt: third })).rejects.toThrow("already manages Maintenance");
      expect(world.takeWrites()).toEqual([]);

      // If it did, in a run that didn't compare the series, it keeps that one alone.
      const apart = await world.startProcess();
      await apart.check({}, { ...single, adopt: third });
      await apart.create({ ...single, adopt: third });
      await apart.delete(id, outputs);
      expect(world.live().map((row) => String(row.id))).toEqual([third]);
    },
  },
  {
    id: "OWN-3",
    isOfProtocol: true,
    case: "an occurrence that another resource had adopted before the series was",
    appliesTo: isSeries,
    async prove(_, another) {
      for (const endOn of ["2038-01-17T12:00:00Z", "2037-12-13T12:00:00Z"]) {
        const world = await another();
        world.emulator.clock.set(begin);
        const series = seriesOf(world, { interval: "weekly", endOn });
        const { repeat: _, ...single } = series;
        const id = await createUnmanaged(world, series);
        const { id: last, start_time: startTime, end_time: endTime } = rows(world).at(-1) ?? {};
        const declared = { ...single, startTime, endTime, adopt: String(last) };
        const before = await world.startProcess();
        await before.check({}, declared);
        const one: Kept = await before.create(declared);

        const next = await world.startProcess();
        await compare(next, one, declared);
        await next.check({}, { ...series, adopt: id });
        const adopted: Kept = await next.create({ ...series, adopt: id });

        const removing = await world.startProcess();
        await compare(removing, one, declared);
        await removing.delete(adopted.id, adopted.outputs);
        expect(world.live().map((row) => row.id)).toEqual([last]);
      }

      // An equal series that another resource has adopted is on the same dates, and has none of them.
      const world = await another();
      world.emulator.clock.set(begin);
      const series = seriesOf(world);
      const id = await createUnmanaged(world, series);
      const declared = { ...series, adopt: id };
      const equal: Kept = await (await world.startProcess()).create(declared);
      const titled = { ...series, title: "Upgrade" };
      const own: Kept = await (await world.startProcess()).create(titled);
      world.takeWrites();
      const removing = await world.startProcess();
      await compare(removing, equal, declared);
      await removing.delete(own.id, own.outputs);
      expect(world.takeWrites().map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
    },
  },
];
