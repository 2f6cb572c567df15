import { type Declared, type Form, holdsUnknown } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { isDefaultProvider, nameIn } from "../../model/pulumi/resource-type.ts";
import { declaredFrom } from "../../provider/inspect.ts";
import { createdIn, type PreviewStep, updatedIn } from "../project/pulumi-preview.ts";
import { definitionOf, type Identity } from "../project/record.ts";
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
    const { urn } = resource;
    const before = inState.get(urn);
    const definition = definitionOf(resource.urn);
    if (isComponent(resource) || isRepeated(resource, before)) repeatable.push(urn);
    else if (definition === undefined) unknown.push(urn);
    else if (needsNoRecord(definition, resource, before)) repeatable.push(urn);
    else creates.push({ ...pendingCreate(definition, resource), before });
  }
  return { creates, repeatable, unknown };
}

/**
 * Whether a later run has repeated a create, which Pulumi then still lists as pending. The state has the resource then, and not with the time
 * that the pending create has: none or, if it is to replace a resource, the time of that one.
 */
const isRepeated = (pending: ExportedResource, inState: ExportedResource | undefined): boolean =>
  inState !== undefined && inState.created !== pending.created;

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
    const { urn, inputs, provider = "" } = resource;
    const definition = definitionOf(urn);
    if (definition === undefined || needsNoRecord(definition, resource)) continue;
    // Previews mask secrets, so what was declared isn't known.
    const isMasked = isSecret(inputs);
    const isReachable = providers.has(provider);
    if (isMasked || !isReachable) {
      unknown.push(urn);
      continue;
    }
    const create = { ...pendingCreate(definition, resource), components: componentsOf(resource, created) };
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

const isComponent = ({ custom }: ExportedResource): boolean => custom === false;

/**
 * Whether a create makes no record: a hub, which is only ever adopted, or a resource that adopts a record.
 *
 * @param replaced the resource of the state that the create replaces
 */
function needsNoRecord({ kind }: Definition, { inputs }: ExportedResource, replaced?: ExportedResource): boolean {
  const { adopt = null } = inputs ?? {};
  const saysAdopt = adopt !== null && adopt !== false;
  // What replaces a resource creates a record, even if the program still says which one it has adopted first.
  const adopts = saysAdopt && replaced === undefined;
  return isHub(kind) || adopts;
}

const pendingCreate = (definition: Definition, resource: ExportedResource): PendingCreate => ({
  kind: definition.kind,
  name: nameIn(resource.urn),
  definition,
  resource,
  declared: declaredFrom(inClear(resource.inputs ?? {}) as Form<"marked">),
  components: [],
});

/** Returns the components around a resource that are created too, the outermost first. */
function componentsOf(
  { parent = "" }: ExportedResource,
  created: ReadonlyMap<string, ExportedResource>,
): ExportedResource[] {
  const component = created.get(parent);
  return component?.custom === false ? [...componentsOf(component, created), component] : [];
}
