import type { ApiRecord } from "../../provider/client/request.ts";
import type { Definition } from "../../provider/resources/define.ts";
import { definitions } from "../../provider/resources/index.ts";
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
  const names = new Map(
    Object.keys(definitions).map((kind) => [kind, createNames("-", [...knownOf(known, kind), ...takenOf(kind)])]),
  );
  const variables = new Map<string, Names>();
  return (definition, record, subdomain) => {
    const { kind } = definition;
    const id = String(record.id);
    const given = known.get(recordKey(kind, id));
    const words = given === undefined ? wordsFor(definition, record) : [slug(given)];
    const prefix = prefixed && kind !== "Hub" ? `${subdomain}-` : "";
    const candidates = words.map((word) => `${prefix}${word}`);
    const name = given ?? names.get(kind)?.take(candidates, id) ?? id;
    if (kind === "Hub") return { name, variable: "hub" };
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

/** The names that a person would give, as far as the record says, the best one first. Never made of a secret. */
function wordsFor({ kind, properties }: Definition, record: ApiRecord): string[] {
  if (kind === "Hub") return [String(record.subdomain)];
  const own = record[(properties.name ?? properties.title ?? properties.label)?.wire ?? ""];
  const words = [own, record.custom_id].map((text) => (typeof text === "string" ? slug(text) : "")).filter(Boolean);
  const word = kind === "Subscription" ? slug(String(record.method_name)) : kebab(kind);
  return words.length > 0 ? words : [`${word}-${slug(String(record.id))}`];
}
