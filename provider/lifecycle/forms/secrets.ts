import { unknown } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";

/*
 * Decides what a message may show of a resource. Pulumi prints messages, and stores those of failed writes in plain text, so a message gets
 * a value from `forMessage`, which has to be told whose it is. A test lists the other files that make a text with `JSON.stringify` or
 * `inspect`, but doesn't see template literals. Texts of others, such as the API's, are masked (`mask.ts`).
 */

/** The properties that a program marks as secret, or that contain a secret; `unknown` if the protocol doesn't tell. */
export type MarkedNames = ReadonlySet<string> | "unknown";

/** What is secret in a resource: what its kind says, and what its program marks. */
export interface Secrecy {
  readonly definition: Definition;
  readonly marked: MarkedNames;
}

/** Whether a property is certainly secret. */
export const isSecret = ({ definition, marked }: Secrecy, name: string): boolean =>
  definition.properties[name]?.secret === true || (marked !== "unknown" && marked.has(name));

/** Whether a message may show the value of a property: it is certain that it isn't secret. */
export const mayShow = (secrecy: Secrecy, name: string): boolean =>
  secrecy.marked !== "unknown" && !isSecret(secrecy, name);

/** Returns the value of a property as a message shows it; undefined if it doesn't. */
export function forMessage(secrecy: Secrecy, name: string, value: unknown): string | undefined {
  if (!mayShow(secrecy, name)) return undefined;
  const text = JSON.stringify(value, (_, item) => (item === unknown ? "(unknown)" : item)) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}...` : text;
}

/** Returns the names of all values that are certainly secret: properties, outputs, and the hub if the program marks it. */
export function namesOfSecrets(secrecy: Secrecy): ReadonlySet<string> {
  const { properties, outputs } = secrecy.definition;
  const ofProperties = Object.keys(properties).filter((name) => isSecret(secrecy, name));
  const ofOutputs = Object.keys(outputs).filter((name) => outputs[name]?.secret === true);
  // The provider's own keys begin with `__`. If their values are secret, so are the properties that they are from.
  const marked = secrecy.marked === "unknown" ? [] : [...secrecy.marked].filter((name) => !name.startsWith("__"));
  return new Set([...ofProperties, ...ofOutputs, ...marked]);
}

/**
 * Returns the names of the properties that may be secret, because nobody knows what the program marks. The label isn't among them: the
 * user recognizes the resource by it.
 */
export function namesOfPossibleSecrets({ definition: { properties, label }, marked }: Secrecy): string[] {
  if (marked !== "unknown") return [];
  const isPossible = (name: string) => properties[name]?.secret === undefined && !label.includes(name);
  return Object.keys(properties).filter(isPossible);
}
