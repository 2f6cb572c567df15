import type { ApiRecord } from "../../provider/client/request.ts";
import type { Definition, Values } from "../../provider/resources/define.ts";
import { definitions } from "../../provider/resources/index.ts";
import { type LeftOut, leave, type Page, type PageRecord } from "../hub/page.ts";
import { declare } from "./declare.ts";
import { createNames, kebab, slug, variable } from "./names.ts";

/** A value that the program reads from the stack's configuration, as it must stand in no file. */
export interface Secret {
  readonly property: string;
  /** Key in the stack's configuration. */
  readonly key: string;
  readonly value: unknown;
}

/** One record as a resource of the program. */
export interface Resource {
  readonly definition: Definition;
  readonly kind: string;
  readonly id: string;
  readonly hub: { readonly id: string; readonly subdomain: string };
  /** The hub whose services it may name: its own, or the primary hub of a connected one. */
  readonly servicesOf: string;
  readonly record: ApiRecord;
  /** Name in the program and in the state. */
  readonly name: string;
  /** Name of the variable that holds it, where one does. */
  readonly variable: string;
  /** What the program declares, with ids for services, and without the hub. */
  readonly values: Values;
  readonly secrets: readonly Secret[];
}

export interface Plan {
  readonly resources: readonly Resource[];
  readonly leftOut: readonly LeftOut[];
  /** Properties of resources that no program could declare. */
  readonly skipped: readonly { readonly resource: string; readonly properties: readonly string[] }[];
}

export interface PlanOptions {
  /** Names begin with the subdomain, so that hubs do not share them. @default false */
  readonly prefixed?: boolean;
  /** Names that records have in the state already, by kind and id. */
  readonly known?: ReadonlyMap<string, string>;
}

export const recordKey = (kind: string, id: string): string => `${kind} ${id}`;

/** Turns records into resources with names. */
export function planResources(pages: readonly Page[], options: PlanOptions = {}): Plan {
  const plan = {
    resources: [] as Resource[],
    leftOut: pages.flatMap(({ leftOut }) => [...leftOut]),
    skipped: [] as Plan["skipped"][number][],
  };
  const names = createNaming(options);
  const shared = laterOfSubscriber(pages.flatMap(({ records }) => records));
  const hubs = new Map(pages.map(({ hub }) => [hub.id, hub]));
  for (const page of pages) {
    for (const { kind, record } of page.records) {
      const definition = definitions[kind];
      if (definition === undefined) continue;
      const declared = declare(definition, record, shared.get(record));
      if (declared.problem !== undefined) {
        plan.leftOut.push(leave(definition, record, `it cannot be declared: ${declared.problem}`));
        continue;
      }
      const parent = hubs.get(page.hub.parent_id);
      const resource = {
        definition,
        kind,
        id: String(record.id),
        hub: { id: String(page.hub.id), subdomain: page.subdomain },
        servicesOf: String(parent?.subdomain ?? page.subdomain),
        record,
        values: declared.values,
        ...names(definition, record, page.subdomain),
      };
      plan.resources.push({ ...resource, secrets: secretsOf(resource) });
      if (declared.skipped.length > 0)
        plan.skipped.push({ resource: `${kind} ${resource.name}`, properties: declared.skipped });
    }
  }
  return plan;
}

type Naming = (definition: Definition, record: ApiRecord, subdomain: string) => { name: string; variable: string };

function createNaming({ prefixed = false, known = new Map() }: PlanOptions): Naming {
  const takenBy = (kind: string) =>
    [...known].filter(([key]) => key.startsWith(`${kind} `)).map(([, name]) => name as string);
  const names = new Map(Object.keys(definitions).map((kind) => [kind, createNames("-", takenBy(kind))]));
  const variables = new Map<string, ReturnType<typeof createNames>>();
  return (definition, record, subdomain) => {
    const { kind } = definition;
    const id = String(record.id);
    const prefix = prefixed && kind !== "Hub" ? `${subdomain}-` : "";
    const plain = plainName(definition, record);
    const name = known.get(recordKey(kind, id)) ?? names.get(kind)?.take(`${prefix}${plain}`, id) ?? plain;
    const scope = variables.get(`${kind} ${subdomain}`) ?? createNames("");
    variables.set(`${kind} ${subdomain}`, scope);
    return { name, variable: kind === "Hub" ? "hub" : scope.take(variable(plain, kind), id) };
  };
}

/** The name that a person would give, as far as the record says. Never made of a secret. */
function plainName({ kind, properties }: Definition, record: ApiRecord): string {
  const id = String(record.id);
  if (kind === "Hub") return String(record.subdomain);
  const property = properties.name ?? properties.title ?? properties.label;
  const given = record[property?.wire ?? ""];
  const fallback = `${kind === "Subscription" ? slug(String(record.method_name)) : kebab(kind)}-${slug(id)}`;
  return (typeof given === "string" && slug(given)) || fallback;
}

/** A subscriber with several subscriptions: the oldest makes the subscriber, the later ones name it. */
function laterOfSubscriber(records: readonly PageRecord[]): Map<ApiRecord, Values> {
  const seen = new Set<unknown>();
  const later = new Map<ApiRecord, Values>();
  for (const { kind, record } of records) {
    if (kind !== "Subscription" || record.subscriber_id === undefined) continue;
    if (seen.has(record.subscriber_id)) later.set(record, { subscriberId: record.subscriber_id });
    seen.add(record.subscriber_id);
  }
  return later;
}

function secretsOf({ definition, name, values }: Pick<Resource, "definition" | "name" | "values">): Secret[] {
  return Object.entries(values)
    .filter(([property]) => definition.properties[property]?.secret)
    .map(([property, value]) => ({
      property,
      key: variable(`${name}-${property}`, definition.kind),
      value,
    }));
}
