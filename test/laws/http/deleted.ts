import { expect } from "vitest";
import type { Assumptions } from "../../../model/guesses/index.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import type { Kept } from "../../engine-model/host.ts";
import { full, isDate, minimal, posted, without } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { visibleChanges } from "./drift.ts";
import { createManaged, createUnmanaged, lawsAbout, lawsWith, listPath, methods } from "./law.ts";

const always = { times: Number.POSITIVE_INFINITY } as const;
const isListed = ({ operations }: World["definition"]): boolean => operations.list.evidence === "documented";
const isRestorable = ({ operations }: World["definition"]) => operations.restore !== undefined;

/** Restores a record that is marked as deleted, and manages it from then on. */
async function tellRestore(world: World) {
  const { deployment, emulator, samples } = world;
  const inputs = full(world);
  await deployment.up(inputs);
  emulator.edit(samples.table, Number(deployment.state?.id), { deleted: true });
  world.takeWrites();
  const found = await deployment.previewRefreshed(inputs);
  await deployment.refresh();
  await deployment.up(inputs);
  const restoring = world.takeWrites();
  const id = deployment.state?.outputs.recordId;
  const live = world.live().map((record) => String(record.id));
  const plans = [await deployment.previewRefreshed(inputs)];
  const [change] = visibleChanges(world);
  if (change === undefined) throw new Error("Nothing of the record can be changed.");
  const changed = { ...full(world), [change.name]: change.to.declared };
  await deployment.up(changed);
  plans.push(await deployment.previewRefreshed(changed));
  await deployment.destroy();
  return { found, restoring, id, live, plans, left: world.live() };
}

/** Returns the program with another value of a property that is changed in place. */
function changing(world: World, inputs: Values): Values {
  const [change] = visibleChanges(world).filter(({ name }) => !isDate(world.definition, name));
  return { ...inputs, ...(change && { [change.name]: change.to.declared }) };
}

/** Deletes the record, and checks that an `up` says so, and that one after a refresh makes one new one. */
async function recreate(world: World, deleteRecord: (id: number) => void): Promise<void> {
  const { deployment, definition, samples } = world;
  // A series goes on under its next occurrence instead.
  const inputs = without(full(world), definition.series?.property ?? "");
  await deployment.up(inputs);
  const first = deployment.state?.id;
  deleteRecord(Number(first));
  await expect(deployment.up(changing(world, inputs))).rejects.toThrow(/--refresh, which creates it again.*SH4007/);
  world.takeWrites();
  expect(await deployment.previewRefreshed(inputs)).toMatchObject({ step: "create" });
  await deployment.refresh();
  expect(deployment.state, samples.clauses.deleted).toBeUndefined();
  await deployment.up(inputs);
  expect(methods(world.takeWrites()).filter((method) => method === "POST")).toHaveLength(1);
  expect(deployment.state?.id).not.toBe(first);
  expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
}

/** The API documents both: a restored subscription keeps its ID, or gets a new one. */
const restoredIds = [
  ["same-id", {}],
  ["new-id", { "restored-id": "new" }],
] as const;

/** Servers that answer the update of a deleted record differently. The last one restores it. */
const answers: readonly Assumptions[] = [
  {},
  { "deleted-updates": "accepted" },
  { "deleted-updates": "accepted", "write-responses": "empty" },
  { "deleted-updates": "restored" },
];

