import { hasCode, reword } from "../errors/problem.ts";
import { invalidValue } from "../errors/program.ts";
import type { Definition, Failure } from "../kinds/kind.ts";

/** A failed check as Pulumi shows it: on a property, or on the whole resource if the name is empty. */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

function mayBeSecret({ properties }: Definition, name: string): boolean {
  const property = properties[name];
  const isKnown = property !== undefined || name === "hub" || name === "adopt";
  return isKnown ? property?.secret === true : Object.values(properties).some(({ secret }) => secret);
}

export function checkFailure(definition: Definition, { path, reason, got }: Failure): CheckFailure {
  const [first = "", ...rest] = path;
  const name = rest.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${key}`),
    String(first),
  );
  // Pulumi prints the value of the property we name. We never name a secret, or what may be a misspelled one, and a
  // nested path would only print "<nil>".
  const isSecret = mayBeSecret(definition, String(first));
  const message = hasCode(reason) ? reason : invalidValue({ rule: reason });
  if (path.length === 1 && !isSecret) return { property: name, reason: message };
  const prefix = name === "" ? "" : `${name}: `;
  const value = got === undefined ? "" : `; got ${got}`;
  const end = value === "" && message.includes("? [") ? "" : ".";
  return { property: "", reason: reword(message, (text) => `${prefix}${text}${value}${end}`) };
}
