import { dirname, join } from "node:path";
import type { HubContent } from "../hub/content.ts";
import type { RecordSelection } from "../options.ts";
import { renderModules } from "../program/modules.ts";
import { createNaming, createSecretKeys, type Naming, type SecretKeys } from "../program/names.ts";
import {
  type LiveResource,
  type ProgramResource,
  planResources,
  type ResourcePlan,
  type Secret,
} from "../program/resource.ts";
import type { Entry } from "../project/entry.ts";
import type { Identity } from "../project/record.ts";
import type { Stack } from "../project/stack.ts";
import { inOrder, isHub } from "../records.ts";
import { type FileChange, planFiles, planProjectFile } from "./files.ts";
import { type DeclarableRecord, type KnownState, namesById } from "./state.ts";

export interface AdoptionPlan extends Pick<ResourcePlan, "leftOut" | "warnings"> {
  readonly stack: Stack;
  /** The file that declares the records. */
  readonly path: string;
  /** Records in the state, which stay declared. */
  readonly known: readonly Identity[];
  /** Records to import. */
  readonly missing: readonly LiveResource[];
  readonly resources: readonly ProgramResource[];
  readonly files: readonly FileChange[];
  /** Pulumi.yaml with `refresh: always`. */
  readonly projectFile: ReturnType<typeof planProjectFile>;
  /** Secrets to add to the stack configuration. */
  readonly secrets: readonly Secret[];
  /** What the existing program has, and the new one doesn't. */
  readonly lost: readonly string[];
}

export interface PlanInput extends RecordSelection {
  readonly stack: Stack;
  readonly state: KnownState;
  /** The stack configuration of the project, by key. */
  readonly settings: ReadonlyMap<string, string>;
  readonly contents: readonly HubContent[];
  readonly all?: true | undefined;
}

/** Plans the adoption of hubs as a program. It only reads files. */
export function planAdoption(input: PlanInput & { readonly entry: Entry }): AdoptionPlan {
  const { stack, entry, state, settings, contents } = input;
  const hubs = hubsById(state.records, contents);
  const subdomains = [...hubs.values()].map(({ subdomain }) => subdomain);
  const areSeveral = input.all === true || new Set(subdomains).size > 1;
  const known = namesById(state.records);
  const naming = createNaming({ prefixed: areSeveral, known, taken: state.lookups });
  const keys = createSecretKeys(settings);
  const declared = state.records.map((record) => declareKnown(record, { naming, keys, hubs }));
  const { resources: missing, leftOut, warnings } = planResources(contents, { naming, keys, declared: known });
  const byHub = (one: ProgramResource, other: ProgramResource) =>
    subdomains.indexOf(one.hub.subdomain) - subdomains.indexOf(other.hub.subdomain);
  const resources = [...declared, ...missing].sort((one, other) => byHub(one, other) || inOrder(one, other));
  const modules = renderModules(resources, { folders: areSeveral, entry });
  const folder = dirname(entry.path);
  const files = new Map([...modules].map(([path, text]) => [join(folder, path), text]));
  return {
    stack,
    path: entry.path,
    // The program declares them as the state has them.
    known: state.records,
    missing,
    resources,
    leftOut,
    warnings,
    files: planFiles(files),
    projectFile: planProjectFile(stack.project.file),
    secrets: resources.flatMap(({ secrets }) => secrets).filter(({ key }) => !settings.has(key)),
    lost: [
      ...state.lookups.map(({ kind, name }) => `lookup ${kind} ${name}`),
      ...state.outputs.map((name) => `output ${name}`),
    ],
  };
}

interface KnownHub {
  readonly subdomain: string;
  /** ID of the primary hub of a connected one. */
  readonly parentId?: string | undefined;
}

/** Returns hubs by their IDs, those that were read first. A hub in the state keeps the subdomain that the state declares. */
function hubsById(records: readonly DeclarableRecord[], contents: readonly HubContent[]): Map<string, KnownHub> {
  const hubs = new Map<string, KnownHub>();
  for (const { hub, subdomain } of contents) {
    const parentId = typeof hub.parent_id === "number" ? String(hub.parent_id) : undefined;
    hubs.set(String(hub.id), { subdomain, parentId });
  }
  for (const { kind, id, inputs, parentId } of records) {
    if (isHub(kind)) hubs.set(id, { subdomain: String(inputs.subdomain), parentId });
  }
  return hubs;
}

/** Declares a record as the state has it, so that the program doesn't change it. */
export function declareKnown(
  record: DeclarableRecord,
  { naming, keys, hubs }: { naming: Naming; keys: SecretKeys; hubs: ReadonlyMap<string, KnownHub> },
): ProgramResource {
  const { definition, kind, name, id, inputs, secretInputs, options } = record;
  const { id: hubId = "" } = record.hub;
  const { hub, ...values } = inputs;
  const known = hubs.get(hubId);
  const subdomain = typeof hub === "string" ? hub : (known?.subdomain ?? hubId);
  const primary = known?.parentId === undefined ? known : hubs.get(known.parentId);
  const isSecret = (property: string) => secretInputs.has(property) || definition.properties[property]?.secret;
  const secrets = Object.entries(values).filter(([property, value]) => value !== null && isSecret(property));
  return {
    ...naming(definition, { id }, subdomain),
    definition,
    kind,
    id,
    hub: { id: hubId, subdomain },
    declaredHub: hub,
    servicesOf: primary?.subdomain ?? subdomain,
    values,
    secrets: secrets.map(([property, value]) => ({
      property,
      value,
      key: keys.find({ kind, name, id, property, value }),
    })),
    options: Object.keys(options).length > 0 ? options : undefined,
  };
}