export const deletedLaws = lawsWith({ appliesTo: isCreatable }, [
  {
    id: "DRF-6",
    case: "an update that StatusHub accepts for it isn't done",
    async prove(first, another) {
      const { series } = first.definition;
      // A change of a series goes to the next date that is left.
      const programs = [series === undefined ? full(first) : without(full(first), series.property)];
      for (const [assume, inputs] of answers.flatMap((each) => programs.map((program) => [each, program] as const))) {
        const world = await another({ assume });
        const { deployment, emulator, samples } = world;
        await deployment.up(inputs);
        const { state } = deployment;
        emulator.edit(samples.table, Number(state?.id), { deleted: true });
        const changed = changing(world, inputs);
        if (assume !== answers.at(-1)) {
          const failing = expect(deployment.up(changed), JSON.stringify(assume)).rejects;
          const next = isRestorable(world.definition) ? "restores it" : "creates it again";
          await failing.toThrow(new RegExp(`was deleted on the hub.* --refresh, which ${next}.*SH4007`));
          expect(deployment.state).toEqual(state);
          await deployment.refresh();
        }
        await deployment.up(changed);
        expect(await deployment.previewRefreshed(changed)).toEqual(nothing);
        await deployment.destroy();
        expect(world.live()).toEqual([]);
      }
    },
  },
  {
    id: "DRF-5",
    isOfProtocol: true,
    prove: (world) => recreate(world, (id) => world.emulator.remove(world.samples.table, id)),
  },
  {
    id: "DRF-6",
    case: "if the API can't restore it",
    appliesTo: (definition) => isCreatable(definition) && !isRestorable(definition),
    prove: (world) => recreate(world, (id) => world.emulator.edit(world.samples.table, id, { deleted: true })),
  },
  ...restoredIds.flatMap(([restore, assume]) =>
    lawsAbout({ appliesTo: isRestorable, emulator: { assume }, tell: tellRestore }, [
      {
        id: "DRF-6",
        case: restore,
        prove({ found, restoring }) {
          expect(found, "[SUB-19]").toEqual({ step: "update", properties: ["deleted"] });
          const path = expect.stringMatching(/\/subscribers\/1\/subscriptions\/\d+\/restore$/);
          expect(restoring, "[SUB-26]").toEqual([{ method: "PUT", path, body: undefined }]);
        },
      },
      {
        id: "SUB-4",
        case: restore,
        prove({ id, live, plans, left }) {
          expect(live, "[SUB-27] [SUB-28]").toEqual([id]);
          expect(plans).toEqual([nothing, nothing]);
          expect(left).toEqual([]);
        },
      },
    ]),
  ),
  {
    id: "OWN-5",
    isOfProtocol: true,
    case: "an adopt that has worked, if a refresh in the same run finds its record deleted",
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
    case: "another value of adopt, or a replacement while it is declared, is refused before anything is sent",
    async prove(world) {
      const inputs = posted(world);
      const adopt = await createUnmanaged(world, inputs);
      const declared = { ...inputs, adopt };
      const { id, outputs } = await createManaged(world, declared);
      const provider = await world.startProcess();
      const other = { ...inputs, adopt: "4711" };
      await provider.check(declared, other);
      await expect(provider.diff(id, outputs, other)).rejects.toThrow(/names a different one.*SH4012/);
      const moved = { ...declared, hub: { id: "2", subdomain: "other" } };
      await provider.check(declared, moved);
      await expect(provider.diff(id, outputs, moved)).rejects.toThrow(/Deploy once without adopt.*SH4012/);
      expect(world.takeWrites()).toEqual([]);
      expect(await world.deployment.previewRefreshed(declared)).toEqual(nothing);
    },
  },
  {
    id: "ABS-1",
    case: "a collection that answers 404 while the hub answers",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      const { state } = deployment;
      const before = world.live();
      world.takeWrites();
      // A gateway has lost the routes of the collection.
      const path = new RegExp(`^${world.definition.operations.list.path.replace("{subdomain}", "[^/]+")}`);
      emulator.faults.add({ path, status: 404, body: { message: "no Route matched" }, ...always });
      for (const run of [
        () => deployment.refresh(),
        () => deployment.previewRefreshed(inputs),
        () => deployment.destroy(),
      ]) {
        await expect(run()).rejects.toThrow(/proves? that the record is gone.*SH5005/);
        expect(deployment.state).toEqual(state);
      }
      // Nor does another resource of the kind come into being that may be there already.
      if (isListed(world.definition) && !world.definition.identity?.some((name) => name in inputs))
        await expect(world.deployAnother().up(inputs)).rejects.toThrow(/404.*adopt: false.*SH4004/);
      emulator.faults.clear();
      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      expect(world.live()).toEqual(before);
      expect(world.takeWrites().filter(({ method }) => method === "POST")).toEqual([]);
    },
  },
  {
    id: "ABS-1",
    case: "a record that answers 404 while the list shows it",
    appliesTo: (definition) => isCreatable(definition) && isListed(definition),
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      const { state } = deployment;
      emulator.faults.add({ path: new RegExp(`/${state?.id}$`), status: 404, ...always });
      await expect(deployment.destroy()).rejects.toThrow("the list shows it");
      expect(deployment.state).toEqual(state);
    },
  },
  {
    id: "ABS-1",
    isOfProtocol: true,
    case: "after our own DELETE, a 404 needs no list",
    // A maintenance is read before it is deleted.
    appliesTo: (definition) => isCreatable(definition) && definition.period === undefined,
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      const { state } = deployment;
      emulator.faults.add({ method: "DELETE", status: 200, when: "after", body: {}, ...always });
      emulator.faults.add({ method: "GET", path: new RegExp(`/${state?.id}$`), status: 404, ...always });
      emulator.faults.add({ method: "GET", path: listPath(world), status: 403, ...always });
      await deployment.destroy();
      expect([deployment.state, world.live()]).toEqual([undefined, []]);
    },
  },
  {
    id: "ABS-1",
    case: "a DELETE that answers 404 while the record is there",
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      const { state } = deployment;
      emulator.faults.add({ method: "DELETE", status: 404, ...always });
      await expect(deployment.destroy()).rejects.toThrow(/404|can't delete this kind/);
      expect(deployment.state).toEqual(state);
      expect(world.live()).toHaveLength(1);
      emulator.faults.clear();
      await deployment.destroy();
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "ABS-2",
    case: "a list of the description that answers 404 or 405",
    appliesTo: (definition) => isCreatable(definition) && isListed(definition),
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      const { state } = deployment;
      for (const status of [404, 405]) {
        emulator.faults.add({ method: "GET", path: listPath(world), status, ...always });
        // A record that is there can be read on its own.
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        const snapshot = emulator.snapshot();
        emulator.remove(samples.table, Number(state?.id));
        await expect(deployment.refresh()).rejects.toThrow("SH5005");
        emulator.restore(snapshot);
        emulator.faults.clear();
      }
    },
  },
]);
