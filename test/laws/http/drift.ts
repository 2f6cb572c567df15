import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import { changes, full, minimal, without } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import { shareOf, type World } from "../world.ts";
import { type HttpLaw, mergedBody, methods } from "./law.ts";

/** Manual changes that a read can show. */
const visibleChanges = (world: World) =>
  changes(world).filter(({ name }) => {
    const property = world.definition.properties[name];
    return !property?.writeOnly && !property?.replaces;
  });

const isRestorable = ({ operations }: World["definition"]) => operations.restore !== undefined;

export const driftLaws: readonly HttpLaw[] = [
  {
    id: "DRF-1 DRF-2 DRF-3 DRF-12",
    says: "a manual change shows as exactly that property, up reverts it with one PUT of one key, and declaring it sends nothing",
    async prove(world) {
      const { deployment, samples } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      for (const { name, to } of shareOf(world, visibleChanges(world))) {
        const { wire = "", values, clauses } = samples.properties[name] ?? {};
        await world.changeManually({ [wire]: to.wire });
        expect(await deployment.previewRefreshed(inputs), clauses).toEqual({ step: "update", properties: [name] });
        expect(world.takeWrites()).toEqual([]);

        const adopted = { ...full(world), [name]: to.declared };
        expect(await deployment.previewRefreshed(adopted)).toEqual(nothing);

        await deployment.refresh();
        await deployment.up(inputs);
        const writes = world.takeWrites();
        expect(methods(writes)).toEqual(["PUT"]);
        expect(mergedBody(writes), clauses).toEqual({ [wire]: values?.[0].wire });
      }
    },
  },
  {
    id: "DRF-14 DRF-7 CLR-8",
    says: "an undeclared property has the live value as its output, is never drift, and survives every update",
    async prove(world) {
      const { deployment, samples, definition } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      const undeclared = visibleChanges(world).filter(({ name }) => !samples.minimal.includes(name));
      for (const { name, to } of shareOf(world, undeclared)) {
        await world.changeManually({ [samples.properties[name]?.wire ?? ""]: to.wire });
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        await deployment.refresh();
        expect(deployment.state?.inputs).not.toHaveProperty(name);
        const type = definition.properties[name]?.type;
        expect(type?.canonical(type.toWire(deployment.state?.outputs[name])), name).toEqual(type?.canonical(to.wire));
        expect(await deployment.up(inputs)).toEqual(nothing);
      }
      expect(world.takeWrites()).toEqual([]);
      let program = minimal(world);
      for (const name of samples.minimal) {
        const to = samples.properties[name]?.values[1];
        if (to === undefined || definition.properties[name]?.replaces) continue;
        program = { ...program, [name]: to.declared };
        await deployment.up(program);
        expect(Object.keys(mergedBody(world.takeWrites()))).toHaveLength(1);
      }
    },
  },
  {
    id: "DRF-15",
    says: "declaring the live value sends nothing, and the property is managed from then on",
    async prove(world) {
      const { deployment, samples } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      for (const { name, to } of shareOf(world, visibleChanges(world))) {
        // Only declared keys are compared, so an object without any has no drift.
        if (samples.minimal.includes(name) || isDeepStrictEqual(to.wire, {})) continue;
        const wire = samples.properties[name]?.wire ?? "";
        await world.changeManually({ [wire]: to.wire });
        await deployment.refresh();
        const declared = { ...inputs, [name]: to.declared };
        expect(await deployment.up(declared)).toEqual({ step: "update", properties: [name] });
        expect(world.takeWrites(), name).toEqual([]);
        expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
        const other = samples.properties[name]?.values[0];
        await world.changeManually({ [wire]: other?.wire });
        expect(await deployment.previewRefreshed(declared)).toEqual({ step: "update", properties: [name] });
        await deployment.refresh();
        await deployment.up(inputs);
        world.takeWrites();
      }
    },
  },
  {
    id: "FLT-8",
    says: "if the API accepts a write but ignores a property, the error names it, and it differs until a write takes effect",
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      for (const { name, to } of shareOf(world, visibleChanges(world))) {
        const news = { ...full(world), [name]: to.declared };
        emulator.rewrites.add({ resource: samples.table, field: samples.properties[name]?.wire ?? "", as: "ignore" });
        await expect(deployment.up(news)).rejects.toThrow(` and ignored ${name}: ${name} is `);
        emulator.rewrites.clear();
        expect(await deployment.previewRefreshed(news)).toEqual({ step: "update", properties: [name] });
        await deployment.up(news);
        expect(await deployment.previewRefreshed(news)).toEqual(nothing);
        await deployment.up(inputs);
      }
    },
  },
  {
    id: "DRF-5 DRF-6 REC-11",
    says: "a record that is gone, or marked as deleted if the API documents no restore, is created again, once",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, definition, emulator, samples } = world;
      // A series goes on under its next occurrence instead.
      const inputs = without(full(world), definition.series?.property ?? "");
      const remove = (id: number) => emulator.remove(samples.table, id);
      const mark = (id: number) => emulator.edit(samples.table, id, { deleted: true });
      await deployment.up(inputs);
      for (const deleteRecord of isRestorable(definition) ? [remove] : [remove, mark]) {
        const first = deployment.state?.id;
        deleteRecord(Number(first));
        world.takeWrites();

        expect(await deployment.previewRefreshed(inputs)).toMatchObject({ step: "create" });
        await deployment.refresh();
        expect(deployment.state, samples.clauses.deleted).toBeUndefined();
        await deployment.up(inputs);
        expect(methods(world.takeWrites()).filter((method) => method === "POST")).toHaveLength(1);
        expect(deployment.state?.id).not.toBe(first);
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      }
    },
  },
  ...(["same-id", "new-id"] as const).map(
    (restore): HttpLaw => ({
      id: "DRF-6 SUB-4",
      says: `a record that is marked as deleted shows as such, and is restored in place and managed from then on (${restore})`,
      appliesTo: isRestorable,
      emulator: { restore },
      async prove(world) {
        const { deployment, emulator, samples } = world;
        const inputs = full(world);
        await deployment.up(inputs);
        emulator.edit(samples.table, Number(deployment.state?.id), { deleted: true });
        world.takeWrites();

        const found = await deployment.previewRefreshed(inputs);
        expect(found, "[SUB-19]").toEqual({ step: "update", properties: ["deleted"] });
        await deployment.refresh();
        await deployment.up(inputs);
        const id = deployment.state?.outputs.recordId;
        expect(world.takeWrites(), "[SUB-26]").toEqual([
          {
            method: "PUT",
            path: expect.stringMatching(/\/subscribers\/1\/subscriptions\/\d+\/restore$/),
            body: undefined,
          },
        ]);
        expect(
          world.live().map((record) => String(record.id)),
          "[SUB-27] [SUB-28]",
        ).toEqual([id]);
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);

        const [change] = visibleChanges(world);
        if (change === undefined) throw new Error("Nothing of the record can be changed.");
        const changed = { ...full(world), [change.name]: change.to.declared };
        await deployment.up(changed);
        expect(await deployment.previewRefreshed(changed)).toEqual(nothing);
        await deployment.destroy();
        expect(world.live()).toEqual([]);
      },
    }),
  ),
  {
    id: "DRF-10",
    says: "after a 401 or a 403, or if the key can't see the hub, a refresh fails and the state stays as it was",
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      world.takeWrites();
      const before = deployment.state;
      for (const status of [401, 403]) {
        emulator.faults.add({ status, times: Number.POSITIVE_INFINITY });
        await expect(deployment.refresh()).rejects.toThrow(new RegExp(`${status}|not visible`));
        emulator.faults.clear();
      }
      emulator.remove("hubs", 1);
      await expect(deployment.refresh()).rejects.toThrow("is not visible with this key");
      expect(deployment.state).toEqual(before);
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "DRF-10 REL-7",
    says: "a hub of the same name in another account is another hub: every operation fails, and the state stays as it was",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      const before = deployment.state;
      // The other account has no hub with the state's ID.
      emulator.remove("hubs", 1);
      emulator.edit("hubs", 2, { subdomain: "acme" });
      world.takeWrites();

      await expect(deployment.refresh()).rejects.toThrow(/another account|other hub/);
      await expect(deployment.up(full(world))).rejects.toThrow(/another account|other hub/);
      if (isCreatable(world.definition))
        await expect(deployment.destroy()).rejects.toThrow(/another account|other hub/);
      expect(deployment.state).toEqual(before);
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "DRF-10 REL-7",
    says: "a hub of another account with the same ID, under any name, is another hub, and nothing is sent; an older state still works",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      const before = deployment.state;
      const [hub] = emulator.records("hubs");
      for (const subdomain of ["acme", "acme-eu"]) {
        emulator.edit("hubs", 1, { subdomain, created_at: "2024-02-29T10:00:00Z" });
        world.takeWrites();
        const other =
          /was created 2024-02-29T10:00:00Z, but the one in the state .* belongs to another account or region/;
        await expect(deployment.refresh()).rejects.toThrow(other);
        await expect(deployment.up(full(world))).rejects.toThrow(other);
        if (isCreatable(world.definition)) {
          await expect(deployment.destroy()).rejects.toThrow(other);
          // The state of one resource tells for all of them.
          const provider = await world.startProcess();
          await provider.diff(before?.id ?? "", before?.outputs ?? {}, inputs);
          await expect(provider.create({ ...inputs, hub: { id: "1", subdomain } })).rejects.toThrow(other);
        }
        expect(deployment.state).toEqual(before);
        expect(world.takeWrites()).toEqual([]);
      }
      const { __hubCreatedAt, createdAt, ...outputs } = before?.outputs ?? {};
      deployment.state = before && { ...before, outputs: { ...outputs, createdAt: null } };
      await deployment.refresh();
      emulator.edit("hubs", 1, { subdomain: "acme", created_at: String(hub?.created_at) });
      await expect(deployment.refresh()).rejects.toThrow(/was created/);
    },
  },
];
