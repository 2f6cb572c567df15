import { type Declared, type Stored, unknown } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { Property } from "../../../model/kinds/property.ts";

/*
 * Decides what a message may show. Pulumi prints messages, and stores those of failed writes in plain text, so a message gets a value
 * from `forMessage`, which has to be told whether the value is secret. A test lists the other files that make a text with
 * `JSON.stringify` or `inspect`, but doesn't see template literals.
 */

/** Whether a value is secret; `perhaps` if the protocol doesn't tell what the program marks. Both hide it. */
export type Secrecy = Property["secret"];

/** The properties that a program marks as secret, or that contain a secret; `unknown` if the protocol doesn't tell. */
export type MarkedNames = ReadonlySet<string> | "unknown";

/** Returns the value as a message shows it; undefined if it doesn't. */
export function forMessage(value: unknown, secrecy: Secrecy): string | undefined {
  if (secrecy !== undefined) return undefined;
  const text = JSON.stringify(value, (_, item) => (item === unknown ? "(unknown)" : item)) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}...` : text;
}

/** Returns the definition for an operation on a resource: what its program marks as secret is as secret as what the kind does. */
export function withSecrets(definition: Definition, marked: MarkedNames): Definition {
  const properties = Object.entries(definition.properties).map(([name, property]) => {
    const secret = secrecyOf(definition, marked, name);
    return [name, secret === undefined ? property : { ...property, secret }];
  });
  // The provider marks its own keys. If their values are secret, so are the properties that they are from.
  const isOther = (name: string) => !(name in definition.properties) && !name.startsWith("__");
  const secretNames = marked === "unknown" ? [] : [...marked].filter(isOther);
  return { ...definition, properties: Object.fromEntries(properties), secretNames };
}

export const secrecyOf = ({ properties }: Definition, marked: MarkedNames, name: string): Secrecy =>
  properties[name]?.secret ?? (marked === "unknown" ? "perhaps" : marked.has(name) || undefined);

/** Returns the texts that messages must not contain, whoever quotes them. */
export function secretsIn({ properties, outputs, secretNames = [] }: Definition, values: Declared | Stored): string[] {
  const secrets = Object.entries({ ...properties, ...outputs }).filter(([, { secret }]) => secret === true);
  return [...secrets.map(([name]) => name), ...secretNames].flatMap((name) => textsIn(values[name]));
}

/** Shorter texts are more likely to be ordinary words of a message than secrets. */
const shortest = 8;

/** Returns the texts that may be secret, except the label, by which the user recognizes the resource. */
export function possibleSecretsIn({ properties, label }: Definition, values: Declared | Stored): string[] {
  const possible = Object.entries(properties).filter(
    ([name, { secret }]) => secret === "perhaps" && !label.includes(name),
  );
  return possible.flatMap(([name]) => textsIn(values[name])).filter((text) => text.length >= shortest);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return String(value).trim() === "" ? [] : [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
