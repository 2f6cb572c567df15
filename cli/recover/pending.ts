import { type Declared, type Form, holdsUnknown } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { isDefaultProvider } from "../../model/pulumi/resource-type.ts";
import { declaredFrom } from "../../provider/inspect.ts";
import { createdIn, type PreviewStep, updatedIn } from "../project/pulumi-preview.ts";
import { type Identity, identify } from "../project/record.ts";
import { type Deployment, type ExportedResource, inClear } from "../project/stack.ts";
import { isHub } from "../records.ts";
import { isSecret } from "../report/planned.ts";

/** A create that may have made a record, which the state doesn't know. */
export interface PendingCreate extends Identity {
  readonly definition: Definition;
  /** The resource as the state will have it, without what only the record tells. */
  readonly resource: ExportedResource;
  readonly declared: Declared;
  /** The resource with the same URN in the state, which it replaces. */
  readonly before?: ExportedResource | undefined;
  /** The components around it that the state doesn't have yet. */
  readonly components: readonly ExportedResource[];
}

export interface Interrupted {
  /** Creates that may have made a record. */
  readonly creates: readonly PendingCreate[];
  /** URNs of creates that need no record: they group resources, adopt a record, or were repeated by a later run. */
  readonly repeatable: readonly string[];
  /** URNs of creates about which nothing can be found out. */
  readonly unknown: readonly string[];
}

/** Finds the creates that were under way when the state was written. Pulumi repeats updates and deletes. */
export function interruptedIn({ pending_operations: operations, resources = [] }: Deployment): Interrupted {
  const inState = new Map(resources.filter((resource) => !resource.delete).map((each) => [each.urn, each]));
  const creates: PendingCreate[] = [];
  const repeatable: string[] = [];
  const unknown: string[] = [];
  for (const { type, resource } of operations ?? []) {
    if (type !== "creating") continue;
    const before = inState.get(resource.urn);
    const effect = isRepeated(resource, before) ? "none" : effectOf(resource, before);
    const create = effect === "record" ? pendingCreate(resource, { before }) : undefined;
    if (create !== undefined) creates.push(create);
    if (effect === "none") repeatable.push(resource.urn);
    if (effect === "unknown") unknown.push(resource.urn);
  }
  return { creates, repeatable, unknown };
}

/** Pulumi keeps a pending create when a later run repeats it. The create of a replacement is as old as what it replaces. */
const isRepeated = ({ created }: ExportedResource, before?: ExportedResource) =>
  before !== undefined && before.created !== created;

/**
 * Finds what a preview would create: a state that is older than the page has no pending operations.
 *
 * @returns also the URNs of those that refer to what the state doesn't have yet
 */
export function plannedIn(
  steps: readonly PreviewStep[],
  resources: readonly ExportedResource[],
): Interrupted & { readonly later: readonly string[] } {
  const created = new Map([...createdIn(steps)].map(([urn, state]) => [urn, { ...state, urn } as ExportedResource]));
  const providers = knownProviders(steps, resources);
  const creates: PendingCreate[] = [];
  const later: string[] = [];
  const unknown: string[] = [];
  for (const resource of created.values()) {
    if (effectOf(resource) !== "record") continue;
    const { urn, inputs, provider = "" } = resource;
    const isReachable = providers.has(provider);
    // Previews mask secrets.
    if (isSecret(inputs) || !isReachable) {
      unknown.push(urn);
      continue;
    }
    const create = pendingCreate(resource, { components: componentsOf(resource, created) });
    if (create === undefined) continue;
    if (holdsUnknown(create.declared)) later.push(urn);
    else creates.push(create);
  }
  return { creates, later, repeatable: [], unknown };
}

/**
 * Returns the providers whose account is known from the state, as resources name them: by URN and ID. A new provider has no ID. An explicit
 * one with other arguments may reach another account than the state says, and previews mask its key.
 */
function knownProviders(steps: readonly PreviewStep[], resources: readonly ExportedResource[]): ReadonlySet<string> {
  const updated = updatedIn(steps);
  const unchanged = resources.filter(({ urn }) => isDefaultProvider(urn) || !updated.has(urn));
  return new Set(unchanged.map(({ urn, id }) => `${urn}::${id}`));
}

/**
 * What a create that was interrupted may have made:
 *
 * - a component: no record
 * - a resource of another package: nobody here knows
 * - a hub, or a resource that adopts a record: no record
 * - any other resource: a record
 *
 * @param replaced the resource of the state that the create replaces
 */
function effectOf(resource: ExportedResource, replaced?: ExportedResource): "record" | "none" | "unknown" {
  if (resource.custom === false) return "none";
  const kind = identify(resource.urn)?.kind;
  if (kind === undefined) return "unknown";
  const { adopt = null } = resource.inputs ?? {};
  const saysAdopt = adopt !== null && adopt !== false;
  // What replaces a resource creates a record, even if the program still says which one it has adopted first.
  const adopts = saysAdopt && replaced === undefined;
  return isHub(kind) || adopts ? "none" : "record";
}

/** Returns undefined for resources of other packages. */
function pendingCreate(resource: ExportedResource, about: Partial<PendingCreate>): PendingCreate | undefined {
  const identity = identify(resource.urn);
  const definition = definitions[identity?.kind ?? ""];
  if (identity === undefined || definition === undefined) return undefined;
  const declared = declaredFrom(inClear(resource.inputs ?? {}) as Form<"marked">);
  return { components: [], ...about, ...identity, definition, resource, declared };
}

/** Returns the components around a resource that are created too, the outermost first. */
function componentsOf(
  { parent = "" }: ExportedResource,
  created: ReadonlyMap<string, ExportedResource>,
): ExportedResource[] {
  const component = created.get(parent);
  return component?.custom === false ? [...componentsOf(component, created), component] : [];
}
