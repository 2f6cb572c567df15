import { echoKey } from "./lifecycle/state.ts";
import { unknown } from "./lifecycle/unknown.ts";
import type { Definition, Failure, Values } from "./resources/define.ts";

/*
 * What every adapter to Pulumi needs: its marks of unknown and secret values, and the form of a failed check.
 */

/** What Pulumi writes for a value that is not known yet, whatever its type. Copied, as loading the SDK takes half a second. */
export const unknownMark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Key and value by which Pulumi recognizes a secret that is nested in other values. */
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" } as const;

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
    Object.entries(values).map(([name, value]) => [
      name,
      isSecret(name) && value !== null ? { ...secretMark, value } : value,
    ]),
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
  // Pulumi prints the value of a property that it is given: never one of a secret, and of a nested one only "<nil>".
  const isSecret = definition.properties[String(first)]?.secret === true;
  if (path.length === 1 && !isSecret) return { property: name, reason };
  const prefix = name === "" ? "" : `${name}: `;
  return { property: "", reason: `${prefix}${reason}${got === undefined ? "" : `; got ${got}`}` };
}

/** What a replacement by another hub means, in plain words. */
export const otherHubRemark = (from: string, to: string): string =>
  `StatusHub: "${to}" is another hub than "${from}". Records that move to it are deleted from "${from}" and created anew ` +
  `on "${to}": their history stays behind. To rename a hub, change the subdomain of its Hub resource.`;
