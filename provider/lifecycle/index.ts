import type { Declared, Live } from "../../model/api/form.ts";
import type { Kept } from "./forms/known.ts";
import { adoptRecord } from "./record/adopt.ts";
import { makeRecord } from "./record/create.ts";
import { removeRecord } from "./record/delete.ts";
import type { IsYoung } from "./record/leftover.ts";
import { type ReadResult, readRecord } from "./record/read.ts";
import { findInterrupted, type Interrupted, type Recovered, recoverRecord } from "./record/recover.ts";
import type { Scope, Target } from "./record/scope.ts";
import { updateRecord } from "./record/update.ts";
import { adoptSeries } from "./series/adopt.ts";
import { makeSeries } from "./series/create.ts";
import { removeSeries } from "./series/delete.ts";
import { findInterruptedSeries, recoverSeries } from "./series/leftover.ts";
import { isOfSeries, type SeriesScope } from "./series/occurrence.ts";
import { readSeries } from "./series/read.ts";
import { updateSeries } from "./series/update.ts";

/*
 * A record, or a series of them? Only this file chooses, by the kind.
 */

type Operation<Place extends Scope, Rest extends unknown[], Result> = (place: Place, ...rest: Rest) => Promise<Result>;

const choose =
  <Place extends Scope, Rest extends unknown[], Result>(
    ofRecord: Operation<Place, Rest, Result>,
    ofSeries: Operation<Place & SeriesScope, Rest, Result>,
  ): Operation<Place, Rest, Result> =>
  (place, ...rest) =>
    isOfSeries(place) ? ofSeries(place, ...rest) : ofRecord(place, ...rest);

/** Adopts the record that a program means; `undefined` if it means none. */
export const adopt = choose<Scope, [Declared], Kept | undefined>(adoptRecord, adoptSeries);

export const make = choose<Scope, [Declared], Kept>(makeRecord, makeSeries);

/** Reads what a state holds; `undefined` if it is gone. */
export const read = choose<Scope, [Kept], ReadResult | undefined>(readRecord, readSeries);

/** Changes what a state holds to what the program declares. */
export const update = choose<Scope, [Kept, Declared], Kept>(updateRecord, updateSeries);

/** Deletes what a state holds, except records that others have. Returns what stays. */
export const remove = choose<Target, [Kept, readonly string[]], string | undefined>(removeRecord, removeSeries);

/** Finds what an interrupted create may have left on the page. */
export const findLeft = choose<Scope, [Declared, IsYoung], Interrupted>(findInterrupted, findInterruptedSeries);

/** Says what a create that was interrupted after it had made this record would have left in the state. */
export const recover = choose<Scope, [Declared, Live], Recovered>(recoverRecord, recoverSeries);
