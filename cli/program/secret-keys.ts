import { isDeepStrictEqual } from "node:util";
import { variable } from "./names.ts";

/** A value of a resource that must not be in a file. */
export interface SecretValue {
  readonly kind: string;
  /** Name and ID of the resource. */
  readonly name: string;
  readonly id: string;
  readonly property: string;
  readonly value: unknown;
}

/** Assigns each secret a key in the stack configuration. */
export interface SecretKeys {
  /** Assigns a key to a secret of a record that is new to the program. */
  take(secret: SecretValue): string;
  /** Finds the key of a secret of a record that the program already declares, by its value: the key may have any name. */
  find(secret: SecretValue): string;
}

/**
 * Keeps two secrets from sharing a key, which names that differ only in hyphens would otherwise do, and from taking a key
 * that has another value.
 *
 * @param settings the stack configuration of the project
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

/** The first candidate is the plain name, the second one includes the ID, and the others end in a number. */
function nameFor({ kind, name, id, property }: SecretValue, attempt: number): string {
  if (attempt === 1) return variable(`${name}-${property}`, kind);
  return `${variable(`${name}-${id}-${property}`, kind)}${attempt === 2 ? "" : attempt}`;
}

/** A value in the form of the stack configuration. */
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
