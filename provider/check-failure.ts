import type { Definition, Failure } from "../model/kinds/kind.ts";
import { endsInCode, reword } from "../model/problem.ts";
import { invalidValue } from "./errors/program.ts";
import { forMessage, type MarkedNames, secrecyOf } from "./lifecycle/forms/secrets.ts";

/** A failed check as Pulumi shows it: on a property, or on the whole resource if the name is empty. */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

const mayBeMisspelled = ({ properties }: Definition, name: string | number): boolean =>
  !(name in properties || name === "hub" || name === "adopt" || name === "") &&
  Object.values(properties).some(({ secret }) => secret === true);

export function checkFailure(
  definition: Definition,
  marked: MarkedNames,
  { path, reason, got }: Failure,
): CheckFailure {
  const [first = "", ...rest] = path;
  const name = rest.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${key}`),
    String(first),
  );
  // Pulumi prints the value of the property we name. We never name a secret, or what may be a misspelled one, and a
  // nested path would only print "<nil>".
  const secrecy = mayBeMisspelled(definition, first) ? true : secrecyOf(definition, marked, String(first));
  const message = endsInCode(reason) ? reason : invalidValue({ rule: reason });
  if (path.length === 1 && secrecy === undefined) return { property: name, reason: message };
  const prefix = name === "" ? "" : `${name}: `;
  const value = got === undefined ? undefined : forMessage(got, secrecy);
  const end = value === undefined ? endOf(message) : `; got ${value}.`;
  return { property: "", reason: reword(message, (text) => `${prefix}${text}${end}`) };
}

/** A question needs no period before its code. */
const endOf = (message: string): string => (message.includes("? [") ? "" : ".");
