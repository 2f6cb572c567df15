import type { Declared, Live, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { isAmbiguous } from "../../client/outcomes.ts";
import { datesLeft, resetShown } from "../../errors/stays.ts";
import { ignoredProperty } from "../../errors/up.ts";
import { type Change, compare } from "../forms/compare.ts";
import { datesOf } from "../forms/dates.ts";
import { deployedEnd, endOfRecord } from "../forms/end.ts";
import { isHiddenOnPage, wasHidden } from "../forms/hidden.ts";
import { forMessage } from "../forms/secrets.ts";
import { type Known, type State, writeState } from "../forms/state.ts";
import { stateAfterRead, stateAfterWrite } from "../forms/stored.ts";
import { shownOfPut, type Update, wireOf, wireOfPut } from "../forms/wire.ts";
import { explainUpdateError, findReason } from "./explain.ts";
import { keptError, type Origin, stateAfterFailure } from "./failed-write.ts";
import { isPartial, PartialError, subject } from "./operation-error.ts";
import type { Scope, Target } from "./scope.ts";

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
  const { sent } = wireOf(allowed.changes);
  const after = sent.size === 0 ? known : await put(record, known, allowed, origin);
  return resultOf(record, after, update.declared);
}

/**
 * The last guard of what visitors look up: no PUT to a published maintenance carries an end that is over, unless the deployed one is
 * to come. It never makes an `up` fail, so the dates are left out.
 */
function withoutPastEnd(record: Target, { state, live = {} }: Known, { declared, changes }: Update): readonly Change[] {
  const { definition, collection, id } = record;
  const now = collection.serverTime();
  const { body } = wireOf(changes);
  // An update that didn't have to read the record knows nothing of it.
  const isRead = Object.keys(live).length > 0;
  const isHidden = isRead ? isHiddenOnPage(definition, live) : wasHidden(definition, state);
  const isEndedByProgram = deployedEnd(definition, state, now) === "to come";
  const sendsPastEnd = endOfRecord(definition, body, now) === "over";
  if (!sendsPastEnd || isHidden || isEndedByProgram) return changes;
  record.say("info", datesLeft({ what: subject({ ...record, declared, recordId: id }) }));
  return changes.filter(({ name }) => !datesOf(definition).includes(name));
}

async function put(record: Target, known: Known, update: Update, origin: Origin): Promise<Known> {
  const { definition, collection, id } = record;
  const wire = wireOfPut(definition, update);
  try {
    const returned = await collection.put(id, wire);
    const live = shownOfPut(definition, update, returned, id === known.id);
    return {
      ...known,
      live: { ...stillValid(definition, known.live ?? {}, wire), ...live },
      sent: new Map([...(known.sent ?? []), ...wireOf(update.changes).sent]),
    };
  } catch (error) {
    const reason = await findReason(error, () => explainUpdateError(record, update, error));
    const state = stateAfterFailure(record, known, update, { origin, isUnsure: isAmbiguous(error) });
    const saysState = isPartial(reason);
    if (state === undefined || saysState) throw reason;
    throw keptError(record, update, { id: known.id, state, reason });
  }
}

/**
 * Returns what a PUT has to send after a POST. Values that the response shows already needn't be sent. Those in the POST aren't
 * sent again, whatever the response shows: `write` decides whether the server has rewritten or ignored them.
 */
export function changesAfterPost(scope: Scope, { live = {}, state, sent }: Known, declared: Declared): Change[] {
  const shown = stateAfterRead(scope, live).values;
  const before = { ...state, values: { ...shown, ...state.values } };
  return compare(scope.definition, before, declared).filter(({ name }) => !sent?.has(name));
}

/**
 * Returns what makes a record whole: the declared values, and the defaults for all others. They are sent as for properties that the program
 * has stopped declaring, so all count as declared before.
 */
export const wholeOf = (definition: Definition, state: State, declared: Declared): Change[] =>
  compare(definition, { ...state, declared: Object.keys(definition.properties) }, declared);

/**
 * Returns the fields of earlier responses that a PUT doesn't change, because its response may lack them. If it changes a
 * property that responses show elsewhere, such as in the flags, only fields of other properties are sure to be valid.
 */
function stillValid({ properties, outputs }: Definition, live: Live, wire: Wire): Live {
  const described = [...Object.values(properties), ...Object.values(outputs)].map(({ key }) => key);
  const isShownElsewhere = Object.values(properties).some(({ requestOnly, key }) => requestOnly && key in wire);
  const isValid = (key: string) => {
    if (key in wire) return false;
    return !isShownElsewhere || described.includes(key);
  };
  return Object.fromEntries(Object.entries(live).filter(([key]) => isValid(key)));
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
  // After an update that partly failed, Pulumi keeps the inputs of before. So the state keeps what they say in `adopt`, if it has had it.
  const { adopt = state.adopt, taken = state.taken } = known.state;
  throw new PartialError(message, { recordId: id, stored: writeState({ ...state, adopt, taken }) });
}
