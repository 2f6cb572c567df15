import type { Failure } from "../model/kinds/kind.ts";
import { endsInCode, reword } from "../model/problem.ts";
import { invalidValue } from "./errors/program.ts";
import { forMessage, isSecret, mayShow, type Secrecy } from "./lifecycle/forms/secrets.ts";

/** A failed check as Pulumi shows it: on a property, or on the whole resource if the name is empty. */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

/**
 * Returns a failure as Pulumi shows it. Pulumi prints the value of the property that it names, so we never name a secret, or what may be a
 * misspelled one. Nor a nested path, for which it would only print "<nil>": then the reason has the path and the value.
 */
export function checkFailure(secrecy: Secrecy, { path, reason, got }: Failure): CheckFailure {
  const [property = ""] = path;
  const message = endsInCode(reason) ? reason : invalidValue({ rule: reason });
  const isShown = !mayBeMisspelled(secrecy, property) && mayShow(secrecy, String(property));
  if (path.length === 1 && isShown) return { property: String(property), reason: message };
  const name = nameOf(path);
  const prefix = name === "" ? "" : `${name}: `;
  const value = isShown && got !== undefined ? forMessage(secrecy, String(property), got) : undefined;
  const end = value === undefined ? endOf(message) : `; got ${value}.`;
  return { property: "", reason: reword(message, (text) => `${prefix}${text}${end}`) };
}

/** Whether a name may be meant for a property that is secret. */
function mayBeMisspelled(secrecy: Secrecy, name: string | number): boolean {
  const { properties } = secrecy.definition;
  const isKnown = name in properties || name === "hub" || name === "adopt" || name === "";
  return !isKnown && Object.keys(properties).some((each) => isSecret(secrecy, each));
}

/** Formats as `notifications[0].offsetInMin`. */
function nameOf([property = "", ...keys]: Failure["path"]): string {
  const steps = keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`));
  return `${property}${steps.join("")}`;
}

/** A question needs no period before its code. */
const endOf = (message: string): string => (message.includes("? [") ? "" : ".");
