import { isDeepStrictEqual } from "node:util";
import { variable } from "./names.ts";

/** A value of a resource that must stand in no file. */
export interface SecretValue {
  readonly kind: string;
  /** Name and ID of the resource. */
  readonly name: string;
  readonly id: string;
  readonly property: string;
  readonly value: unknown;
}

/** Gives each secret a key of its own in the stack's configuration. */
export interface SecretKeys {
  /** For a record that is new to the program. */
  take(secret: SecretValue): string;
  /** For one that it declares already: the key with its value, whatever the program calls it. */
  find(secret: SecretValue): string;
}

/**
 * No two secrets share a key, and none takes a key that has another value: names that differ only by spaces or hyphens
 * would otherwise lead to one key.
 *
 * @param settings what the project has in the configuration of the stack
 */
export function createSecretKeys(settings: ReadonlyMap<string, string> = new Map()): SecretKeys {
  const used = new Set<string>();
  const choose = (secret: SecretValue, others: Iterable<string>) => {
    const known = [nameFor(secret, 1), nameFor(secret, 2), ...others].find(
      (key) => !used.has(key) && isEqual(settings.get(key), secret.value),
    );
    let key = known ?? nameFor(secret, 1);
    for (let attempt = 2; known === undefined && (used.has(key) || settings.has(key)); attempt++) {
      key = nameFor(secret, attempt);
    }
    used.add(key);
    return key;
  };
  return { take: (secret) => choose(secret, []), find: (secret) => choose(secret, settings.keys()) };
}

/** The first name has no ID, the second has it, and all others have a number behind it. */
function nameFor({ kind, name, id, property }: SecretValue, attempt: number): string {
  if (attempt === 1) return variable(`${name}-${property}`, kind);
  return `${variable(`${name}-${id}-${property}`, kind)}${attempt === 2 ? "" : attempt}`;
}

/** A value as the configuration holds it. */
export const settingFor = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function isEqual(text: string | undefined, value: unknown): boolean {
  if (text === undefined || typeof value !== "object") return text === settingFor(value);
  try {
    return isDeepStrictEqual(JSON.parse(text), value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
