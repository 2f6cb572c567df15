import { randomBytes } from "node:crypto";
import type { Declared, Stored } from "../../../model/api/form.ts";
import { type Definition, isAdoptOnly } from "../../../model/kinds/kind.ts";

/*
 * What the state holds of a resource: the values of all properties and outputs, declared or not, plus keys that only
 * the provider reads.
 */

/** What Pulumi keeps of a resource. */
export interface Kept {
  /** The record's ID now. A restored record may have another one than the ID under which Pulumi keeps the resource. */
  readonly id: string;
  readonly stored: Stored;
}

/** Key with the names of the declared properties. */
export const declaredKey = "__declared";

/**
 * Key with a fingerprint of each property that the server keeps in another form than declared. If a later read has the same
 * one, the property is as declared.
 */
export const serverFormsKey = "__serverForms";

/**
 * Key that names the adoption by which the resource has its record; without it, the resource created that. This tells two
 * resources with the same record apart.
 */
export const adoptionKey = "__adoption";

/** Returns a name for a new adoption, which no other resource has. */
export const newAdoption = (): Stored => ({ [adoptionKey]: randomBytes(6).toString("base64url") });

/**
 * Key with what the program said in `adopt` when it was last deployed, which a read can't tell. It means the first record
 * of the resource, or the next one of a maintenance, so what is left in the program has no effect again.
 */
export const adoptKey = "__adopt";

/**
 * Key with the names of properties that were sent in a request whose outcome is unknown. They count as changed until another
 * write, or a read that shows them, settles it.
 */
export const unconfirmedKey = "__unconfirmed";

/** Key with the time at which the record's hub was created. A hub keeps it in `createdAt`. */
export const hubCreatedKey = "__hubCreatedAt";

/** Returns the ID of a resource's hub and when that was created, if the state has both. */
export function hubCreationIn(
  definition: Definition,
  id: string,
  stored: Stored,
): readonly [string, string] | undefined {
  const [hubId, created] = isAdoptOnly(definition) ? [id, stored.createdAt] : [stored.hubId, stored[hubCreatedKey]];
  return typeof hubId === "string" && typeof created === "string" ? [hubId, created] : undefined;
}

/** Key with the `Occurrences` of a series. If it is missing, they aren't known yet. */
export const occurrencesKey = "__occurrences";

/**
 * Key with the values that were deployed, for properties that somebody has changed since: any property of an occurrence, and
 * of other records those with keys of their own. This tells undoing such a change from another one.
 */
export const deployedKey = "__deployed";

/**
 * Keys of the outputs with values of properties, or with fingerprints that anyone could use to confirm a guess. A program
 * may mark any property as secret, and Pulumi only carries that over to the same key.
 */
export const confidentialKeys: readonly string[] = [serverFormsKey, deployedKey, adoptKey];

/** Milliseconds from the first occurrence of a series, by ID. */
export type Occurrences = Readonly<Record<string, number>>;

export const occurrencesIn = ({ [occurrencesKey]: occurrences }: Stored): Occurrences =>
  (occurrences ?? {}) as Occurrences;

/** A record that isn't the first occurrence is known by its offset, even if no others are. */
export const withOffset = (id: string, offset: number): Stored =>
  offset === 0 ? {} : { [occurrencesKey]: { [id]: offset } };

export const deployedIn = ({ [deployedKey]: deployed }: Stored): Stored => (deployed ?? {}) as Stored;

/** Returns the stored values without what somebody has changed since. */
export const asDeployed = (stored: Stored): Stored => ({ ...stored, ...deployedIn(stored) });

export const unconfirmedIn = ({ [unconfirmedKey]: names }: Stored): readonly string[] =>
  Array.isArray(names) ? names : [];

/** Returns the names of properties that the state declares but this version doesn't know. */
export function unknownNamesIn({ properties }: Definition, { [declaredKey]: names }: Stored): readonly string[] {
  return Array.isArray(names) ? names.filter((name) => properties[name] === undefined) : [];
}

/** Returns the properties that were declared and in effect when the state was written. */
export function declaredIn(definition: Definition, stored: Stored): Declared {
  const names = stored[declaredKey];
  // A state that was written for an import has no such list, so every property in it counts as declared.
  const isDeclared = (name: string) => (Array.isArray(names) ? names.includes(name) : stored[name] !== undefined);
  const properties = Object.keys(definition.properties).filter(isDeclared);
  const present = ["hub", ...properties].filter((name) => stored[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, stored[name]]));
}

/** Returns a state that holds a declaration, and nothing else. */
export const stateWith = (declared: Declared): Stored => ({
  ...(declared as object),
  [declaredKey]: Object.keys(declared),
});

/** Whether this is what a program declares for a lookup by ID, instead of a state. */
export const isLookup = (definition: Definition, named: Stored | Declared): named is Declared =>
  !Object.keys(definition.outputs).some((name) => name in named);

/** Whether a state is of a resource that the program manages: one that it only looks up declares no property. */
export const isManaged = ({ [declaredKey]: names }: Stored): boolean => !(Array.isArray(names) && names.length === 0);

/** Key with the record's ID now, an output of the kinds whose records may change. Pulumi keeps the resource under an earlier one. */
export const recordIdKey = "recordId";

/** Returns the record's ID, which may have changed since Pulumi stored it. */
export function recordIdOf(id: string, { [recordIdKey]: changed }: Stored): string {
  return typeof changed === "string" ? changed : id;
}

/** Returns the IDs of all records that a resource has: its own record, and the other occurrences. */
export const recordIdsIn = (id: string, stored: Stored): readonly string[] => [
  ...new Set([id, recordIdOf(id, stored), ...Object.keys(occurrencesIn(stored))]),
];

/** Returns the values that a program sees, without the keys that only the provider reads: all begin with two underscores. */
export const withoutOwnKeys = (stored: Stored): Stored =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !name.startsWith("__")));

export const serverFormsIn = (stored: Stored): Record<string, string | undefined> =>
  (stored[serverFormsKey] ?? {}) as Record<string, string | undefined>;

export const isSeries = (definition: Definition, stored: Stored): boolean =>
  definition.series !== undefined &&
  (stored[occurrencesKey] !== undefined || declaresSeries(definition, declaredIn(definition, stored)));

export const declaresSeries = ({ series }: Definition, declared: Declared): boolean =>
  series !== undefined && declared[series.property] !== undefined && declared[series.property] !== null;

/** Whether a resource may stand for several records: a pattern that was sent and may have taken effect counts as declared. */
export const mayBeSeries = (definition: Definition, stored: Stored): boolean =>
  isSeries(definition, stored) || unconfirmedIn(stored).some((name) => name === definition.series?.property);

/** Whether an update restores a deleted record. A program that ignores changes to the mark passes it back. */
export const isToBeRestored = (stored: Stored, declared: Declared): boolean =>
  stored.deleted === true && declared.deleted !== true;
