import { hasCode, reword } from "../errors/problem.ts";
import { invalidValue, otherHubReplaces } from "../errors/program.ts";
import { unknownKind } from "../errors/up.ts";
import { StatusHubError } from "./client/errors.ts";
import type { Connection, Verify } from "./config.ts";
import { compareHubs, type HubChange, hubNamedIn } from "./lifecycle/hub.ts";
import { echoKey } from "./lifecycle/state.ts";
import { unknown } from "./lifecycle/unknown.ts";
import type { Finding } from "./lifecycle/verify.ts";
import type { Definition, Failure, Values } from "./resources/define.ts";

/*
 * What every adapter to Pulumi needs: its marks of unknown and secret values, and the form of a failed check.
 */

/** What Pulumi writes for a value that is not known yet, whatever its type. Copied, as loading the SDK takes half a second. */
export const unknownMark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * Key of the pointer in inputs and outputs of a dynamic provider. Pulumi adds it to every result, except to that of a
 * partial success.
 */
export const pointerKey = "__provider";

/** What a program declares: without Pulumi's own key, and without keys that have no value. */
export function withoutPointer(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name !== pointerKey && value !== undefined),
  );
}

/** Key and value by which Pulumi recognizes a secret that is nested in other values. */
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" } as const;

/** A value that lies encrypted in the state. */
export const secret = (value: unknown): Values => ({ ...secretMark, value });

/** Unknown values as the core has them. */
export function withUnknowns(values: Values): Values {
  const mark = (value: unknown): unknown => {
    if (value === unknownMark) return unknown;
    if (Array.isArray(value)) return value.map(mark);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mark(item)]));
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mark(value)]));
}

/** Marks what is secret, so that it lies encrypted in the state whatever the program says. */
export function withSecrets(definition: Definition, values: Values): Values {
  const properties = { ...definition.properties, ...definition.outputs };
  const holdsSecrets = Object.values(properties).some(({ secret }) => secret);
  // Fingerprints of secrets are no secrets, but whoever could guess one could confirm it.
  const isSecret = (name: string) => properties[name]?.secret === true || (name === echoKey && holdsSecrets);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) && value !== null ? secret(value) : value]),
  );
}

/** A failed check as Pulumi takes it. */
export function checkFailure(
  definition: Definition,
  { path, reason, got }: Failure,
): { property: string; reason: string } {
  const [first = "", ...rest] = path;
  const name = rest.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${key}`),
    String(first),
  );
  const message = hasCode(reason) ? reason : invalidValue({ rule: reason });
  // Pulumi prints the value of a property that it is given: never one of a secret, and of a nested one only "<nil>".
  const isSecret = definition.properties[String(first)]?.secret === true;
  if (path.length === 1 && !isSecret) return { property: name, reason: message };
  const prefix = name === "" ? "" : `${name}: `;
  const value = got === undefined ? "" : `; got ${got}`;
  return { property: "", reason: reword(message, (text) => `${prefix}${text}${value}.`) };
}

/** The definition of a kind, by its name in the state. */
export async function definitionOf(kind: string): Promise<Definition> {
  const { definitions } = await import("./resources/index.ts");
  const definition = definitions[kind];
  if (definition !== undefined) return definition;
  throw new StatusHubError(unknownKind.kind({ kind }));
}

/** What a comparison of two hubs may need: the API, and a place for a remark. */
interface Surroundings {
  /** The id of the hub that has a subdomain now; `undefined` where this key can see none. */
  readonly idOf: (subdomain: string) => Promise<string | undefined>;
  /** Shows a line to the user, once. */
  readonly remark: (line: string) => void;
}

/** Compares the hubs of the state and of the program, and says what a replacement by another hub means. */
export async function hubChange(olds: Values, news: Values, { idOf, remark }: Surroundings): Promise<HubChange> {
  const change = await compareHubs(olds, news, idOf);
  const [from, to] = [hubNamedIn(olds).subdomain, hubNamedIn(news).subdomain];
  if (change === "other" && from !== undefined && to !== undefined) remark(otherHubReplaces({ from, to }));
  return change;
}

/** What a preview that compares the program with the API does not find out. */
export const verifyRemark = ({ baseUrl }: Connection): string =>
  `StatusHub: comparing the program with ${baseUrl}, as verify is set. Not checked: the role of the key, which no read ` +
  'shows. "npx pulumi-statushub doctor --probe" finds it out.';

/** What of the findings fails a check, and what is only shown: Pulumi stops at the first failure, and shows no other. */
export function sortFindings(findings: readonly Finding[], verify: Verify) {
  const isFailing = ({ fails }: Finding) => fails && verify === "strict";
  return {
    failing: findings.filter(isFailing).map(({ line }) => line),
    shown: findings.filter((finding) => !isFailing(finding)),
  };
}
