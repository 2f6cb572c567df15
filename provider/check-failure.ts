import type { Failure } from "../model/kinds/kind.ts";
import { endsInCode, reword } from "../model/problem.ts";
import { invalidValue } from "./errors/program.ts";
import { forMessage, isSecret, mayShow, type Secrecy } from "./lifecycle/forms/secrets.ts";

/** A failed check as Pulumi shows it: on a property, or on the whole resource if the name is empty. */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

/** Whether a name may be meant for a property that is secret. */
function mayBeMisspelled(secrecy: Secrecy, name: string | number): boolean {
  const { properties } = secrecy.definition;
  const isKnown = name in properties || name === "hub" || name === "adopt" || name === "";
  return !isKnown && Object.keys(properties).some((each) => isSecret(secrecy, each));
}

export function checkFailure(secrecy: Secrecy, { path, reason, got }: Failure): CheckFailure {
  const [first = "", ...rest] = path;
  const name = rest.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${key}`),
    String(first),
  );
  // Pulumi prints the value of the property we name. We never name a secret, or what may be a misspelled one, and a
  // nested path would only print "<nil>".
  const isShown = !mayBeMisspelled(secrecy, first) && mayShow(secrecy, String(first));
  const message = endsInCode(reason) ? reason : invalidValue({ rule: reason });
  if (path.length === 1 && isShown) return { property: name, reason: message };
  const prefix = name === "" ? "" : `${name}: `;
  const value = isShown && got !== undefined ? forMessage(secrecy, String(first), got) : undefined;
  const end = value === undefined ? endOf(message) : `; got ${value}.`;
  return { property: "", reason: reword(message, (text) => `${prefix}${text}${end}`) };
}

/** A question needs no period before its code. */
const endOf = (message: string): string => (message.includes("? [") ? "" : ".");
