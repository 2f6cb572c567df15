import { expect } from "vitest";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { bodyOf, changed, full, isReplaced, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World, Write } from "../world.ts";
import { createManaged, type HttpLaw, lawsAbout, mergedBody, methods } from "./law.ts";

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

async function tellCreate(world: World, program: Values) {
  const { deployment } = world;
  const created = await make(world, program);
  const isLive = world.live().some(({ id }) => String(id) === deployment.state?.id);
  const refreshed = await deployment.previewRefreshed(program);
  const again = await deployment.up(program);
  return { program, created, isLive, refreshed, again, sentAgain: world.takeWrites() };
}

/** With the smallest program of the kind, then with the one that declares everything. */
async function tellCreates(world: World) {
  const small = await tellCreate(world, minimal(world));
  if (isCreatable(world.definition)) await world.deployment.destroy();
  world.takeWrites();
  world.deployment.state = undefined;
  return [small, await tellCreate(world, full(world))] as const;
}

export const lifecycleLaws: readonly HttpLaw[] = [
  ...lawsAbout({ isOfProtocol: true, tell: tellCreates }, [
    {
      id: "LIF-1",
      appliesTo: isCreatable,
      prove(told, subject) {
        for (const { program, created, isLive } of told) {
          expect(methods(created).filter((method) => method === "POST")).toHaveLength(1);
          expect(methods(created).slice(1)).toEqual(created.length > 1 ? ["PUT"] : []);
          expect(mergedBody(created), subject.samples.clauses.create).toEqual(bodyOf(subject, program));
          expect(isLive).toBe(true);
        }
      },
    },
    {
      id: "LIF-2",
      appliesTo: isAdoptOnly,
      prove([, { program, created }], subject) {
        const { subdomain, ...rest } = bodyOf(subject, program);
        expect(created, subject.samples.clauses.create).toEqual([
          { method: "PUT", path: `/hubs/${subdomain}`, body: rest },
        ]);
      },
    },
    {
      id: "LIF-3",
      prove(told) {
        for (const { again, sentAgain } of told) expect([again, sentAgain]).toEqual([nothing, []]);
      },
    },
    { id: "NPD-1", prove: ([{ refreshed }]) => expect(refreshed).toEqual(nothing) },
    { id: "NPD-2", prove: ([, { refreshed }]) => expect(refreshed).toEqual(nothing) },
    {
      id: "NPD-6",
      appliesTo: ({ properties }) => Object.values(properties).some(({ read }) => read !== undefined),
      prove([, { refreshed }], { definition }) {
        const renamed = Object.keys(definition.properties).filter((name) => definition.properties[name]?.read);
        expect(refreshed.properties.filter((name) => renamed.includes(name))).toEqual([]);
      },
    },
  ]),
  {
    id: "ADO-2",
    appliesTo: isAdoptOnly,
    async prove(world) {
      await make(world, full(world));
      await world.deployAnother().up(full(world));
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "LIF-4",
    case: "all properties",
    isOfProtocol: true,
    async prove(world) {
      const { deployment, definition, samples } = world;
      await make(world, full(world));

      const program = changed(world);
      await deployment.up(program);

      const writes = world.takeWrites();
      expect(methods(writes)).toEqual(["PUT"]);
      const inPlace = Object.entries(program).filter(([name]) => !isReplaced(definition, name));
      expect(mergedBody(writes), samples.clauses.update).toEqual(bodyOf(world, Object.fromEntries(inPlace)));
      expect(await deployment.previewRefreshed(program)).toEqual(nothing);
    },
  },
  {
    id: "LIF-5",
    appliesTo: isCreatable,
    isOfProtocol: true,
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = minimal(world);
      const found = () => Number(deployment.state?.id);
      await createManaged(world, inputs);
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
    appliesTo: isAdoptOnly,
    isOfProtocol: true,
    async prove(world) {
      await make(world, full(world));
      const before = world.emulator.records("hubs");
      await world.deployment.destroy();
      expect(world.takeWrites()).toEqual([]);
      expect(world.emulator.records("hubs")).toEqual(before);
    },
  },
];
