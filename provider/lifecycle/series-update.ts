import type { Definition, Reach, Values } from "../../kinds/kind.ts";
import { isDeleted } from "../client/collection.ts";
import { withRepeated } from "./body.ts";
import { type Change, liveValue, sameMeaning } from "./compare.ts";
import type { ExistingRecord, Scope } from "./find.ts";
import { expected, findCurrent, hasEnded, withOccurrences } from "./series.ts";
import { declaresSeries, deployedIn, isSeries, occurrencesIn } from "./state.ts";

/*
 * Decides which occurrences of a series an update changes: a change of the program applies to this occurrence and the
 * later ones, and undoing what somebody did to one occurrence applies to that one.
 */

interface Known {
  readonly recordId: string;
  readonly outputs: Values;
}

/** Returns the record to update: if the occurrence in the state has ended, it is the next one. */
export async function followed(scope: Scope, known: Known, desired: Values): Promise<Known> {
  const { definition, collection } = scope;
  if (!isSeries(definition, known.outputs) || !declaresSeries(definition, desired)) return known;
  const isNoted = occurrencesIn(known.outputs) !== undefined;
  const outputs = isNoted ? known.outputs : await withOccurrences(scope, known, collection.live);
  const { recordId } = known;
  const current = hasEnded(scope, expected(definition, outputs, recordId)) && (await findCurrent(scope, outputs));
  return { recordId: current ? current.recordId : recordId, outputs };
}

/** Changes that are sent in one PUT. */
export interface Step {
  readonly changes: readonly Change[];
  /** The occurrences that it changes. @default the record isn't part of a series */
  readonly reach?: Reach;
}

/** An update of a record. */
export interface Update {
  readonly outputs: Values;
  readonly desired: Values;
  readonly changes: readonly Change[];
}

/** Divides the changes: what somebody did to one occurrence is undone first, and there alone. */
export function stepsOf(definition: Definition, { outputs, desired, changes }: Update): Step[] {
  if (!isSeries(definition, outputs) && !declaresSeries(definition, desired)) return [{ changes }];
  const { one = [], following = [] } = Object.groupBy(changes, (change) =>
    isUndone(definition, outputs, change) ? "one" : "following",
  );
  return [
    { changes: one, reach: "one" },
    { changes: following, reach: "following" },
  ];
}

/** Whether a change puts back what was deployed. The pattern belongs to the series, so it is always put back for all. */
export function isUndone({ series }: Definition, outputs: Values, { name, property, send }: Change): boolean {
  const deployed = deployedIn(outputs)[name];
  if (deployed === undefined || send === undefined || name === series?.property) return false;
  return sameMeaning(property, property.type.toWire(deployed), send);
}

/** Whether a write makes occurrences, or new ones in place of the known ones. */
export function makesOccurrences(definition: Definition, changes: readonly Change[], desired: Values): boolean {
  const { series } = definition;
  if (series === undefined || !declaresSeries(definition, desired)) return false;
  return changes.some(
    ({ name, send }) => send !== undefined && (name === series.property || series.timed.includes(name)),
  );
}

/**
 * Undoes a manual change of an occurrence's times before the whole series moves. Inferred (series-move): the later
 * occurrences move by as much as this one, so it has to start where it should be.
 */
export async function undoMove(
  { definition, collection, recordId }: ExistingRecord,
  { outputs, desired }: Update,
  { changes, reach }: Step,
): Promise<void> {
  const { series } = definition;
  const isMoved = changes.some(({ name, send }) => send !== undefined && series?.timed.includes(name));
  if (series === undefined || reach !== "following" || !isMoved || !isSeries(definition, outputs)) return;
  const live = await collection.get(recordId);
  if (live === undefined || isDeleted(live)) return;
  const times = expected(definition, outputs, recordId);
  const wrong = series.timed.flatMap((name) => {
    const property = definition.properties[name];
    const time = property && times[property.wire];
    const shown = property && liveValue(property, live, time);
    const isRight = property === undefined || shown === undefined || sameMeaning(property, shown, time);
    return isRight ? [] : [[property.wire, time]];
  });
  if (wrong.length === 0) return;
  await collection.put(recordId, series.reaching(withRepeated(definition, Object.fromEntries(wrong), desired), "one"));
}
