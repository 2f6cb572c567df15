import { type Definition, isAdoptOnly, type Values } from "../../kinds/kind.ts";

/*
 * The outputs of a resource in the state: every value that the API returns, declared or not, plus keys that only the
 * provider reads.
 */

/** Key of the outputs with the names of the declared properties. All others are never compared or sent. */
export const declaredKey = "__declared";

/**
 * Key of the outputs with a fingerprint of the server's form, for each property that the server keeps in another form
 * than declared. If a later read has the same fingerprint, the property is as declared.
 */
export const serverFormsKey = "__serverForms";

/**
 * Key of the outputs that names the adoption by which the resource has its record. Without it, the resource created the
 * record. This tells two resources with the same record apart.
 */
export const adoptionKey = "__adoption";

/**
 * Key of the outputs with the names of properties that were sent in a request whose outcome is unknown. They count as
 * changed until another write, or a read that shows them, settles it.
 */
export const unconfirmedKey = "__unconfirmed";

/** Key of the outputs with the time at which the record's hub was created. A hub keeps it in `createdAt`. */
export const hubCreatedKey = "__hubCreatedAt";

/** Returns the ID of a resource's hub and when that was created, if the state has both. */
export function hubCreationIn(
  definition: Definition,
  id: string,
  outputs: Values,
): readonly [string, string] | undefined {
  const [hubId, created] = isAdoptOnly(definition) ? [id, outputs.createdAt] : [outputs.hubId, outputs[hubCreatedKey]];
  return typeof hubId === "string" && typeof created === "string" ? [hubId, created] : undefined;
}

/**
 * Key of the outputs with the occurrences of a series: milliseconds from the first one, by ID. If it is missing, they
 * aren't known yet.
 */
export const occurrencesKey = "__occurrences";

/**
 * Key of the outputs with the values that were deployed, for each property of an occurrence that somebody has changed
 * since. This tells undoing that change from a change of the program.
 */
export const deployedKey = "__deployed";

const ownKeys = [declaredKey, serverFormsKey, adoptionKey, unconfirmedKey, occurrencesKey, deployedKey, hubCreatedKey];

/**
 * Keys of the outputs with values of properties, or with fingerprints that anyone could use to confirm a guess. A program
 * may mark any property as secret, and Pulumi only carries that over to the same key.
 */
export const confidentialKeys: readonly string[] = [serverFormsKey, deployedKey];

/** Milliseconds from the first occurrence of a series, by ID. */
export type Occurrences = Readonly<Record<string, number>>;

/** Returns the known occurrences of a series. */
export const occurrencesIn = ({ [occurrencesKey]: occurrences }: Values): Occurrences | undefined =>
  typeof occurrences === "object" && occurrences !== null ? (occurrences as Occurrences) : undefined;

/** Returns the deployed values of properties that somebody has changed since. */
export const deployedIn = ({ [deployedKey]: deployed }: Values): Values => (deployed ?? {}) as Values;

/** Returns the names of properties that may have taken effect although no response confirmed it. */
export const unconfirmedIn = ({ [unconfirmedKey]: names }: Values): readonly string[] =>
  Array.isArray(names) ? names : [];

/** Returns the names of properties that the state declares but this version doesn't know. */
export function unknownNamesIn({ properties }: Definition, { [declaredKey]: names }: Values): readonly string[] {
  return Array.isArray(names) ? names.filter((name) => properties[name] === undefined) : [];
}

/** Returns the properties that were declared and in effect when the state was written. */
export function declaredIn(definition: Definition, outputs: Values): Values {
  const names = outputs[declaredKey];
  // A state that was written for an import has no such list, so every property in it counts as declared.
  const isDeclared = (name: string) => (Array.isArray(names) ? names.includes(name) : outputs[name] !== undefined);
  const properties = Object.keys(definition.properties).filter(isDeclared);
  return Object.fromEntries(
    ["hub", ...properties].filter((name) => outputs[name] !== undefined).map((name) => [name, outputs[name]]),
  );
}

/** Whether these are the inputs of a look-up by ID instead of outputs from the state. */
export const isLookUp = (definition: Definition, outputs: Values): boolean =>
  !Object.keys(definition.outputs).some((name) => name in outputs);

/** Key of the outputs with the record's ID, if it has changed since Pulumi stored it. */
export const recordIdKey = "recordId";

/** Returns the record's ID, which may have changed since Pulumi stored it. */
export function recordIdOf(id: string, { [recordIdKey]: changed }: Values): string {
  return typeof changed === "string" ? changed : id;
}

/** Returns the IDs of all records that a resource has: that of its record, and those of the other occurrences. */
export const recordIdsIn = (id: string, outputs: Values): readonly string[] => [
  ...new Set([id, recordIdOf(id, outputs), ...Object.keys(occurrencesIn(outputs) ?? {})]),
];

/** Returns the outputs that a program sees, without the keys that only the provider reads. */
export const withoutOwnKeys = (outputs: Values): Values =>
  Object.fromEntries(Object.entries(outputs).filter(([name]) => !ownKeys.includes(name)));

export const serverFormsIn = (outputs: Values): Record<string, string | undefined> =>
  (outputs[serverFormsKey] ?? {}) as Record<string, string | undefined>;

/** Whether the outputs in the state describe a series. */
export function isSeries(definition: Definition, outputs: Values): boolean {
  const { series } = definition;
  if (series === undefined) return false;
  return occurrencesIn(outputs) !== undefined || declaresSeries(definition, declaredIn(definition, outputs));
}

/** Whether a program declares a series. */
export const declaresSeries = ({ series }: Definition, desired: Values): boolean =>
  series !== undefined && desired[series.property] !== undefined && desired[series.property] !== null;
