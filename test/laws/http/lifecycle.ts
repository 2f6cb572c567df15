import { expect } from "vitest";
import { isAdoptOnly } from "../../../kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { bodyOf, changed, changes, full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World, Write } from "../world.ts";
import { type HttpLaw, mergedBody, methods } from "./law.ts";

async function make(world: World, program: Values): Promise<Write[]> {
  const { step } = await world.deployment.up(program);
  expect(step).toBe("create");
  expectAsDocumented(world);
  return world.takeWrites();
}

function expectAsDocumented({ emulator }: World): void {
  expect(emulator.requests).not.toEqual([]);
  for (const { path, query, status } of emulator.requests) {
    expect(path, "[COM-11]").toMatch(/^\/hubs\/acme(\/|$)/);
    expect([query.api_version, status], "[COM-02] [VER-03]").toEqual(["V3-R1", 200]);
  }
}

export const lifecycleLaws: readonly HttpLaw[] = [
  {
    id: "LIF-1 CLR-5",
    says: "a create sends one POST with exactly what is declared, and a PUT only for what POST doesn't accept",
    appliesTo: isCreatable,
    async prove(world) {
      for (const program of [minimal(world), full(world)]) {
        const writes = await make(world, program);
        expect(methods(writes).filter((method) => method === "POST")).toHaveLength(1);
        expect(methods(writes).slice(1)).toEqual(writes.length > 1 ? ["PUT"] : []);
        expect(mergedBody(writes), world.samples.clauses.create).toEqual(bodyOf(world, program));
        expect(world.live().map(({ id }) => String(id))).toContain(world.deployment.state?.id);
        await world.deployment.destroy();
        world.takeWrites();
      }
    },
  },
  {
    id: "LIF-2 ADO-2",
    says: "adopting a hub sends one PUT with what differs, or nothing",
    appliesTo: isAdoptOnly,
    async prove(world) {
      const writes = await make(world, full(world));
      const { subdomain, ...rest } = bodyOf(world, full(world));
      expect(writes).toEqual([{ method: "PUT", path: `/hubs/${subdomain}`, body: rest }]);

      const again = world.deployAnother();
      await again.up(full(world));
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "LIF-3 NPD-1 NPD-2 NPD-6",
    says: "after an up, a refresh and a second up do nothing, with little or everything declared",
    async prove(world) {
      const { deployment } = world;
      for (const program of [minimal(world), full(world)]) {
        deployment.state = undefined;
        await make(world, program);
        expect(await deployment.previewRefreshed(program)).toEqual(nothing);
        expect(await deployment.up(program)).toEqual(nothing);
        expect(world.takeWrites()).toEqual([]);
        if (isCreatable(world.definition)) await deployment.destroy();
      }
    },
  },
  {
    id: "LIF-4 LIF-7 CLR-3 CLR-5 CLR-7 NPD-3 REC-1 REL-4",
    says: "changing one property sends one PUT with one key, keeps every output, and is clean afterwards",
    async prove(world) {
      const { deployment, definition, samples } = world;
      await make(world, full(world));
      for (const { name, to } of changes(world)) {
        await deployment.up(full(world));
        world.takeWrites();
        const program = { ...full(world), [name]: to.declared };
        const outputs = Object.keys(deployment.state?.outputs ?? {});

        const plan = await deployment.up(program);

        const replaces = definition.properties[name]?.replaces === true;
        expect(plan).toEqual({ step: replaces ? "replace" : "update", properties: [name] });
        const writes = world.takeWrites();
        if (replaces) expect(methods(writes).sort()).toEqual(["DELETE", "POST"]);
        else {
          expect(methods(writes)).toEqual(["PUT"]);
          expect(mergedBody(writes), samples.properties[name]?.clauses).toEqual({
            [samples.properties[name]?.wire ?? ""]: to.wire,
          });
        }
        expect(Object.keys(deployment.state?.outputs ?? {})).toEqual(
          expect.arrayContaining(outputs.filter((key) => !["__serverForms", "__occurrences"].includes(key))),
        );
        expect(await deployment.previewRefreshed(program), samples.clauses.update).toEqual(nothing);
      }
    },
  },
  {
    id: "LIF-4",
    says: "changing every property sends one PUT with all of them",
    async prove(world) {
      const { deployment, definition, samples } = world;
      await make(world, full(world));

      const program = changed(world);
      await deployment.up(program);

      const writes = world.takeWrites();
      expect(methods(writes)).toEqual(["PUT"]);
      const inPlace = Object.entries(program).filter(([name]) => !definition.properties[name]?.replaces);
      expect(mergedBody(writes), samples.clauses.update).toEqual(bodyOf(world, Object.fromEntries(inPlace)));
      expect(await deployment.previewRefreshed(program)).toEqual(nothing);
    },
  },
  {
    id: "LIF-5",
    says: "a destroy sends one DELETE, and succeeds if the record is already deleted",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = minimal(world);
      const found = () => Number(deployment.state?.id);
      await deployment.up(inputs);
      world.takeWrites();
      await deployment.destroy();
      expectAsDocumented(world);
      expect(methods(world.takeWrites())).toEqual(["DELETE"]);

      await deployment.up(inputs);
      emulator.remove(samples.table, found());
      await deployment.destroy();

      await deployment.up(inputs);
      emulator.edit(samples.table, found(), { deleted: true });
      await deployment.destroy();
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "LIF-6",
    says: "destroying a hub sends nothing and leaves it unchanged",
    appliesTo: isAdoptOnly,
    async prove(world) {
      await make(world, full(world));
      const before = world.emulator.records("hubs");
      await world.deployment.destroy();
      expect(world.takeWrites()).toEqual([]);
      expect(world.emulator.records("hubs")).toEqual(before);
    },
  },
];
