import type { HeldAccount, Tables } from "../../emulator/held-account.ts";
import type { Live } from "../../model/api/form.ts";
import type { Series } from "../../model/kinds/kind.ts";

interface Accounts {
  readonly before: HeldAccount;
  readonly after: HeldAccount;
}

type Row = Tables["maintenances"];

/**
 * Links the dates of series that no state has noted, because no field of a response does: somebody may have made them on the page.
 * The emulator links them by the ID of the first one.
 */
export function joinSeries(series: Series, accounts: Accounts): void {
  for (const first of accounts.before.all("maintenances")) {
    const mayBeginSeries = first.event_repeat !== null && first.series_id === null;
    if (!mayBeginSeries) continue;
    const dates = accounts.before.all("maintenances").filter((row) => isDate(series, first, row));
    const isSingle = dates.length < 2;
    if (isSingle) continue;
    for (const row of dates) link(row, first.id, accounts);
  }
}

function link(row: Row, firstId: number, { before, after }: Accounts): void {
  const linked = { ...row, series_id: firstId };
  const played = after.find("maintenances", row.id);
  // A change is told by another object, so what the update hasn't written stays the same one in both accounts.
  const isWritten = played !== undefined && played !== row;
  before.put("maintenances", linked);
  after.put("maintenances", isWritten ? { ...played, series_id: firstId } : linked);
}

/** Whether a row is a date of the series that `first` may begin: also `first` itself. */
const isDate = (series: Series, first: Row, row: Row): boolean =>
  row.series_id === null && row.hub_id === first.hub_id && row.title === first.title && isOnPattern(series, first, row);

/** Rows have the fields of responses by which a series is known. */
const isOnPattern = (series: Series, first: Row, row: Row): boolean =>
  series.offsetOf(first as unknown as Live, row as unknown as Live) !== undefined;
