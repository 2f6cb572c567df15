import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { isAmbiguous } from "../../client/outcomes.ts";
import { datesLeft, resetShown } from "../../errors/read.ts";
import { ignoredProperty } from "../../errors/up.ts";
import { type Change, compare } from "../forms/compare.ts";
import { isHiddenOnPage, wasHidden } from "../forms/hidden.ts";
import { datesOf, deployedEnd, endOfDate } from "../forms/phase.ts";
import { forMessage } from "../forms/secrets.ts";
import { adoptionIn, declaredIn, declaredKey, type Kept, unconfirmedIn, unconfirmedKey } from "../forms/state.ts";
import { type Known, storedAfterRead, storedAfterWrite } from "../forms/stored.ts";
import { shownOfDate, type Update, wireOf, wireOfPut } from "../forms/wire.ts";
import { explainUpdateError, findReason } from "./explain.ts";
import { isPartial, PartialError, partialError, subject } from "./operation-error.ts";
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
export async function write(record: Target, known: Known, update: Update): Promise<Kept> {
  const allowed = { ...update, changes: withoutPastEnd(record, known, update) };
  const { sent } = wireOf(allowed.changes);
  const after = sent.size === 0 ? known : await put(record, known, allowed);
  return resultOf(record, after, update.declared);
}

/**
 * The last guard of what visitors look up: no PUT to a published maintenance carries an end that is over, unless the deployed one is
 * to come. It never makes an `up` fail, so the dates are left out.
 */
function withoutPastEnd(
  record: Target,
  { stored, live, origin }: Known,
  { declared, changes }: Update,
): readonly Change[] {
  const { definition, collection, say, id } = record;
  const now = collection.serverTime();
  const { body } = wireOf(changes);
  const isRead = Object.keys(live).length > 0;
  const isHidden = isRead ? isHiddenOnPage(definition, live) : wasHidden(definition, stored);
  const isAllowed = origin === "created" || isHidden || deployedEnd(definition, stored, now) === "to come";
  if (isAllowed || endOfDate(definition, body, now) !== "over") return changes;
  say(datesLeft({ what: subject({ definition, declared, recordId: id }) }));
  return changes.filter(({ name }) => !datesOf(definition).includes(name));
}

async function put(record: Target, known: Known, update: Update): Promise<Known> {
  const { definition, collection, id } = record;
  const wire = wireOfPut(definition, update);
  try {
    const returned = await collection.put(id, wire);
    const live = update.changesFollowing ? shownOfDate(definition, returned, id === known.id) : returned;
    return {
      ...known,
      live: { ...stillValid(definition, known.live, wire), ...live },
      sent: new Set([...known.sent, ...wireOf(update.changes).sent]),
    };
  } catch (error) {
    const reason = await findReason(error, () => explainUpdateError(record, update, error));
    // Otherwise nobody would ever update or delete the record.
    if (known.origin === "created") {
      const kept = { id: known.id, stored: storedWithout(record, known, update) };
      throw keptError(record, update, { kept, error, reason });
    }
    // After any other failure, the state is still right as it is.
    if (known.origin === "stored" && isAmbiguous(error))
      throw keptError(record, update, { kept: known, error, reason });
    throw reason;
  }
}

/**
 * Returns what is left to send after a POST. Values that the response shows already needn't be sent. What the POST has carried
 * isn't sent again, whatever it shows: `write` decides whether the server has rewritten or ignored it.
 */
export function leftToSend(scope: Scope, { live, stored, sent }: Known, declared: Declared): Change[] {
  const shown = { ...storedAfterRead({ ...scope, live }), ...stored };
  return compare(scope.definition, shown, declared).filter(({ name }) => !sent.has(name));
}

/** Returns what makes a record whole: the declared values, and the defaults for all others. */
export const wholeOf = (definition: Definition, stored: Stored, declared: Declared): Change[] =>
  compare(definition, { ...stored, [declaredKey]: Object.keys(definition.properties) }, declared);

/** What the state holds of a record if nothing of an update is sent: what was declared before stays declared. */
export function storedWithout(scope: Scope, known: Known, { declared, changes }: Update): Stored {
  const previous = declaredIn(scope.definition, known.stored);
  const { sent: missing } = wireOf(changes);
  const inEffect = Object.entries({ ...previous, ...declared }).flatMap(([name, value]) => {
    const [source, kept] = missing.has(name) ? [previous, previous[name]] : [declared, value];
    return name in source ? [[name, kept]] : [];
  });
  return storedAfterWrite(scope, known, Object.fromEntries(inEffect)).stored;
}

/**
 * Returns the error of an update that Pulumi stores although it failed. Properties that may have taken effect are marked,
 * so that they count as changed until a response shows them.
 */
function keptError(
  { definition, collection: { connection, trouble } }: Scope,
  update: Update,
  { kept: { id, stored }, error, reason }: { kept: Kept; error: unknown; reason: unknown },
): PartialError {
  const unsure = isAmbiguous(error) ? withUnconfirmed(stored, update) : stored;
  const { declared } = update;
  const what = { connection, trouble, definition, verb: "update", declared, stored, recordId: id } as const;
  return isPartial(reason) ? reason : partialError(what, reason, unsure);
}

/** Marks what an update without a response may have changed. */
function withUnconfirmed(stored: Stored, { changes }: Update): Stored {
  const marked = [...new Set([...unconfirmedIn(stored), ...wireOf(changes).sent])];
  return { ...stored, [unconfirmedKey]: marked };
}

/**
 * Returns the fields of earlier responses that a PUT doesn't change, because its response may lack them. If it changes a
 * property that responses show elsewhere, such as in the flags, only fields of other properties are sure to be valid.
 */
function stillValid({ properties, outputs }: Definition, live: Live, wire: Wire): Live {
  const described = [...Object.values(properties), ...Object.values(outputs)].map((described) => described.key);
  const isShownElsewhere = Object.values(properties).some(({ requestOnly, key }) => requestOnly && key in wire);
  return Object.fromEntries(
    Object.entries(live).filter(([key]) => !(key in wire) && (!isShownElsewhere || described.includes(key))),
  );
}

/**
 * Returns what the state holds of a record after its last PUT, and says what a reset hasn't changed.
 *
 * @throws PartialError if the API accepted a property but kept another value: the state gets the live value, so that
 * the next preview still shows the difference
 */
export function resultOf(scope: Scope, known: Known, declared: Declared): Kept {
  const { definition, say } = scope;
  // A write that changes several records may return another one: the resource keeps its ID.
  const { id } = known;
  const { stored, ignored, stillShown } = storedAfterWrite(scope, known, declared);
  const what = subject({ definition, declared, recordId: id });
  const shownAs = (name: string) => forMessage(stored[name], definition.properties[name]?.secret);
  if (stillShown.length > 0) {
    const shown = stillShown.map((name) => `${name} still shows ${shownAs(name) ?? "what was there before"}`);
    say(resetShown({ what, shown: shown.join(", ") }));
  }
  if (ignored.length === 0) return { id, stored };
  const kept = ignored.map((name) => `${name} is ${shownAs(name) ?? "a different value"} there`);
  const message = ignoredProperty({ subject: what, properties: ignored.join(", "), kept: kept.join(", ") });
  // After an update that partly failed, Pulumi keeps the inputs of before, and what they say in `adopt`.
  const adoption = known.origin === "stored" ? adoptionIn(known.stored) : {};
  throw new PartialError(message, { recordId: id, stored: { ...stored, ...adoption } });
}
