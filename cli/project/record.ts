import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { kindIn, nameIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { recordsOf } from "../../provider/inspect.ts";
import { isHub } from "../records.ts";
import type { PreviewStep } from "./pulumi-preview.ts";
import type { ResourceState } from "./stack.ts";

export interface Identity {
  readonly kind: string;
  readonly name: string;
}

/** The hub of a record as the state has it. */
export interface HubOfRecord {
  readonly id?: string;
  readonly subdomain?: string;
}

export interface StackRecord extends Identity {
  readonly urn: string;
  /** ID of the record in the API. */
  readonly id: string;
  /** The same, and those of the other occurrences of a series. */
  readonly ids: readonly string[];
  /** URN of its provider. */
  readonly provider: string;
  /** URN of its component, or of the stack. */
  readonly parent: string;
  readonly hub: HubOfRecord;
  /** When its hub was created; undefined if the state doesn't say. */
  readonly hubCreatedAt: string | undefined;
}

/** Kind and name of a resource for a record; undefined for others, such as lookup functions. */
export function identify(urn: string): Identity | undefined {
  const kind = kindIn(typeIn(urn)) ?? "";
  return Object.hasOwn(definitions, kind) ? { kind, name: nameIn(urn) } : undefined;
}

/** Returns the kind of the record that a resource is for; undefined for resources of other packages. */
export const definitionOf = (urn: string): Definition | undefined => definitions[identify(urn)?.kind ?? ""];

/**
 * Returns the record that a resource manages, in any form: of the dynamic or the native provider, in a component or not, with
 * the default or an explicit provider. Undefined for lookups and for resources of other packages.
 */
export function stackRecord(resource: ResourceState & { readonly urn: string }): StackRecord | undefined {
  const { urn, parent = "", external } = resource;
  const found = identify(urn);
  if (found === undefined || external) return undefined;
  const { id, ids, hubCreatedAt } = recordsIn(resource);
  const hub = hubInState(found.kind, resource);
  return { ...found, urn, id, ids, provider: providerOf(resource), parent, hub, hubCreatedAt };
}

export const recordsIn = ({ id = "", outputs }: ResourceState): ReturnType<typeof recordsOf> =>
  recordsOf(id, outputs ?? {});

/** A program names a hub by its resource, its ID or its subdomain. */
export function hubInState(kind: string, { id, inputs, outputs }: ResourceState): HubOfRecord {
  if (isHub(kind)) return named({ id, subdomain: inputs?.subdomain ?? outputs?.subdomain });
  const hub = inputs?.hub ?? outputs?.hub ?? {};
  const { id: hubId, subdomain } = (typeof hub === "object" ? hub : { subdomain: hub }) as Record<string, unknown>;
  return named({ id: outputs?.hubId ?? hubId, subdomain });
}

/** Leaves out what the state doesn't say. */
function named({ id, subdomain }: Record<"id" | "subdomain", unknown>): HubOfRecord {
  const isKnown = (value: unknown): value is string => typeof value === "string" && !isUnknown(value);
  return {
    ...(isKnown(id) && id !== "" && { id }),
    ...(isKnown(subdomain) && { subdomain }),
  };
}

/** The value is known only after `pulumi up`. */
const isUnknown = (value: unknown) => value === unknownMark;

/** The URN of a resource's provider, without the ID that follows it in the state. */
export const providerOf = ({ provider = "" }: ResourceState): string => provider.replace(/::[^:]*$/, "");

/** The states before the page was read, by URN. */
export const statesBeforeRefresh = (steps: readonly PreviewStep[]): Map<string, ResourceState> =>
  new Map(steps.flatMap(({ op, urn, oldState }) => (op === "refresh" && oldState ? [[urn, oldState]] : [])));

export const stackRecords = (resources: readonly (ResourceState & { readonly urn: string })[]): StackRecord[] =>
  resources.flatMap((resource) => stackRecord(resource) ?? []);

export type HubName = (kind: string, state: ResourceState) => string;

/** Finds the current subdomain of the hub of a record, as far as the hubs of these steps tell. */
export function createHubNames(steps: readonly PreviewStep[]): HubName {
  const byUrn = new Map<string, string>();
  const byId = new Map<string, string>();
  const byProviderAndId = new Map<string, string>();
  // The steps of the refresh come first, so later steps overwrite them with the live subdomain.
  for (const { urn, oldState, newState } of steps) {
    const state = oldState ?? newState;
    const kind = identify(urn)?.kind ?? "";
    if (state === undefined || !isHub(kind)) continue;
    const { id, subdomain } = hubInState(kind, state);
    if (subdomain === undefined) continue;
    byUrn.set(urn, subdomain);
    if (id === undefined) continue;
    byId.set(id, subdomain);
    byProviderAndId.set(`${providerOf(state)} ${id}`, subdomain);
  }
  return (kind, state) => {
    const { id, subdomain } = hubInState(kind, state);
    const [urnOfHub = ""] = state.propertyDependencies?.hub ?? [];
    // Hubs of two accounts may have the same ID, but two providers may also reach the same hub. So the ID alone comes last.
    const name =
      byProviderAndId.get(`${providerOf(state)} ${id}`) ?? subdomain ?? byUrn.get(urnOfHub) ?? byId.get(String(id));
    if (name !== undefined) return name;
    return id === undefined ? "unknown hub" : `hub ${id}`;
  };
}
