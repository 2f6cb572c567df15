import { isDeepStrictEqual } from "node:util";
import type { Live } from "../../model/api/form.ts";
import { type Definition, kebab } from "../../model/kinds/kind.ts";
import { isHub, kinds } from "../records.ts";

/** Longer names are cut, so that they fit on a line of code. */
const longest = 40;

/** Turns a text into the name of a resource: lower-case ASCII words with hyphens. May be empty. */
export function slug(text: string): string {
  const ascii = text
    .slice(0, 400)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return cut(ascii.replace(/^-+|-+$/g, ""));
}

/** Keeps whole words as far as they fit. */
function cut(text: string): string {
  if (text.length <= longest) return text;
  const words = text.slice(0, longest + 1).lastIndexOf("-");
  return text.slice(0, words > 0 ? words : longest);
}

/** Takes the first free name or, if none is free, the first one with the ID appended. */
type TakeName = (names: readonly string[], id: string) => string;

function createNames(separator: string, taken: readonly string[] = []): TakeName {
  const used = new Set(taken);
  return (names, id) => {
    const free = names.find((name) => name !== "" && !used.has(name));
    let unique = free ?? names[0] ?? "";
    // The name with the ID may be in use, too.
    while (used.has(unique)) unique = `${unique}${separator}${slug(id)}`;
    used.add(unique);
    return unique;
  };
}

/** Names that a variable can't or shouldn't have. */
const reserved = new Set(
  (
    "abstract any arguments as async await boolean break case catch class config const constructor continue debugger " +
    "declare default delete do else enum escape eval export exports extends false finally for from function get global " +
    "hub if implements import in infer instanceof interface is keyof let module namespace never new null number object " +
    "of package private process protected public pulumi readonly require return set static statushub string super " +
    "switch symbol this throw true try type typeof undefined unescape unique unknown var void while window with yield"
  ).split(" "),
);

/** Turns the name of a resource into the name of a variable: `api-gateway` becomes `apiGateway`. */
export function variable(name: string, kind: string): string {
  const camel = name.replace(/[^A-Za-z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
  if (/^[0-9]/.test(camel)) return `${kind.charAt(0).toLowerCase()}${kind.slice(1)}${camel}`;
  const word = camel.charAt(0).toLowerCase() + camel.slice(1);
  return reserved.has(word) || word === "" ? `${word}${kind}` : word;
}

export const recordKey = (kind: string, id: string): string => `${kind} ${id}`;

interface NamingOptions {
  /** Prefixes names with the subdomain, so that they are unique across hubs. @default false */
  readonly prefixed?: boolean;
  /** Names that records already have, by kind and ID. */
  readonly known?: ReadonlyMap<string, string>;
  /** Other names that are in use. */
  readonly taken?: readonly { readonly kind: string; readonly name: string }[];
}

export interface ResourceNames {
  readonly name: string;
  /** The name of its variable, which it only gets if another record can refer to it. */
  readonly variable: string;
}

export type Naming = (definition: Definition, record: Live, subdomain: string) => ResourceNames;

/** Names records. Call it by ascending ID, so that the oldest gets the plain name, and a new record doesn't rename others. */
export function createNaming({ prefixed = false, known = new Map(), taken = [] }: NamingOptions = {}): Naming {
  const takenOf = (kind: string) => taken.filter((other) => other.kind === kind).map(({ name }) => name);
  const names = new Map(kinds.map(({ kind }) => [kind, createNames("-", [...knownOf(known, kind), ...takenOf(kind)])]));
  const scopes = new Map<string, TakeName>();
  return (definition, record, subdomain) => {
    const { kind } = definition;
    const id = String(record.id);
    const given = known.get(recordKey(kind, id));
    const words = given === undefined ? wordsFor(definition, record) : [slug(given)];
    const prefix = prefixed && !isHub(kind) ? `${subdomain}-` : "";
    const candidates = words.map((word) => `${prefix}${word}`);
    const name = given ?? names.get(kind)?.(candidates, id) ?? id;
    if (isHub(kind)) return { name, variable: hubVariable };
    // Without prefixes, the records of all hubs are in the same files.
    const place = `${kind} ${prefixed ? subdomain : ""}`;
    const scope = scopes.get(place) ?? createNames("");
    scopes.set(place, scope);
    const candidateVariables = words.map((word) => variable(word, kind));
    return { name, variable: scope(candidateVariables, id) };
  };
}

const knownOf = (known: ReadonlyMap<string, string>, kind: string): string[] =>
  [...known].filter(([key]) => key.startsWith(`${kind} `)).map(([, name]) => name);

export const hubVariable = "hub";

/** Candidates for the name of a record, best first, without secrets. If no property has a usable text, it is the ID with a word. */
function wordsFor({ kind, properties, label, identity = [] }: Definition, record: Live): string[] {
  if (isHub(kind)) return [String(record.subdomain)];
  const valueOfProperty = (name: string | undefined) => record[properties[name ?? ""]?.key ?? ""];
  const words: string[] = [];
  for (const name of [label.at(-1), ...identity]) {
    const isSecret = properties[name ?? ""]?.secret === true;
    const value = valueOfProperty(name);
    const word = typeof value === "string" && !isSecret ? slug(value) : "";
    if (word === "") continue;
    // On a page, a name of digits would be an ID.
    const isNumber = /^\d+$/.test(word);
    words.push(isNumber ? `${kebab(kind)}-${word}` : word);
  }
  if (words.length > 0) return words;
  // The first of several label properties always has a value, such as the method of a subscription.
  const word = label.length > 1 ? slug(String(valueOfProperty(label[0]))) : kebab(kind);
  return [`${word}-${slug(String(record.id))}`];
}

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
 */
export function createSecretKeys(settings: ReadonlyMap<string, string> = new Map()): SecretKeys {
  const used = new Set<string>();
  const firstFree = (secret: SecretValue): string => {
    for (let attempt = 1; ; attempt++) {
      const key = nameFor(secret, attempt);
      if (!used.has(key) && !settings.has(key)) return key;
    }
  };
  const choose = (secret: SecretValue, others: Iterable<string>) => {
    const holdsValue = (key: string) => !used.has(key) && isEqual(settings.get(key), secret.value);
    const known = [nameFor(secret, 1), nameFor(secret, 2), ...others].find(holdsValue);
    const key = known ?? firstFree(secret);
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
