import type { HeldAccount, Tables } from "../../emulator/held-account.ts";
import type { Live } from "../../model/api/form.ts";
import type { Series } from "../../model/kinds/kind.ts";

interface Accounts {
  readonly before: HeldAccount;
  readonly after: HeldAccount;
}

type Row = Tables["maintenances"];

/** Links the dates of series that no state has noted, because no field of a response does: somebody may have made them on the page. */
export function joinSeries(series: Series, { before, after }: Accounts): void {
  for (const first of before.all("maintenances")) {
    if (first.event_repeat === null || first.series_id !== null) continue;
    const dates = before.all("maintenances").filter((row) => isDate(series, first, row));
    if (dates.length < 2) continue;
    for (const row of dates) {
      const joined = { ...row, series_id: first.id };
      const written = after.find("maintenances", row.id);
      const isWritten = written !== undefined && written !== row;
      before.put("maintenances", joined);
      after.put("maintenances", isWritten ? { ...written, series_id: first.id } : joined);
    }
  }
}

const isDate = (series: Series, first: Row, row: Row): boolean =>
  row.series_id === null &&
  row.hub_id === first.hub_id &&
  row.title === first.title &&
  series.offsetOf(asLive(first), asLive(row)) !== undefined;

const asLive = (row: Row) => row as unknown as Live;
