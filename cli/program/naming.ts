import type { Live } from "../../api/form.ts";
import { type Definition, kebab } from "../../kinds/kind.ts";
import { isHub, kinds } from "../kinds.ts";
import { createNames, type Names, slug, variable } from "./names.ts";

export const recordKey = (kind: string, id: string): string => `${kind} ${id}`;

export interface NamingOptions {
  /** Prefixes names with the subdomain, so that they are unique across hubs. @default false */
  readonly prefixed?: boolean;
  /** Names that records already have, by kind and ID. */
  readonly known?: ReadonlyMap<string, string>;
  /** Other names that are in use. */
  readonly taken?: readonly { readonly kind: string; readonly name: string }[];
}

/** The names of a record in the program. */
export interface Named {
  readonly name: string;
  /** Name of its variable, if it has one. */
  readonly variable: string;
}

export type Naming = (definition: Definition, record: Live, subdomain: string) => Named;

/** Names records. Call it by ascending ID, so that a new record doesn't rename others. */
export function createNaming({ prefixed = false, known = new Map(), taken = [] }: NamingOptions = {}): Naming {
  const takenOf = (kind: string) => taken.filter((other) => other.kind === kind).map(({ name }) => name);
  const names = new Map(kinds.map(({ kind }) => [kind, createNames("-", [...knownOf(known, kind), ...takenOf(kind)])]));
  const variables = new Map<string, Names>();
  return (definition, record, subdomain) => {
    const { kind } = definition;
    const id = String(record.id);
    const given = known.get(recordKey(kind, id));
    const words = given === undefined ? wordsFor(definition, record) : [slug(given)];
    const prefix = prefixed && !isHub(kind) ? `${subdomain}-` : "";
    const candidates = words.map((word) => `${prefix}${word}`);
    const name = given ?? names.get(kind)?.take(candidates, id) ?? id;
    if (isHub(kind)) return { name, variable: hubVariable };
    // Without prefixes, the records of all hubs are in the same files.
    const place = `${kind} ${prefixed ? subdomain : ""}`;
    const scope = variables.get(place) ?? createNames("");
    variables.set(place, scope);
    return {
      name,
      variable: scope.take(
        words.map((word) => variable(word, kind)),
        id,
      ),
    };
  };
}

const knownOf = (known: ReadonlyMap<string, string>, kind: string): string[] =>
  [...known].filter(([key]) => key.startsWith(`${kind} `)).map(([, name]) => name);

export const hubVariable = "hub";

/** Candidates for the name of a record, best first, without secrets. */
function wordsFor({ kind, properties, label, identity = [] }: Definition, record: Live): string[] {
  if (isHub(kind)) return [String(record.subdomain)];
  const textOf = (name = "") => record[properties[name]?.wire ?? ""];
  const names = [label.at(-1), ...identity].filter((name = "") => !properties[name]?.secret);
  const texts = names.map(textOf).map((text) => (typeof text === "string" ? slug(text) : ""));
  // On a page, a name of digits would be an ID.
  const words = texts.filter(Boolean).map((text) => (/^\d+$/.test(text) ? `${kebab(kind)}-${text}` : text));
  // The first of several label properties always has a value, such as the method of a subscription.
  const word = label.length > 1 ? slug(String(textOf(label[0]))) : kebab(kind);
  return words.length > 0 ? words : [`${word}-${slug(String(record.id))}`];
}
