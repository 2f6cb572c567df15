import type { Definition, Values } from "../../kinds/kind.ts";

/*
 * The outputs of a resource, as the state keeps them: every value that the API returns, declared or not, and beside them what
 * only the provider reads.
 */

/** Key of the outputs that holds the names of the declared properties. What it does not name is never compared or sent. */
export const declaredKey = "__declared";

/**
 * Key of the outputs that holds a fingerprint of the server's form for each property that the server keeps in another form
 * than declared. A later read with the same fingerprint means "as declared".
 */
export const serverFormsKey = "__serverForms";

/**
 * Key of the outputs that names the adoption by which the resource has its record. Without it the resource has created the
 * record. So two resources that have one record can be told apart.
 */
export const adoptionKey = "__adoption";

/** Key of the outputs with the names of properties that were sent in a request whose outcome is unknown. */
export const unconfirmedKey = "__unconfirmed";

const ownKeys = [declaredKey, serverFormsKey, adoptionKey, unconfirmedKey];

/** Adds names of properties that a request carried whose outcome is unknown. */
export const withUnconfirmed = (outputs: Values, sent: ReadonlySet<string>): Values =>
  sent.size === 0 ? outputs : { ...outputs, [unconfirmedKey]: [...sent] };

/** Names of properties that may be in effect although no response has said so. */
export const unconfirmedIn = ({ [unconfirmedKey]: names }: Values): readonly string[] =>
  Array.isArray(names) ? names : [];

/** Names of properties that the state declares and this version does not know. */
export function unknownNamesIn({ properties }: Definition, { [declaredKey]: names }: Values): readonly string[] {
  return Array.isArray(names) ? names.filter((name) => properties[name] === undefined) : [];
}

/** What was declared when the state was written, as far as it was in effect. */
export function declaredIn(definition: Definition, outputs: Values): Values {
  const names = outputs[declaredKey];
  // A state that was written for an import has no such list: every property in it counts as declared.
  const isDeclared = (name: string) => (Array.isArray(names) ? names.includes(name) : outputs[name] !== undefined);
  const properties = Object.keys(definition.properties).filter(isDeclared);
  return Object.fromEntries(
    ["hub", ...properties].filter((name) => outputs[name] !== undefined).map((name) => [name, outputs[name]]),
  );
}

/** Whether these are not outputs of the state, but the inputs that a program gives for a look-up by id. */
export const isLookUp = (definition: Definition, outputs: Values): boolean =>
  !Object.keys(definition.outputs).some((name) => name in outputs);

/** The id of the record: its own where it got another one than Pulumi knows. */
export const recordIdOf = (id: string, outputs: Values): string =>
  typeof outputs.recordId === "string" ? outputs.recordId : id;

/** The outputs that a program sees, without what the state keeps beside them. */
export const withoutOwnKeys = (outputs: Values): Values =>
  Object.fromEntries(Object.entries(outputs).filter(([name]) => !ownKeys.includes(name)));

export const serverFormsIn = (outputs: Values): Record<string, string | undefined> =>
  (outputs[serverFormsKey] ?? {}) as Record<string, string | undefined>;
