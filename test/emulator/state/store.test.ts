import { expect, it } from "vitest";
import { type AccountStore, createStore } from "../../../emulator/tables/index.ts";

const rows = [1, 2, 3].map((id) => ({ id, hub_id: 1, series_id: 1 })) as never[];

it.each<[string, (store: AccountStore) => void]>([
  [
    "a removal is undone",
    (store) => {
      const removeAndFail = () => {
        store.table("maintenances").remove(1);
        throw new Error("the disk is full");
      };
      expect(() => store.transaction(removeAndFail)).toThrow("the disk is full");
    },
  ],
  [
    "one leaves an index and comes back",
    (store) => {
      const [first] = store.table("maintenances").all();
      for (const series_id of [null, 1]) first && store.table("maintenances").put({ ...first, series_id });
    },
  ],
  ["a snapshot has another one", (store) => store.load({ lastIds: {}, rows: { maintenances: rows.toReversed() } })],
])("keeps the order of records if %s", (_, change) => {
  const store = createStore();
  store.load({ lastIds: {}, rows: { maintenances: rows } });
  change(store);
  const table = store.table("maintenances");
  for (const found of [table.all(), table.by("hub", 1), table.by("series", 1)])
    expect(found.map(({ id }) => id)).toEqual([1, 2, 3]);
});
