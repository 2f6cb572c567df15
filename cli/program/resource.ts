import type { Declared, Live } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { declarationOf } from "../../provider/inspect.ts";
import { undeclarable } from "../errors/command.ts";
import type { HubContent, HubRecord } from "../hub/content.ts";
import { describeLeftOut, type LeftOut, leaveOut } from "../hub/left-out.ts";
import { note } from "../terminal/output.ts";
import {
  createNaming,
  createSecretKeys,
  type Naming,
  type ResourceNames,
  recordKey,
  type SecretKeys,
} from "./names.ts";

/** A value that the program reads from the stack configuration, because it must not be in a file. */
export interface Secret {
  readonly property: string;
  /** Key in the stack configuration. */
  readonly key: string;
  readonly value: unknown;
}

/** A record as a resource of the program. */
export interface ProgramResource extends ResourceNames {
  readonly definition: Definition;
  readonly kind: string;
  readonly id: string;
  readonly hub: { readonly id: string; readonly subdomain: string };
  /** The hub as the state declares it. A program that declares the hub refers to that instead, unless this is a subdomain. */
  readonly declaredHub?: unknown;
  /** Subdomain of the hub that has its services: its own, or the primary hub of a connected one. */
  readonly servicesOf: string;
  /** The declared values, without the hub and with the IDs of services. */
  readonly values: Declared;
  readonly secrets: readonly Secret[];
  /** Resource options. @default none */
  readonly options?: Declared | undefined;
}

/** A resource for a record on the page. */
export interface LiveResource extends ProgramResource {
  /** When the hub was created, as the API writes it. */
  readonly hubCreatedAt: unknown;
  readonly record: Live;
}

export interface ResourcePlan {
  readonly resources: readonly LiveResource[];
  readonly leftOut: readonly LeftOut[];
  /** Name the properties that can't be declared. */
  readonly warnings: readonly string[];
}

interface PlanOptions {
  readonly naming?: Naming;
  readonly keys?: SecretKeys;
  /** Records to skip because they are already declared, by kind and ID. */
  readonly declared?: { has(key: string): boolean };
}

/** Plans a resource for each record that isn't declared yet, and says which can't have one, and why. */
export function planResources(contents: readonly HubContent[], options: PlanOptions = {}): ResourcePlan {
  const { naming = createNaming(), keys = createSecretKeys(), declared: known = new Set() } = options;
  const hubs = new Map(contents.map(({ hub }) => [hub.id, hub]));
  const shared = sharedValues(contents.flatMap(({ records }) => records));
  const resources: LiveResource[] = [];
  const leftOut = contents.flatMap((page) => page.leftOut.filter(({ kind, id }) => !known.has(recordKey(kind, id))));
  const warnings: string[] = [];
  for (const page of contents) {
    const primary = hubs.get(page.hub.parent_id);
    const hubOfServices = primary ?? page.hub;
    for (const { kind, record } of page.records) {
      const definition = definitions[kind];
      if (definition === undefined || known.has(recordKey(kind, String(record.id)))) continue;
      const declared = declarationOf(definition, record, shared.get(record));
      if (declared.problem !== undefined) {
        leftOut.push(leaveOut(definition, record, `it can't be declared: ${declared.problem}`));
        continue;
      }
      const resource = {
        ...naming(definition, record, page.subdomain),
        definition,
        kind,
        id: String(record.id),
        hub: { id: String(page.hub.id), subdomain: page.subdomain },
        hubCreatedAt: page.hub.created_at,
        servicesOf: String(hubOfServices.subdomain),
        record,
        values: declared.values,
      };
      resources.push({ ...resource, secrets: secretsOf(resource, keys) });
      const properties = declared.skipped.join(", ");
      if (properties !== "") warnings.push(undeclarable({ resource: `${kind} ${resource.name}`, properties }));
    }
  }
  return { resources, leftOut, warnings };
}

/** Says what a plan leaves out. */
export function noteLeftOut({ leftOut, warnings }: Pick<ResourcePlan, "leftOut" | "warnings">): void {
  if (leftOut.length > 0) note(describeLeftOut(leftOut));
  for (const warning of warnings) note(warning);
}

function secretsOf(resource: Omit<LiveResource, "secrets">, keys: SecretKeys): Secret[] {
  const { definition, values } = resource;
  const secrets = Object.entries(values).filter(([property]) => definition.properties[property]?.secret);
  return secrets.map(([property, value]) => ({ property, value, key: keys.take({ ...resource, property, value }) }));
}

/**
 * Returns the values that the API assigns on create unless they are declared, and that can't change later, such as the
 * subscriber of a subscription. The oldest record gets a new one, so later records with the same value declare it.
 */
function sharedValues(records: readonly HubRecord[]): Map<Live, Declared> {
  const seen = new Set<string>();
  const shared = new Map<Live, Declared>();
  for (const { kind, record } of records) {
    for (const [name, { replaces, required, key }] of Object.entries(definitions[kind]?.properties ?? {})) {
      const value = record[key];
      const isAssigned = replaces && !required;
      if (!isAssigned || value === undefined) continue;
      const valueOfKind = JSON.stringify([kind, name, value]);
      const isOldest = !seen.has(valueOfKind);
      seen.add(valueOfKind);
      if (!isOldest) shared.set(record, { ...shared.get(record), [name]: value });
    }
  }
  return shared;
}
