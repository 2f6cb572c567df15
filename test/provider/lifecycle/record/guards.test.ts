import { expect, it } from "vitest";
import type { Declared, Live } from "../../../../model/api/form.ts";
import { maintenance } from "../../../../model/kinds/maintenance.ts";
import { compare } from "../../../../provider/lifecycle/forms/compare.ts";
import { type Kept, type Known, readState } from "../../../../provider/lifecycle/forms/state.ts";
import { deleteRecord } from "../../../../provider/lifecycle/record/delete.ts";
import { open } from "../../../../provider/lifecycle/record/scope.ts";
import { write } from "../../../../provider/lifecycle/record/write.ts";
import { reachAgain } from "../../client/account.ts";
import { contextOf } from "../context.ts";
import type { Scene } from "../scene.ts";
import { once, startMade } from "../series/made.ts";

/*
 * The two guards of what visitors look up stand where requests are made, whatever an operation has decided.
 */

/** The record of a state, as an operation has it after reading it. */
async function reach({ emulator }: Scene, { id }: Kept) {
  const context = contextOf(maintenance);
  const collection = await open(reachAgain(emulator), maintenance, { subdomain: "acme" });
  return { record: { ...context, collection, id }, said: context.said, live: await collection.get(id) };
}

/** What an operation has read of a record. */
type Read = (live: Live | undefined) => Pick<Known, "live">;

async function send(scene: Scene, made: Kept, values: Declared, read: Read = () => ({})) {
  const { record, said, live } = await reach(scene, made);
  const declared = { hub: "acme", ...values };
  const state = readState(made.stored);
  const update = { declared, changes: compare(maintenance, state, declared) };
  await write(record, { id: made.id, state, ...read(live) }, update, "stored");
  return said;
}

const afterwards = Date.UTC(2026, 11, 8);
const earlier = { ...once, title: "Upgrade", endTime: "2026-12-06T02:30:00Z" };

it.each<[string, Read]>([
  ["as the page shows", (live = {}) => ({ live })],
  ["as far as the state says", () => ({})],
])("SER-10: a PUT to a published maintenance (%s) leaves out an end that is over, and says so", async (_, read) => {
  const { scene, made } = await startMade(once);
  scene.emulator.clock.set(afterwards);
  expect(await send(scene, made, earlier, read)).toEqual([expect.stringMatching(/declared end has passed.*SH5510/)]);
  expect(scene.takeWrites()).toEqual([{ call: "PUT maintenances/1", body: { title: "Upgrade" } }]);
});

it("SER-10: a PUT carries an end that is over to a draft, and if the deployed end is to come", async () => {
  const draft = { ...once, state: "draft" };
  const hidden = await startMade(draft);
  hidden.scene.emulator.clock.set(afterwards);
  expect(await send(hidden.scene, hidden.made, { ...earlier, state: "draft" })).toEqual([]);
  expect(hidden.scene.takeWrites()).toMatchObject([{ body: { end_time: earlier.endTime } }]);

  const { scene, made } = await startMade(once);
  scene.emulator.clock.set(Date.parse(once.endTime) - 60_000);
  expect(await send(scene, made, earlier)).toEqual([]);
  expect(scene.takeWrites()).toMatchObject([{ body: { end_time: earlier.endTime } }]);
});

it("SER-10: no DELETE goes to a published maintenance that is over, also if nobody has read it", async () => {
  const { scene, made } = await startMade(once);
  scene.emulator.clock.set(afterwards);
  const { record } = await reach(scene, made);
  expect(await deleteRecord(record)).toBe("stays");
  expect(scene.takeWrites()).toEqual([]);
  scene.emulator.edit("maintenances", 1, { state: "draft" });
  expect(await deleteRecord(record)).toBe("deleted");
  expect(scene.takeWrites()).toMatchObject([{ call: "DELETE maintenances/1" }]);
});
