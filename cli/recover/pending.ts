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
  const creating = (operations ?? []).filter(({ type }) => type === "creating");
  const creates: PendingCreate[] = [];
  const repeatable: string[] = [];
  const unknown: string[] = [];
  for (const { resource } of creating) {
    const before = inState.get(resource.urn);
    const effect = isRepeated(resource, before) ? "none" : effectOf(resource, before);
    if (effect === "record") creates.push(...pendingCreate(resource, { before }));
    if (effect === "none") repeatable.push(resource.urn);
    if (effect === "unknown") unknown.push(resource.urn);
  }
  return { creates, repeatable, unknown };
}

/** Pulumi keeps a pending create when a later run repeats it. The create of a replacement is as old as what it replaces. */
const isRepeated = ({ created }: ExportedResource, known?: ExportedResource) =>
  known !== undefined && known.created !== created;

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
  const updated = updatedIn(steps);
  // An explicit provider with other arguments may reach another account than the state says, and previews mask its key.
  const reachable = resources.filter(({ urn }) => isDefaultProvider(urn) || !updated.has(urn));
  const providers = new Set(reachable.map(({ urn, id }) => `${urn}::${id}`));
  const planned = [...created.values()].filter((resource) => effectOf(resource) === "record");
  // Previews mask secrets, and a new provider has no ID.
  const isHidden = ({ inputs, provider = "" }: ExportedResource) => isSecret(inputs) || !providers.has(provider);
  const shown = planned
    .filter((resource) => !isHidden(resource))
    .flatMap((resource) => pendingCreate(resource, { components: componentsOf(resource, created) }));
  return {
    creates: shown.filter(({ declared }) => !holdsUnknown(declared)),
    later: shown.filter(({ declared }) => holdsUnknown(declared)).map(({ resource }) => resource.urn),
    repeatable: [],
    unknown: planned.filter(isHidden).map(({ urn }) => urn),
  };
}

/** What a create that was interrupted may have made. */
function effectOf(resource: ExportedResource, replaced?: ExportedResource): "record" | "none" | "unknown" {
  const { kind } = identify(resource.urn) ?? {};
  if (resource.custom === false) return "none";
  if (kind === undefined) return "unknown";
  const { adopt = null } = resource.inputs ?? {};
  // What replaces a resource creates a record, even if the program still says which one it has adopted first.
  const adopts = replaced === undefined && adopt !== null && adopt !== false;
  return isHub(kind) || adopts ? "none" : "record";
}

function pendingCreate(resource: ExportedResource, about: Partial<PendingCreate>): PendingCreate[] {
  const found = identify(resource.urn);
  const definition = definitions[found?.kind ?? ""];
  if (found === undefined || definition === undefined) return [];
  const declared = declaredFrom(inClear(resource.inputs ?? {}) as Form<"marked">);
  return [{ components: [], ...about, ...found, definition, resource, declared }];
}

/** The outermost first. */
function componentsOf(
  { parent = "" }: ExportedResource,
  created: ReadonlyMap<string, ExportedResource>,
): ExportedResource[] {
  const component = created.get(parent);
  return component?.custom === false ? [...componentsOf(component, created), component] : [];
}
