import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import { full, without } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { visibleChanges } from "./drift.ts";
import { type HttpLaw, lawsAbout, methods } from "./law.ts";

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

/** Deletes the record, and checks that the next `up` makes one new one. */
async function recreate(world: World, deleteRecord: (id: number) => void): Promise<void> {
  const { deployment, definition, samples } = world;
  // A series goes on under its next occurrence instead.
  const inputs = without(full(world), definition.series?.property ?? "");
  await deployment.up(inputs);
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

/** The API documents both: a restored subscription keeps its ID, or gets a new one. */
const restoredIds = [
  ["same-id", {}],
  ["new-id", { "restored-id": "new" }],
] as const;

/** Servers that answer the update of a deleted record differently. */
const answers = [
  {},
  { "deleted-updates": "accepted" },
  { "deleted-updates": "accepted", "write-responses": "empty" },
] as const;

export const deletedLaws: readonly HttpLaw[] = [
  {
    id: "DRF-6",
    case: "an update that StatusHub accepts for it isn't done",
    appliesTo: isCreatable,
    async prove(first, another) {
      const { series } = first.definition;
      const programs = series === undefined ? [full(first)] : [full(first), without(full(first), series.property)];
      for (const [assume, inputs] of answers.flatMap((each) => programs.map((program) => [each, program] as const))) {
        const world = await another({ assume });
        const { deployment, emulator, samples } = world;
        await deployment.up(inputs);
        const { state } = deployment;
        emulator.edit(samples.table, Number(state?.id), { deleted: true });
        const [change] = visibleChanges(world);
        const changed = { ...inputs, ...(change && { [change.name]: change.to.declared }) };
        await expect(deployment.up(changed), JSON.stringify(assume)).rejects.toThrow(/was deleted on the hub.*SH4007/);
        expect(deployment.state).toEqual(state);
        await deployment.refresh();
        await deployment.up(changed);
        expect(await deployment.previewRefreshed(changed)).toEqual(nothing);
        await deployment.destroy();
        expect(world.live()).toEqual([]);
      }
      const world = await another({ assume: { "deleted-updates": "restored" } });
      const { deployment, emulator, samples } = world;
      await deployment.up(full(world));
      emulator.edit(samples.table, Number(deployment.state?.id), { deleted: true });
      const [change] = visibleChanges(world);
      const changed = { ...full(world), ...(change && { [change.name]: change.to.declared }) };
      await deployment.up(changed);
      expect(await deployment.previewRefreshed(changed)).toEqual(nothing);
    },
  },
  {
    id: "DRF-5",
    appliesTo: isCreatable,
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
];
