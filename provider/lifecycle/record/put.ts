import type { Declared, Live, Stored, Wire } from "../../../api/form.ts";
import { ignoredProperty } from "../../../errors/up.ts";
import type { Definition, Reach } from "../../../kinds/kind.ts";
import { isAmbiguous } from "../../client/outcome.ts";
import type { Change } from "../forms/compare.ts";
import { declaredIn, unconfirmedIn, unconfirmedKey } from "../forms/state.ts";
import { storedFrom } from "../forms/stored.ts";
import { wireOf, wireOfPut } from "../forms/wire.ts";
import { asFirst, offsetIn } from "../series/series.ts";
import { explainUpdateError, findReason } from "./explain.ts";
import type { ExistingRecord } from "./find.ts";
import { PartialError, partialError, subject } from "./operation-error.ts";

/*
 * Sends the differences of one existing record, and says what the state holds afterwards, even if that fails.
 */

/** A record as the program declares it, and what the state holds of it. */
export interface Reconciled {
  readonly recordId: string;
  readonly stored: Stored;
}

/** An existing record and what we know of it. */
export interface Existing {
  readonly record: ExistingRecord;
  readonly origin: "state" | "adopted" | "created";
  /** What the state held before this operation. @default this operation created the record */
  readonly stored?: Stored;
  /** The record as responses in this operation showed it. */
  readonly live: Live;
  /** Names of the properties that this operation has sent. */
  readonly sent: ReadonlySet<string>;
  /**
   * Whether this operation created or restored the record, so that the state has to keep it even if a later step fails.
   */
  readonly isNew: boolean;
}

/** Changes that are sent in one PUT. */
export interface Step {
  readonly changes: readonly Change[];
  /** The occurrences that it changes. @default it isn't a series */
  readonly reach?: Reach;
}

/** An update of a record. */
export interface Update {
  readonly stored: Stored;
  readonly declared: Declared;
  readonly changes: readonly Change[];
}

/** Sends exactly the differences: one PUT, or no request. */
export async function sync(
  existing: Existing,
  { stored, declared }: Update,
  { changes, reach }: Step,
): Promise<Existing> {
  const { record, live, sent } = existing;
  const { definition, collection, recordId } = record;
  const changed = wireOf(changes);
  if (changed.sent.size === 0) return existing;
  try {
    const wire = await wireOfPut(record, changed.wire, { stored, declared, reach });
    const returned = asFirst(definition, await collection.put(recordId, wire), offsetIn(stored, recordId));
    return {
      ...existing,
      live: { ...stillValid(definition, live, wire), ...returned },
      sent: new Set([...sent, ...changed.sent]),
    };
  } catch (error) {
    throw await unsynced(existing, declared, { error, unsent: changed.sent });
  }
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

/** Returns the error for a failed PUT: if the record has to be kept, its current values go into the state. */
async function unsynced(
  existing: Existing,
  declared: Declared,
  { error, unsent }: { error: unknown; unsent: ReadonlySet<string> },
): Promise<unknown> {
  const { record, origin, stored, isNew } = existing;
  const isUnknown = isAmbiguous(error);
  const reason = isNew ? error : await findReason(error, () => explainUpdateError(record, declared, error));
  if (!isNew && (origin === "adopted" || !isUnknown)) return reason;
  const before = declaredIn(record.definition, stored ?? {});
  const inEffect = Object.fromEntries(
    Object.entries({ ...before, ...declared }).flatMap(([name, value]) =>
      unsent.has(name) ? (name in before ? [[name, before[name]]] : []) : name in declared ? [[name, value]] : [],
    ),
  );
  const kept = origin === "state" && stored !== undefined ? stored : storedAfter(existing, inEffect).stored;
  const { definition, collection, recordId } = record;
  const { connection } = collection;
  const what = { connection, definition, verb: "update", declared, stored: kept, recordId } as const;
  return partialError(what, reason, isUnknown ? withUnconfirmed(kept, unsent) : kept);
}

const withUnconfirmed = (stored: Stored, names: ReadonlySet<string>): Stored => ({
  ...stored,
  [unconfirmedKey]: [...new Set([...unconfirmedIn(stored), ...names])],
});

/** Computes what the state holds after the requests of this operation. */
const storedAfter = ({ record, live, stored = {}, sent }: Existing, declared: Declared) =>
  storedFrom({ definition: record.definition, live, hub: record.collection.hub }, { stored, declared, sent });

/**
 * Returns the record and what the state holds of it after the operation.
 *
 * @throws PartialError if the API accepted a property but kept another value: the state gets the live value, so that
 * the next preview still shows the difference
 */
export function resultOf(synced: Existing, declared: Declared): Reconciled {
  const { stored, ignored } = storedAfter(synced, declared);
  const { definition, recordId } = synced.record;
  if (ignored.length === 0) return { recordId, stored };
  const valueIn = (name: string) =>
    definition.properties[name]?.secret ? "a different value" : JSON.stringify(stored[name]);
  const kept = ignored.map((name) => `${name} is ${valueIn(name)} there`).join(", ");
  const message = ignoredProperty({
    subject: subject({ definition, declared, recordId }),
    properties: ignored.join(", "),
    kept,
  });
  throw new PartialError(message, { recordId, stored });
}
