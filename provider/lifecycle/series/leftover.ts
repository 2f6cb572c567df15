import type { Declared, Live } from "../../../model/api/form.ts";
import { beginOffset } from "../forms/history.ts";
import { declaresSeries, occurrencesKey } from "../forms/state.ts";
import { shownOfDate } from "../forms/wire.ts";
import { findEqual, hiddenBy, newState, type Recovered, recoveredFrom, recoverRecord } from "../record/leftover.ts";
import { soughtInList } from "./create.ts";
import { beginningAt, type SeriesScope } from "./dates.ts";
import { withLater } from "./note.ts";

/** Finds what an interrupted create of a series may have left: its first date that isn't over, as a draft or published. */
export async function findEqualSeries(scope: SeriesScope, declared: Declared): Promise<Live[]> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return findEqual(scope, declared);
  const begun = beginningAt(definition, declared, beginOffset(definition, declared, collection.serverTime()));
  return findEqual(scope, begun, soughtInList(definition, begun));
}

/** Says what the create would have left in the state, with the dates that the record has. */
export async function recoverSeries(scope: SeriesScope, declared: Declared, live: Live): Promise<Recovered> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return recoverRecord(scope, declared, live);
  const id = String(live.id);
  const own = { [id]: beginOffset(definition, declared, collection.serverTime()) };
  const hidden = Object.fromEntries(hiddenBy(definition, live).map(([name, { hides }]) => [name, hides]));
  const known = {
    id,
    live: shownOfDate(definition, live, true),
    sent: new Set(soughtInList(definition, declared).names),
    stored: { ...newState(hidden), [occurrencesKey]: own },
    origin: "created",
  } as const;
  const { missing, stored } = recoveredFrom(scope, known, declared);
  return { id, missing, stored: await withLater(scope, { id, stored }) };
}
