import type { Declared, Live } from "../../../model/api/form.ts";
import { beginOffset } from "../forms/history.ts";
import { declaresSeries } from "../forms/state.ts";
import { findEqual, hiddenBy, type Recovered, recoveredFrom, recoverRecord } from "../record/leftover.ts";
import { firstDate, soughtInList } from "./create.ts";
import { declaredAt, type SeriesScope } from "./dates.ts";
import { withLater } from "./note.ts";

/** Finds what an interrupted create of a series may have left: its first date that isn't over, as a draft or published. */
export async function findEqualSeries(scope: SeriesScope, declared: Declared): Promise<Live[]> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return findEqual(scope, declared);
  const begun = declaredAt(definition, declared, beginOffset(definition, declared, collection.serverTime()));
  return findEqual(scope, begun, soughtInList(definition, begun));
}

/** Says what the create would have left in the state, with the dates that the record has. */
export async function recoverSeries(scope: SeriesScope, declared: Declared, live: Live): Promise<Recovered> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return recoverRecord(scope, declared, live);
  const offset = beginOffset(definition, declared, collection.serverTime());
  const hidden = Object.fromEntries(hiddenBy(definition, live).map(([name, { hides }]) => [name, hides]));
  const known = firstDate(definition, declared, { live, offset, hidden });
  const { missing, stored } = recoveredFrom(scope, known, declared);
  return { id: known.id, missing, stored: await withLater(scope, { id: known.id, stored }) };
}
