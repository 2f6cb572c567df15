import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import { full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import { createManaged, createUnmanaged, lawsWith, listPath, methods } from "./law.ts";

/** Kinds for which the API itself rejects a second record. */
const isUnique = ({ identity = [], properties }: Definition) => identity.some((name) => properties[name]?.required);
const mayDouble = (definition: Definition) => isCreatable(definition) && !isUnique(definition);

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.\d+/, "");

export const leftoverLaws = lawsWith({ appliesTo: mayDouble }, [
  {
    id: "FLT-2",
    case: "the next up names what an interrupted one has created, and how to proceed",
    async prove(world) {
      const inputs = minimal(world);
      const id = await createUnmanaged(world, inputs);
      await expect(world.deployment.up(inputs)).rejects.toThrow(
        new RegExp(`${world.kind} ${id} of the hub.* declare aliases.* declare adopt: "${id}"`, "s"),
      );
      expect(world.takeWrites()).toEqual([]);
      expect(world.live()).toHaveLength(1);
      expect(world.deployment.state).toBeUndefined();
    },
  },
  {
    id: "FLT-3",
    case: "whatever is declared, and the server's clock says",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator } = world;
      emulator.clock.set(Date.parse("2020-01-01T00:00:00Z"));
      for (const program of [minimal(world), full(world)]) {
        emulator.faults.add({ method: "POST", drop: "after" });
        await deployment.up(program);
        expect(methods(world.takeWrites()).filter((method) => method === "POST")).toHaveLength(1);
        expect(await deployment.previewRefreshed(program)).toEqual(nothing);
        await deployment.destroy();
        expect(world.live()).toEqual([]);
      }
    },
  },
  {
    id: "FLT-2",
    case: "even if the search after a lost response fails",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = minimal(world);
      const path = listPath(world);
      emulator.faults.add({ method: "POST", path, drop: "after" });
      emulator.faults.add({ method: "GET", path, after: 1, status: 403, times: Number.POSITIVE_INFINITY });

      await expect(deployment.up(inputs)).rejects.toThrow(
        /the response is lost, and the search for the record failed .* Look for it/,
      );
      emulator.faults.clear();
      await expect(deployment.up(inputs)).rejects.toThrow(/of the hub, created .* declare adopt/s);

      expect(methods(world.takeWrites())).toEqual(["POST"]);
      expect(world.live()).toHaveLength(1);
    },
  },
  {
    id: "RCV-4",
    case: "a record that is deleted or different isn't equal, and adopt: false makes another one on purpose",
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = minimal(world);
      const expectNew = async (left: string) => {
        expect((await deployment.up(inputs)).step).toBe("create");
        expect(deployment.state?.id).not.toBe(left);
        await deployment.destroy();
      };

      // However old it is.
      const old = await createUnmanaged(world, inputs, timeOf(Date.now() - 1_000 * 24 * 60 * 60_000));
      await expect(deployment.up(inputs)).rejects.toThrow(/has all the declared values.*adopt: false/s);
      await deployment.up({ ...inputs, adopt: false });
      expect(deployment.state?.id).not.toBe(old);
      await deployment.destroy();
      emulator.remove(samples.table, Number(old));

      const deleted = await createUnmanaged(world, inputs);
      emulator.edit(samples.table, Number(deleted), { deleted: true });
      await expectNew(deleted);

      for (const [name, { values }] of Object.entries(samples.properties)) {
        const sample = samples.minimal.includes(name) ? values[1] : values[0];
        if (world.definition.properties[name]?.writeOnly) continue;
        const other = await createUnmanaged(world, { ...minimal(world), [name]: sample?.declared });
        // Visitors don't see an archived service, so that it is only compared.
        if (world.definition.isSeen !== undefined) emulator.edit("services", Number(other), { archived: true });
        await expectNew(other);
        emulator.remove(samples.table, Number(other));
      }
    },
  },
  {
    id: "FLT-2",
    isOfProtocol: true,
    // With --replace, or if it is tainted, Pulumi only shows a new resource.
    case: "a resource that Pulumi replaces without a refresh isn't doubled",
    async prove(world) {
      const inputs = minimal(world);
      await createManaged(world, inputs);
      const provider = await world.startProcess();
      await provider.check({}, inputs);
      await expect(provider.create(inputs)).rejects.toThrow(/add --refresh.*SH4004/s);
      expect(world.live()).toHaveLength(1);
    },
  },
  {
    id: "FLT-2",
    isOfProtocol: true,
    case: "equal resources of a program are all created, and one can be replaced",
    async prove(world) {
      const inputs = minimal(world);
      const provider = await world.holdProcess();
      const [one, other] = await Promise.all([provider.create(inputs), provider.create(inputs)]);
      expect(one.id).not.toBe(other.id);

      const next = await world.startProcess();
      for (const { id, outputs } of [one, other]) {
        await next.check(inputs, inputs);
        await next.diff(id, outputs, inputs);
      }
      await next.check({}, inputs);
      await next.create(inputs);
      expect(world.live()).toHaveLength(3);

      await createUnmanaged(world, { ...inputs, adopt: false });
      const last = await world.startProcess();
      await last.check(inputs, inputs);
      await expect(last.create(inputs)).rejects.toThrow("has all the declared values");
    },
  },
]);
