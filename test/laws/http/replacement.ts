import { expect } from "vitest";
import type { Kept } from "../../engine-model/host.ts";
import { firstChanges, minimal, posted } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { createUnmanaged, type HttpLaw } from "./law.ts";
import { begin, day, first, isSeries, later, startsOf } from "./occurrences.ts";
import { compare } from "./ownership.ts";

type Change = ReturnType<typeof firstChanges>[number];

const isUnique = ({ definition }: World, name: string) => definition.identity?.includes(name) === true;

export const replacementLaws: readonly HttpLaw[] = [
  {
    id: "OWN-5",
    isOfProtocol: true,
    case: "an adopt that has worked, if a refresh in the same run finds its record deleted",
    appliesTo: isCreatable,
    async prove(world) {
      const { emulator, samples, definition } = world;
      const inputs = posted(world);
      const id = await createUnmanaged(world, inputs);
      const declared = { ...inputs, adopt: id };
      const provider = await world.startProcess();
      await provider.check({}, declared);
      const own: Kept = await provider.create(declared);
      emulator.remove(samples.table, Number(id));

      const next = await world.startProcess();
      await next.read(own.id, own.outputs, declared);
      await next.check({}, declared);
      expect((await next.create(declared)).id).not.toBe(id);
      expect(world.live()).toHaveLength(1);

      // Without the state, it may be a mistake.
      const other = await world.startProcess();
      await other.check({}, declared);
      await expect(other.create(declared)).rejects.toThrow(
        `${definition.kind} ${id}, which adopt names, does not exist`,
      );
    },
  },
  {
    id: "OWN-5",
    isOfProtocol: true,
    case: "an adopt that has worked, with and without a refresh, if its record is deleted before or after",
    appliesTo: isCreatable,
    async prove(world) {
      const inputs = posted(world);
      const [{ name, to }] = firstChanges(world).filter(({ name }) => !isUnique(world, name)) as [Change];
      for (const [isRefreshed, isDeletedFirst] of [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ]) {
        const adopt = await createUnmanaged(world, inputs);
        const former = { ...inputs, adopt };
        const second = { ...former, [name]: to.declared };
        const provider = await world.startProcess();
        await provider.check({}, former);
        const own: Kept = await provider.create(former);

        // With replaceOnChanges, Pulumi replaces a resource for any change.
        const replacing = await world.startProcess();
        const read = isRefreshed ? await replacing.read(own.id, own.outputs, former) : undefined;
        const { inputs: previous, ...before } = { inputs: former, ...own, ...read };
        await replacing.check(previous, second);
        await replacing.diff(before.id, before.outputs, second);
        await replacing.check({}, second);
        if (isDeletedFirst || world.definition.identity !== undefined) await replacing.delete(own.id, before.outputs);
        const next = await replacing.create(second);
        if (world.live().some((row) => String(row.id) === own.id)) await replacing.delete(own.id, before.outputs);
        expect(next.id).not.toBe(adopt);
        expect(world.live().map((row) => String(row.id))).toContain(next.id);
        expect(world.live().map((row) => String(row.id))).not.toContain(adopt);

        // It stays in the program, and changes nothing.
        const again = await world.startProcess();
        const found = await again.read(next.id, next.outputs, second);
        world.takeWrites();
        await compare(again, { id: next.id, outputs: found?.outputs ?? {} }, second);
        expect(world.live().map((row) => String(row.id))).toContain(next.id);
        await (await world.startProcess()).delete(next.id, next.outputs);
        expect(world.live()).toEqual([]);
      }
    },
  },
  {
    id: "OWN-5",
    case: "an adopt that an earlier record of a maintenance has answered, when it gets new dates again and again",
    appliesTo: isSeries,
    async prove(world, another) {
      const next = (weeks: number) => ({
        startTime: later(first.startTime, weeks * 7 * day),
        endTime: later(first.endTime, weeks * 7 * day),
      });
      for (const isRefreshed of [false, true]) {
        for (const isNext of [false, true]) {
          const { emulator, deployment, ...rest } = isRefreshed || isNext ? await another() : world;
          const own = { emulator, deployment, ...rest };
          emulator.clock.set(begin);
          const adopt = await createUnmanaged(own, { ...minimal(own), ...next(isNext ? 1 : 0) });
          await deployment.up({ ...minimal(own), ...first, ...(!isNext && { adopt }) });
          for (const weeks of [1, 2, 3]) {
            emulator.clock.set(begin + weeks * 7 * day);
            if (isRefreshed) await deployment.refresh();
            await deployment.up({ ...minimal(own), ...next(weeks), adopt });
          }
          expect(startsOf(own)).toEqual([0, 1, 2, 3].map((weeks) => next(weeks).startTime));
        }
      }
    },
  },
];
