import { createHmac } from "node:crypto";
import { type Declared, unknown } from "../model/api/form.ts";
import { isObject } from "../model/api/object.ts";
import type { Definition } from "../model/kinds/kind.ts";
import { unknownMark } from "../model/pulumi/mark-keys.ts";

/*
 * What the provider says of itself in a preview of the CLI, which plays the plan on a copy of the page: the plan masks secrets, and
 * shows neither functions nor versions. It says so only if the CLI asks, with a key that is made for this preview. Lines
 * contain fingerprints instead of values, and the key signs them, so that nothing else passes for one.
 */

/** The environment variable with the key of a preview that asks. */
export const askingVariable = "STATUSHUB_REHEARSAL";

/** One thing that the provider says. */
export type Told =
  | { readonly is: "version"; readonly version: string }
  /** A function has found a record, which then stays if it leaves the program. */
  | { readonly is: "looks up"; readonly kind: string; readonly id: string; readonly baseUrl: string }
  | Checked;

/** The declaration of a resource, without its values. */
export interface Checked {
  readonly is: "check";
  readonly kind: string;
  readonly inputs: Fingerprints;
  /** The same of what may identify its record, as if neither case nor surrounding spaces counted. */
  readonly folded: Fingerprints;
  /** The same of their scheme, if they are URLs. An older provider doesn't say it. */
  readonly schemes?: Fingerprints;
}

/** Fingerprints of a resource's inputs, by property. */
export type Fingerprints = Readonly<Record<string, string>>;

const signed = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** Returns a text that only an equal value of the same property has, in this preview. */
export const fingerprintOf = (key: string, property: string, value: unknown): string =>
  signed(key, `${property} ${JSON.stringify(sorted(value))}`);

export const foldedFingerprint = (key: string, property: string, value: string): string =>
  fingerprintOf(key, property, value.normalize("NFC").trim().toLowerCase());

export function checked(key: string, { kind, identity = [] }: Definition, declared: Declared): Checked {
  const inputs: Record<string, string> = {};
  for (const [name, value] of Object.entries(declared)) inputs[name] = fingerprintOf(key, name, value);
  const folded: Record<string, string> = {};
  const schemes: Record<string, string> = {};
  for (const name of identity) {
    const value = declared[name];
    if (typeof value !== "string") continue;
    folded[name] = foldedFingerprint(key, name, value);
    schemes[name] = fingerprintOf(key, name, schemeOf(value));
  }
  return { is: "check", kind, inputs, folded, schemes };
}

const schemeOf = (text: string): string => /^https?:/.exec(text)?.[0] ?? "";

/** Pulumi sorts the keys of objects in some places. */
function sorted(value: unknown): unknown {
  if (value === unknown) return unknownMark;
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.entries(value)
    .map(([name, item]) => [name, sorted(item)])
    .sort(([one], [other]) => String(one).localeCompare(String(other)));
}

const opening = "statushub-rehearsal";

/** The payload is encoded, because Pulumi masks every secret that it finds in a line. */
export function lineOf(key: string, told: Told): string {
  const payload = Buffer.from(JSON.stringify(told)).toString("base64url");
  return `${opening} ${payload} ${signed(key, payload)}`;
}

/** Returns what a text that Pulumi has printed tells. A line with another mark isn't the provider's. */
export function toldIn(key: string, text: string): Told[] {
  const told: Told[] = [];
  for (const [, payload = "", mark] of text.matchAll(new RegExp(`${opening} ([\\w-]+) ([\\w-]+)`, "g"))) {
    const isOurs = mark === signed(key, payload);
    if (isOurs) told.push(JSON.parse(Buffer.from(payload, "base64url").toString()) as Told);
  }
  return told;
}
