import type { Declared, Live, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { isAmbiguous } from "../../client/outcomes.ts";
import { datesLeft, resetShown } from "../../errors/stays.ts";
import { ignoredProperty } from "../../errors/up.ts";
import type { Change } from "../forms/compare.ts";
import { datesOf } from "../forms/dates.ts";
import { deployedEnd, endOfRecord } from "../forms/end.ts";
import { isHiddenOnPage, wasHidden } from "../forms/hidden.ts";
import { forMessage } from "../forms/secrets.ts";
import { type Known, type State, writeState } from "../forms/state.ts";
import { stateAfterWrite } from "../forms/stored.ts";
import { shownOfPut, type Update, wireOf, wireOfPut } from "../forms/wire.ts";
import { explainUpdateError, findReason } from "./explain.ts";
import { keptError, type Origin, stateAfterFailure } from "./failed-write.ts";
import { PartialError } from "./operation-error.ts";
import type { Scope, Target } from "./scope.ts";
import { subject } from "./subject.ts";

/*
 * The one way to change a record: says what to send, sends it, explains a failure, and says what the state holds then.
 */

/**
 * Makes a record as declared: one PUT of the changes, or no request.
 *
 * @throws PartialError if the state gets something although that failed: the record, if this operation has made it, or that the
 * outcome isn't known
 */
export async function write(record: Target, known: Known, update: Update, origin: Origin): Promise<Known> {
  const allowed = { ...update, changes: withoutPastEnd(record, known, update) };
  const isAnySent = wireOf(allowed.changes).sent.size > 0;
  const after = isAnySent ? await put(record, known, allowed, origin) : known;
  return resultOf(record, after, update.declared);
}

/** Leaves the dates out of a PUT that would change history, and says so: history never makes an `up` fail. */
function withoutPastEnd(record: Target, known: Known, { declared, changes }: Update): readonly Change[] {
  if (!changesHistory(record, known, changes)) return changes;
  record.say("info", datesLeft({ what: subject({ ...record, declared, recordId: record.id }) }));
  return changes.filter(({ name }) => !datesOf(record.definition).includes(name));
}

/**
 * Whether a PUT would change what visitors look up: it carries an end that is over, to a published maintenance. If the maintenance was to come
 * when it was deployed, that isn't history yet: the program ends it.
 */
function changesHistory(
  { definition, collection }: Target,
  { state, live }: Known,
  changes: readonly Change[],
): boolean {
  const now = collection.serverTime();
  const sendsPastEnd = endOfRecord(definition, wireOf(changes).body, now) === "over";
  const wasToCome = deployedEnd(definition, state, now) === "to come";
  // If this operation didn't have to read the record, it is as it was deployed.
  const isHidden = live === undefined ? wasHidden(definition, state) : isHiddenOnPage(definition, live);
  return sendsPastEnd && !wasToCome && !isHidden;
}

async function put(record: Target, known: Known, update: Update, origin: Origin): Promise<Known> {
  const { definition, collection, id } = record;
  const { live: shownBefore = {}, sent: sentBefore = [] } = known;
  const wire = wireOfPut(definition, update);
  try {
    const returned = await collection.put(id, wire);
    const isOfResource = id === known.id;
    const shown = shownOfPut(definition, update, returned, isOfResource);
    return {
      ...known,
      live: { ...unchangedBy(wire, definition, shownBefore), ...shown },
      sent: new Map([...sentBefore, ...wireOf(update.changes).sent]),
    };
  } catch (error) {
    const reason = await findReason(error, () => explainUpdateError(record, update, error));
    const state = stateAfterFailure(record, known, update, { origin, isUnsure: isAmbiguous(error) });
    if (state === undefined) throw reason;
    throw keptError(record, update, { id: known.id, state, reason });
  }
}

/**
 * Returns the fields of earlier responses that a PUT doesn't change, because its response may lack them. It may change
 *
 * - the fields that it sends
 * - if it sends what is only in requests: each field that is neither a property nor an output, because one of them may show it
 *
 * An example:
 *
 *     shown before    { title: "Down", body: "...", flags: { silent: true } }
 *     PUT             { title: "Up" }              unchanged: body and flags
 *     PUT             { silent_update: false }     unchanged: title and body. `flags` may show it
 */
function unchangedBy(wire: Wire, { properties, outputs }: Definition, shownBefore: Live): Live {
  const keysOfKind = [...Object.values(properties), ...Object.values(outputs)].map(({ key }) => key);
  const sendsRequestOnly = Object.values(properties).some(({ requestOnly, key }) => requestOnly && key in wire);
  const mayBeChanged = (key: string) => {
    const mayShowRequestOnly = sendsRequestOnly && !keysOfKind.includes(key);
    return key in wire || mayShowRequestOnly;
  };
  return Object.fromEntries(Object.entries(shownBefore).filter(([key]) => !mayBeChanged(key)));
}

/**
 * Returns the record with the state after its last PUT, and says what a reset hasn't changed.
 *
 * @throws PartialError if the API accepted a property but kept another value: the state gets the live value, so that
 * the next preview still shows the difference
 */
export function resultOf(scope: Scope, known: Known, declared: Declared): Known {
  // A write that changes several records may return another one: the resource keeps its ID.
  const { id } = known;
  const { state, ignored, stillShown } = stateAfterWrite(scope, known, declared);
  const what = subject({ ...scope, declared, recordId: id });
  const shownAs = (name: string) => forMessage(scope, name, state.values[name]);
  if (stillShown.length > 0) {
    const shown = stillShown.map((name) => `${name} still shows ${shownAs(name) ?? "what was there before"}`);
    scope.say("info", resetShown({ what, shown: shown.join(", ") }));
  }
  if (ignored.length === 0) return { id, state };
  const kept = ignored.map((name) => `${name} is ${shownAs(name) ?? "a different value"} there`);
  const message = ignoredProperty({ subject: what, properties: ignored.join(", "), kept: kept.join(", ") });
  throw new PartialError(message, { recordId: id, stored: writeState(withAdoptOfInputs(state, known.state)) });
}

/**
 * Returns the state after an update that partly failed. Pulumi then keeps the inputs of before, so the state keeps what was known of their
 * `adopt`. If nothing was known, as for a record that is in no state yet, it has what the program says now.
 */
const withAdoptOfInputs = (state: State, before: State): State => ({
  ...state,
  adopt: before.adopt ?? state.adopt,
  taken: before.taken ?? state.taken,
});
