import type { Declared, Live } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Page } from "./forms/phase.ts";
import type { Known } from "./forms/state.ts";
import { adoptRecord } from "./record/adopt.ts";
import { recoverRecord } from "./record/after-post.ts";
import { makeRecord } from "./record/create.ts";
import { deleteRecord } from "./record/delete.ts";
import { findEqual } from "./record/leftover.ts";
import { type ReadResult, readRecord, unlessDeleted } from "./record/read.ts";
import type { Scope, Target } from "./record/scope.ts";
import { type Planned, updateRecord } from "./record/update.ts";
import { adoptSeries } from "./series/adopt.ts";
import { findEqualSeries, makeSeries, recoverSeries } from "./series/create.ts";
import { removeSeries } from "./series/delete.ts";
import { mayBeSeries, type SeriesScope } from "./series/occurrences.ts";
import { readLeftOfSeries, readPage } from "./series/page.ts";
import { readSeries } from "./series/read.ts";
import { updateSeries } from "./series/update.ts";

/*
 * Chooses by the kind: what may repeat goes to `series/`, which hands a single record to `record/`.
 */

/** The operations on the records of a kind. */
interface Operations {
  /** @returns undefined if the program adopts none, so that one is made */
  readonly adopt: (scope: Scope, declared: Declared) => Promise<Known | undefined>;
  readonly make: (scope: Scope, declared: Declared) => Promise<Known>;
  /** @returns undefined if the record is gone */
  readonly read: (scope: Scope, known: Known) => Promise<ReadResult | undefined>;
  /** Reads what the page shows of a record that may be over. */
  readonly readPage: (scope: Scope, known: Known) => Promise<Page>;
  readonly update: (scope: Scope, known: Known, planned: Planned) => Promise<Known>;
  /** Says what stays, or may remain. */
  readonly remove: (record: Target, known: Known) => Promise<void>;
  /** Reads the record by which a program could adopt it again. @returns undefined if it is deleted */
  readonly readLeft: (scope: Scope, known: Known) => Promise<Live | undefined>;
  /** Finds the records that a create would double: what an interrupted one has left, or what somebody else manages. */
  readonly findLeftovers: (scope: Scope, declared: Declared) => Promise<readonly Live[]>;
  /** Says what a create that was interrupted after it had made this record would have left in the state. */
  readonly recover: (scope: Scope, declared: Declared, live: Live) => Promise<Known>;
}

export const operationsFor = ({ series }: Definition): Operations => (series === undefined ? ofRecords : ofSeries);

const ofRecords: Operations = {
  adopt: adoptRecord,
  make: makeRecord,
  read: readRecord,
  // Only a maintenance can be over.
  readPage: async () => undefined,
  update: updateRecord,
  async remove(record) {
    await deleteRecord(record);
  },
  readLeft: ({ collection }, { id }) => unlessDeleted(collection.get)(id),
  findLeftovers: findEqual,
  recover: recoverRecord,
};

const ofSeries: Operations = {
  adopt: (scope, declared) => adoptSeries(inSeries(scope), declared),
  make: (scope, declared) => makeSeries(inSeries(scope), declared),
  read: (scope, known) => readSeries(inSeries(scope), known),
  readPage: (scope, known) => readPage(inSeries(scope), known),
  update: (scope, known, planned) => updateSeries(inSeries(scope), known, planned),
  remove: (record, known) => removeSeries(inSeries(record), known),
  readLeft: (scope, known) => readLeftOfSeries(inSeries(scope), known),
  findLeftovers: (scope, declared) => findEqualSeries(inSeries(scope), declared),
  recover: (scope, declared, live) => recoverSeries(inSeries(scope), declared, live),
};

function inSeries<Place extends Scope>(place: Place): Place & SeriesScope {
  if (mayBeSeries(place)) return place;
  throw new TypeError(`${place.definition.kind} has no series.`);
}
