import type { Definition } from "../../kinds/kind.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import { isHub, kinds } from "../kinds.ts";
import { createNames, kebab, type Names, slug, variable } from "./names.ts";

export const recordKey = (kind: string, id: string): string => `${kind} ${id}`;

export interface NamingOptions {
  /** Names begin with the subdomain, so that hubs do not share them. @default false */
  readonly prefixed?: boolean;
  /** Names that records have already, by kind and id. */
  readonly known?: ReadonlyMap<string, string>;
  /** Other names that are taken. */
  readonly taken?: readonly { readonly kind: string; readonly name: string }[];
}

/** What a record is called in the program. */
export interface Named {
  readonly name: string;
  /** Name of the variable that holds it, where one does. */
  readonly variable: string;
}

export type Naming = (definition: Definition, record: ApiRecord, subdomain: string) => Named;

/** Names records in the order in which it is called: by ascending id, so that a new one changes no other's name. */
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
    const scope = variables.get(`${kind} ${subdomain}`) ?? createNames("");
    variables.set(`${kind} ${subdomain}`, scope);
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

/** The variable that holds a hub. */
export const hubVariable = "hub";

/** The names that a person would give, as far as the record says, the best one first. Never made of a secret. */
function wordsFor({ kind, properties, label, identity = [] }: Definition, record: ApiRecord): string[] {
  if (isHub(kind)) return [String(record.subdomain)];
  const textOf = (name = "") => record[properties[name]?.wire ?? ""];
  const names = [label.at(-1), ...identity].filter((name = "") => !properties[name]?.secret);
  const texts = names.map(textOf).map((text) => (typeof text === "string" ? slug(text) : ""));
  const words = texts.filter(Boolean);
  // A label of several properties begins with what the record always has, such as the method of a subscription.
  const word = label.length > 1 ? slug(String(textOf(label[0]))) : kebab(kind);
  return words.length > 0 ? words : [`${word}-${slug(String(record.id))}`];
}
