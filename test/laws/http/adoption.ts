import { expect } from "vitest";
import { lookups } from "../../../model/kinds/index.ts";
import { nothing } from "../../engine-model/deployment.ts";
import { full, minimal, posted } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import { createManaged, createUnmanaged, lawsWith, methods } from "./law.ts";

export const adoptionLaws = lawsWith({ appliesTo: isCreatable }, [
  {
    id: "ADO-9",
    case: "by its ID, with at most one PUT of what differs",
    async prove(world) {
      const { deployment, definition } = world;
      const hidden = Object.keys(definition.properties).filter((name) => definition.properties[name]?.writeOnly);
      // A recurring maintenance has a law of its own.
      const everything = definition.series === undefined ? full(world) : posted(world);
      const visible = Object.fromEntries(Object.entries(everything).filter(([name]) => !hidden.includes(name)));
      const id = await createUnmanaged(world, everything);
      for (const inputs of [minimal(world), visible]) {
        deployment.state = undefined;
        expect(await deployment.up({ ...inputs, adopt: id })).toMatchObject({ step: "create" });
        expect(deployment.state).toMatchObject({ id });
        expect(world.takeWrites()).toEqual([]);
        expect(await deployment.previewRefreshed({ ...inputs, adopt: id })).toEqual(nothing);
        expect(await deployment.up(inputs)).toEqual({ step: "update", properties: ["adopt"] });
        expect(world.takeWrites()).toEqual([]);
      }
      deployment.state = undefined;
      const [name, to] = Object.entries(world.samples.properties)
        .filter(([each]) => !definition.properties[each]?.replaces && !hidden.includes(each))
        .map(([each, { values }]) => [each, values[1]] as const)[0] ?? ["", undefined];
      await deployment.up({ ...visible, [name]: to?.declared, adopt: id });
      expect(methods(world.takeWrites())).toEqual(["PUT"]);
    },
  },
  {
    id: "ADO-9",
    case: "with adopt: true, by its unique values, or creates one if there is none",
    appliesTo: ({ identity = [], operations }) => operations.create !== undefined && identity.length > 0,
    async prove(world) {
      const { deployment } = world;
      const inputs = { ...full(world), adopt: true };
      await deployment.up(inputs);
      expect(methods(world.takeWrites())).toEqual(["POST"]);
      const id = deployment.state?.id;
      deployment.state = undefined;

      await deployment.up(inputs);
      expect(deployment.state).toMatchObject({ id });
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "ADO-9",
    case: "not if it is deleted for good, nor with adopt: true and no unique value",
    async prove(world) {
      const { emulator, samples, definition, kind } = world;
      const inputs = minimal(world);
      const id = await createUnmanaged(world, full(world));
      const provider = await world.startProcess();
      if (definition.operations.restore === undefined) {
        emulator.edit(samples.table, Number(id), { deleted: true });
        await expect(provider.create({ ...inputs, adopt: id })).rejects.toThrow(
          `${kind} ${id}, which adopt names, is deleted`,
        );
      }
      if ((definition.identity ?? []).some((name) => name in inputs)) return;
      expect((await provider.check({}, { ...inputs, adopt: true })).failures).toHaveLength(1);
    },
  },
  {
    id: "ADO-3",
    case: "to adopt and to look up",
    isOfProtocol: true,
    async prove(world) {
      const { kind } = world;
      const provider = await world.startProcess();
      await expect(provider.create({ ...minimal(world), adopt: "4711" })).rejects.toThrow(
        `${kind} 4711, which adopt names, does not exist in hub "acme"`,
      );
      await expect(provider.read("4711", { hub: "acme" })).rejects.toThrow(
        `There is no ${kind} with the ID "4711" in hub "acme".`,
      );
      expect(methods(world.takeWrites())).toEqual([]);
    },
  },
  {
    id: "ADO-4",
    case: "to adopt and to look up",
    isOfProtocol: true,
    async prove(world) {
      const provider = await world.startProcess();
      for (const wrong of ["acme/1", "", "0", 7, {}]) {
        const { failures } = await provider.check({}, { ...minimal(world), adopt: wrong });
        expect(failures).toEqual([expect.stringContaining('must be true or the ID of a record, such as "1234"')]);
      }
      for (const id of ["web", "hubs/acme/1", "0"]) {
        await expect(provider.read(id, { hub: "acme" })).rejects.toThrow(/ IDs are those of the API, such as 1234\. /);
      }
      expect(methods(world.takeWrites())).toEqual([]);
    },
  },
  {
    id: "OWN-4",
    isOfProtocol: true,
    case: "in whatever form the program names it, when a resource becomes a lookup of its record",
    async prove(world) {
      const { id, outputs } = await createManaged(world, full(world));
      const records = world.live().length;
      for (const named of [id, `acme/${id}`]) {
        const provider = await world.startProcess();
        await provider.read(named, { hub: "acme" });
        await provider.delete(id, outputs);
        expect(world.takeWrites()).toEqual([]);
        expect(world.live()).toHaveLength(records);
      }
      expect(world.printed).toContain("is kept, because the program looks it up");

      // A run that doesn't look it up deletes it.
      await (await world.startProcess()).delete(id, outputs);
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "OWN-4",
    isOfProtocol: true,
    case: "with or without a refresh, in whatever form the program names it, so it can be adopted",
    async prove(world) {
      const inputs = posted(world);
      const id = await createUnmanaged(world, inputs);
      const identity = (world.definition.identity ?? []).map((name) => [name, inputs[name]]);
      const filters = lookups[`get${world.kind}`]?.filters ?? {};
      const named = Object.keys(filters).filter((name) => name in inputs);
      const queries = [[], identity, named.map((name) => [name, inputs[name]])].map((each) => Object.fromEntries(each));
      for (const [name, query] of [id, `acme/${id}`].flatMap((name) =>
        queries.map((query) => [name, query] as const),
      )) {
        const found = await (await world.startProcess()).read(name, { hub: "acme", ...query });
        const provider = await world.startProcess();
        const again = await provider.read(id, found?.outputs ?? {}, found?.inputs);
        expect(again?.outputs).toEqual(found?.outputs);
        expect(await provider.create({ ...inputs, adopt: id })).toMatchObject({ id });
      }
    },
  },
]);
