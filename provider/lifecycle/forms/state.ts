import { randomBytes } from "node:crypto";
import type { Declared, Stored } from "../../../model/api/form.ts";
import { isObject } from "../../../model/api/object.ts";
import { type Definition, isAdoptOnly } from "../../../model/kinds/kind.ts";

/*
 * What the state holds of a resource: the values of all properties and outputs, declared or not, plus keys that only
 * the provider reads.
 */

/** The state of a resource. */
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

/** Key with the name of the resource, by which two resources with the same record are told apart. */
export const ownerKey = "__owner";

/** Returns a name for a resource, which no other one has. */
export const newOwner = (): string => randomBytes(6).toString("base64url");

/** Returns the name of the resource. A state that an earlier version wrote has none. */
export const ownerIn = ({ [ownerKey]: owner }: Stored): string => (typeof owner === "string" ? owner : "");

/**
 * Key with what the program said in `adopt` when it was last deployed, which a read can't tell. If it is left in the
 * program, it has no effect again.
 */
export const adoptKey = "__adopt";

/**
 * Key with whether the record was taken: adopted, and not made. It is there while the program says `adopt`. Meanwhile, the record is
 * neither replaced nor deleted: otherwise, the stack of a review would delete the page of production. A state that an earlier
 * version wrote has none.
 */
export const takenKey = "__taken";

export const isTaken = ({ [takenKey]: taken }: Stored): boolean => taken === true;

/** Returns what a state has under these keys. */
export const adoptionIn = (stored: Stored): Stored =>
  Object.fromEntries([adoptKey, takenKey].filter((key) => key in stored).map((key) => [key, stored[key]]));

/** Returns what the program said in `adopt` when it was last deployed, unless an earlier version deployed it. */
export const adoptIn = (stored: Stored): Declared => (takenKey in stored ? { adopt: stored[adoptKey] } : {});

/** Whether the program no longer says the same in `adopt`. An update then needs no request. */
export const changesAdopt = (stored: Stored, { adopt }: Declared): boolean =>
  takenKey in stored && adopt !== stored[adoptKey];

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

export const occurrencesKey = "__occurrences";

/**
 * Key with what was last deployed of what decides whether a maintenance is over: its dates, its pattern and whether it is a draft.
 * Somebody may have changed them on the page since.
 */
export const deployedKey = "__deployed";

/** Returns the part of a declaration that is kept under that key. */
export const decisiveIn = (
  { properties, period, series }: Definition,
  values: Declared | Stored,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(properties)
      .filter(
        (name) => period?.timed.includes(name) || name === series?.property || properties[name]?.hides !== undefined,
      )
      .map((name) => [name, values[name]]),
  );

/** Returns a state with the dates, the pattern and the draft as they were last deployed. A plan masks them, so it has those of the page. */
export function asDeployed(definition: Definition, stored: Stored): Stored {
  const deployed = stored[deployedKey];
  return { ...stored, ...decisiveIn(definition, isObject(deployed) ? deployed : declaredIn(definition, stored)) };
}

/**
 * Returns a state whose deployed program hid nothing. What was public when its end came is no draft from then on, if the program hides
 * it: the dates that the team has given it stay.
 */
export function asPublic({ properties }: Definition, stored: Stored): Stored {
  const deployed = stored[deployedKey];
  if (!isObject(deployed)) return stored;
  const shown = Object.entries(deployed).filter(([name]) => properties[name]?.hides === undefined);
  return { ...stored, [deployedKey]: Object.fromEntries(shown) };
}

/**
 * Keys of the outputs with values of properties, or with fingerprints that anyone could use to confirm a guess. A program
 * may mark any property as secret, and Pulumi only carries that over to the same key.
 */
export const confidentialKeys: readonly string[] = [serverFormsKey, deployedKey, adoptKey];

/** The dates of a series that its writes have made: milliseconds from the first declared one, by ID. */
export type Occurrences = Readonly<Record<string, number>>;

export const occurrencesIn = ({ [occurrencesKey]: occurrences }: Stored): Occurrences =>
  (occurrences ?? {}) as Occurrences;

/** Returns the time from the first declared date of a series to the last that is noted. */
export function lastOffsetIn(stored: Stored): number {
  // A state may have an older shape.
  const offsets = Object.values(occurrencesIn(stored)).filter((offset) => Number.isFinite(offset));
  return Math.max(0, ...offsets);
}

export const unconfirmedIn = ({ [unconfirmedKey]: names }: Stored): readonly string[] =>
  Array.isArray(names) ? names : [];

/** Whether a program adopts a record instead of creating one. */
export const isAdopting = ({ adopt }: Declared): boolean => adopt !== undefined && adopt !== false;

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

export const stateWith = (declared: Declared): Stored => ({
  ...(declared as object),
  [declaredKey]: Object.keys(declared),
});

/** Whether this is what a program declares for a lookup by ID, instead of a state. */
export const isLookup = (definition: Definition, named: Stored | Declared): named is Declared =>
  !Object.keys(definition.outputs).some((name) => name in named);

/** Whether a state is of a resource that the program manages: one that it only looks up declares no property. */
export const isManaged = ({ [declaredKey]: names }: Stored): boolean => !(Array.isArray(names) && names.length === 0);

/** Key with the record's ID now, an output of the kinds whose deleted records come back. Pulumi keeps the resource under its first one. */
const recordIdKey = "recordId";

/** Returns the record's ID, which may have changed since Pulumi stored it. */
export function recordIdOf(id: string, { [recordIdKey]: changed }: Stored): string {
  return typeof changed === "string" ? changed : id;
}

/** Returns the IDs of all records that a resource has: its own record, and the other dates of a series. */
export const recordIdsIn = (id: string, stored: Stored): readonly string[] => [
  ...new Set([id, recordIdOf(id, stored), ...Object.keys(occurrencesIn(stored))]),
];

/** Returns the values that a program sees, without the keys that only the provider reads: all begin with two underscores. */
export const withoutOwnKeys = (stored: Stored): Stored =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !name.startsWith("__")));

export const serverFormsIn = (stored: Stored): Record<string, string | undefined> =>
  (stored[serverFormsKey] ?? {}) as Record<string, string | undefined>;

/** Whether a resource stands for several records. Somebody may have made its record repeat in the control panel. */
export const isSeries = (definition: Definition, stored: Stored): boolean =>
  declaresSeries(definition, stored) || Object.keys(occurrencesIn(stored)).length > 1;

/** Whether a write without a response may have made a series of a record, or changed its pattern. */
export const isUnconfirmed = ({ series }: Definition, stored: Stored): boolean =>
  series !== undefined && unconfirmedIn(stored).includes(series.property);

export const declaresSeries = ({ series }: Definition, values: Declared | Stored): boolean =>
  series !== undefined && (values[series.property] ?? null) !== null;

/** Whether an update restores a deleted record. A program that ignores changes to the mark passes it back. */
export const isToBeRestored = (stored: Stored, declared: Declared): boolean =>
  stored.deleted === true && declared.deleted !== true;
