import { expect, it } from "vitest";
import { type AccountStore, createStore } from "../../../emulator/tables/index.ts";

const inOrder = [1, 2, 3];

/** A store with a hub's maintenances 1 to 3, of one series. */
function storeOf(onCommit: () => void = () => undefined): AccountStore {
  const store = createStore(onCommit);
  const rows = inOrder.map((id) => ({ id, hub_id: 1, series_id: 1 }));
  store.load({ lastIds: {}, rows: { maintenances: rows as never } });
  return store;
}

function expectInOrder(store: AccountStore): void {
  const table = store.table("maintenances");
  for (const rows of [table.all(), table.by("hub", 1), table.by("series", 1)])
    expect(rows.map(({ id }) => id)).toEqual(inOrder);
}

it("keeps the order of records if a removal fails", () => {
  const store = storeOf(() => {
    throw new Error("the disk is full");
  });
  expect(() => store.transaction(() => store.table("maintenances").remove(1))).toThrow("the disk is full");
  expectInOrder(store);
});

it("keeps the order of records that leave an index and come back", () => {
  const store = storeOf();
  const table = store.table("maintenances");
  const [first] = table.all();
  for (const series_id of [null, 1]) store.transaction(() => first && table.put({ ...first, series_id }));
  expectInOrder(store);
});

it("keeps the order of records if a snapshot has another one", () => {
  const store = storeOf();
  const { lastIds, rows } = store.snapshot();
  store.load({ lastIds, rows: { ...rows, maintenances: rows.maintenances?.toReversed() ?? [] } });
  expectInOrder(store);
});
