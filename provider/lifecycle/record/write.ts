import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { isAmbiguous } from "../../client/retry/outcomes.ts";
import { ignoredProperty, maskedKeys } from "../../errors/up.ts";
import { compare } from "../forms/compare.ts";
import { shown } from "../forms/secrets.ts";
import { declaredIn, type Kept, unconfirmedIn, unconfirmedKey } from "../forms/state.ts";
import { type Known, storedAfterRead, storedAfterWrite } from "../forms/stored.ts";
import { mergesKeys, type Update, wireOf, wireOfPut } from "../forms/wire.ts";
import { explainUpdateError, findReason } from "./explain.ts";
import { isPartial, PartialError, partialError, subject } from "./operation-error.ts";
import type { Target, Writable } from "./scope.ts";

/*
 * Makes an existing record as declared, and says what the state holds of it, even if that fails.
 */

/** Sends what differs, and says what the state holds then. */
export type Write<Place extends Writable = Writable> = (
  record: Place,
  known: Known,
  update: Update,
  send?: typeof put,
) => Promise<Kept>;

/** One PUT, or no request. */
export const write: Write = async (record, known, update, send = put) =>
  resultOf(record, await send(record, known, update), update.declared);

/** Sends a PUT to a record that was there before, and searches for the reason if StatusHub rejects it. */
export const putExplained: typeof put = async (record, known, update) => {
  try {
    return await put(record, known, update);
  } catch (error) {
    throw await findReason(error, () => explainUpdateError(record, update, error));
  }
};

/**
 * Writes to a record that this operation has created or restored. Whatever fails, the state gets it under its ID;
 * otherwise nobody would ever update or delete it.
 *
 * @param kept what the state gets then. @default what is in effect of the declaration
 */
export async function writeKept<Place extends Writable>(
  record: Place,
  known: Known,
  update: Update,
  {
    by = write,
    kept = storedWithout(record, known, update),
  }: { readonly by?: Write<Place>; readonly kept?: Stored } = {},
): Promise<Kept> {
  try {
    return await by(record, known, update);
  } catch (error) {
    throw isPartial(error) ? error : keptError(record, update, { stored: kept, error });
  }
}

/**
 * Returns what is left to send after a POST. What the response shows already needn't be sent. What the POST has carried
 * isn't sent again, whatever it shows: `write` decides whether the server has rewritten or ignored it.
 */
export function leftToSend(record: Target, known: Known, declared: Declared): Update {
  const shown = { ...storedAfterRead({ ...record, live: known.live }), ...known.stored };
  const changes = compare(record.definition, shown, declared).filter(({ name }) => !known.sent.has(name));
  return { declared, changes };
}

/** What the state holds of a record if nothing of an update is sent: what was declared before stays declared. */
export function storedWithout(record: Target, known: Known, { declared, changes }: Update): Stored {
  const before = declaredIn(record.definition, known.stored);
  const { sent: missing } = wireOf(changes);
  const inEffect = Object.entries({ ...before, ...declared }).flatMap(([name, value]) => {
    const [source, kept] = missing.has(name) ? [before, before[name]] : [declared, value];
    return name in source ? [[name, kept]] : [];
  });
  return storedAfterWrite(record, known, Object.fromEntries(inEffect)).stored;
}

/**
 * Returns the error of an update that Pulumi stores although it failed. Properties that may have taken effect are marked,
 * so that they count as changed until a response shows them.
 *
 * @param reason what the message says, if something explains the error better
 */
export function keptError(
  { definition, collection: { connection }, id }: Target,
  { declared, changes }: Update,
  { stored, error, reason = error }: { stored: Stored; error: unknown; reason?: unknown },
): PartialError {
  const names = isAmbiguous(error) ? wireOf(changes).sent : [];
  const marked = [...new Set([...unconfirmedIn(stored), ...names])];
  const kept = isAmbiguous(error) ? { ...stored, [unconfirmedKey]: marked } : stored;
  const what = { connection, definition, verb: "update", declared, stored, recordId: id } as const;
  return partialError(what, reason, kept);
}

/** Sends exactly the changes: one PUT, or no request. */
export async function put(record: Writable, known: Known, update: Update): Promise<Known> {
  const { definition, collection, id } = record;
  const { sent } = wireOf(update.changes);
  if (sent.size === 0) return known;
  const others = mergesKeys(update.changes) ? await collection.get(id) : undefined;
  const { wire, masked } = wireOfPut(definition, known.stored, update, others ?? {});
  if (masked !== undefined) throw new StatusHubError(maskedKeys({ property: masked }));
  const returned = await collection.put(id, wire);
  return {
    ...known,
    live: { ...stillValid(definition, known.live, wire), ...returned },
    sent: new Set([...known.sent, ...sent]),
  };
}

/**
 * Returns the fields of earlier responses that a PUT doesn't change, because its response may lack them. If it changes a
 * property that responses show elsewhere, such as in the flags, only fields of other properties are sure to be valid.
 */
function stillValid({ properties, outputs }: Definition, live: Live, wire: Wire): Live {
  const described = [...Object.values(properties), ...Object.values(outputs)].map((described) => described.wire);
  const isShownElsewhere = Object.values(properties).some(({ requestOnly, wire: key }) => requestOnly && key in wire);
  return Object.fromEntries(
    Object.entries(live).filter(([key]) => !(key in wire) && (!isShownElsewhere || described.includes(key))),
  );
}

/**
 * Returns what the state holds of a record after its last PUT.
 *
 * @throws PartialError if the API accepted a property but kept another value: the state gets the live value, so that
 * the next preview still shows the difference
 */
export function resultOf(record: Target, known: Known, declared: Declared): Kept {
  const { definition, id } = record;
  const { stored, ignored } = storedAfterWrite(record, known, declared);
  if (ignored.length === 0) return { id, stored };
  const valueIn = (name: string) => shown(stored[name], definition.properties[name]?.secret) ?? "a different value";
  const kept = ignored.map((name) => `${name} is ${valueIn(name)} there`).join(", ");
  const message = ignoredProperty({
    subject: subject({ definition, declared, recordId: id }),
    properties: ignored.join(", "),
    kept,
  });
  throw new PartialError(message, { recordId: id, stored });
}
