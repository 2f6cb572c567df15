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
import { type Known, writeState } from "../forms/state.ts";
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
  const { sent } = wireOf(allowed.changes);
  const after = sent.size === 0 ? known : await put(record, known, allowed, origin);
  return resultOf(record, after, update.declared);
}

/**
 * The last guard of what visitors look up: a PUT to a published maintenance carries no end that is over, unless the program ends what was to
 * come. It never makes an `up` fail, so the dates are left out.
 */
function withoutPastEnd(record: Target, { state, live }: Known, { declared, changes }: Update): readonly Change[] {
  const { definition, collection, id } = record;
  const now = collection.serverTime();
  const sendsPastEnd = endOfRecord(definition, wireOf(changes).body, now) === "over";
  if (!sendsPastEnd) return changes;
  const wasToCome = deployedEnd(definition, state, now) === "to come";
  if (wasToCome) return changes;
  // If this operation didn't have to read the record, it is as it was deployed.
  const isHidden = live === undefined ? wasHidden(definition, state) : isHiddenOnPage(definition, live);
  if (isHidden) return changes;
  record.say("info", datesLeft({ what: subject({ ...record, declared, recordId: id }) }));
  return changes.filter(({ name }) => !datesOf(definition).includes(name));
}

async function put(record: Target, known: Known, update: Update, origin: Origin): Promise<Known> {
  const { definition, collection, id } = record;
  const wire = wireOfPut(definition, update);
  try {
    const returned = await collection.put(id, wire);
    const shown = shownOfPut(definition, update, returned, id === known.id);
    const before = known.live ?? {};
    return {
      ...known,
      live: { ...stillValid(definition, before, wire), ...shown },
      sent: new Map([...(known.sent ?? []), ...wireOf(update.changes).sent]),
    };
  } catch (error) {
    const reason = await findReason(error, () => explainUpdateError(record, update, error));
    const state = stateAfterFailure(record, known, update, { origin, isUnsure: isAmbiguous(error) });
    if (state === undefined) throw reason;
    throw keptError(record, update, { id: known.id, state, reason });
  }
}

/**
 * Returns the fields of earlier responses that a PUT doesn't change, because its response may lack them. Those that it sends aren't
 * among them, and neither is what shows them. Most properties are shown under the key under which they are sent, but not all:
 *
 *     before     { title: "Down", body: "...", flags: { silent: true } }
 *     PUT        { title: "Up" }                    still valid: body and flags
 *     PUT        { silent_update: false }           still valid: title and body, which have nothing to do with it
 */
function stillValid({ properties, outputs }: Definition, before: Live, wire: Wire): Live {
  const isShownElsewhere = Object.values(properties).some(({ requestOnly, key }) => requestOnly && key in wire);
  const knownKeys = [...Object.values(properties), ...Object.values(outputs)].map(({ key }) => key);
  const isValid = (key: string) => {
    const mayShowSent = isShownElsewhere && !knownKeys.includes(key);
    return !(key in wire) && !mayShowSent;
  };
  return Object.fromEntries(Object.entries(before).filter(([key]) => isValid(key)));
}

/**
 * Returns the record with the state after its last PUT, and says what a reset hasn't changed.
 *
 * @throws PartialError if the API accepted a property but kept another value: the state gets the live value, so that
 * the next preview still shows the difference
 */
export function resultOf(scope: Scope, known: Known, declared: Declared): Known {
  // A write that changes several records may return another one: the resource keeps its ID.
  const { id, state: before } = known;
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
  // After an update that partly failed, Pulumi keeps the inputs of before. So the state keeps what they say in `adopt`, if they do.
  const asInInputs = { adopt: before.adopt ?? state.adopt, taken: before.taken ?? state.taken };
  throw new PartialError(message, { recordId: id, stored: writeState({ ...state, ...asInInputs }) });
}
