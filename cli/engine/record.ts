import { recordIdOf } from "../../provider/lifecycle/forms/state.ts";
import { unknownMark } from "../../provider/mark-keys.ts";
import { isHub } from "../kinds.ts";
import { type Identity, identify, type OwnRecord, ownRecord, providerOf } from "../project/record.ts";
import type { ResourceState, Step } from "./preview.ts";

export interface StackRecord extends Identity {
  /** ID of the record in the API. */
  readonly id: string;
}

/** The hub of a record as the state has it. */
export interface HubOfRecord {
  readonly id?: string;
  readonly subdomain?: string;
}

/** A record that a stack manages. */
export interface ManagedRecord extends OwnRecord {
  readonly hub: HubOfRecord;
}

export const recordIdIn = ({ id = "", outputs }: ResourceState): string => recordIdOf(id, outputs ?? {});

/** The states before the page was read, by URN. */
export const statesBefore = (steps: readonly Step[]): Map<string, ResourceState> =>
  new Map(steps.flatMap(({ op, urn, oldState }) => (op === "refresh" && oldState ? [[urn, oldState]] : [])));

/** The records that a stack manages. */
export const managedRecords = (steps: readonly Step[]): ManagedRecord[] =>
  [...statesBefore(steps)].flatMap(([urn, state]) => {
    const record = ownRecord({ ...state, urn });
    return record === undefined ? [] : [{ ...record, hub: hubOf(record.kind, state) }];
  });

/** A program names a hub by its resource, its ID or its subdomain. */
function hubOf(kind: string, { id, inputs, outputs }: ResourceState): HubOfRecord {
  if (isHub(kind)) return named({ id, subdomain: inputs?.subdomain ?? outputs?.subdomain });
  const hub = inputs?.hub ?? outputs?.hub ?? {};
  const { id: hubId, subdomain } = (typeof hub === "object" ? hub : { subdomain: hub }) as Record<string, unknown>;
  return named({ id: outputs?.hubId ?? hubId, subdomain });
}

function named({ id, subdomain }: Record<"id" | "subdomain", unknown>): HubOfRecord {
  return {
    ...(typeof id === "string" && id !== "" && !isUnknown(id) && { id }),
    ...(typeof subdomain === "string" && !isUnknown(subdomain) && { subdomain }),
  };
}

/** The value is known only after `pulumi up`. */
const isUnknown = (value: unknown) => value === unknownMark;

/** Finds the current subdomain of the hub of a record. */
export function createHubNames(steps: readonly Step[]): (kind: string, state: ResourceState) => string {
  const byId = new Map<string, string>();
  const byUrn = new Map<string, string>();
  // The steps of the refresh come first, so later steps overwrite them with the live subdomain.
  for (const { urn, oldState, newState } of steps) {
    const state = oldState ?? newState;
    const kind = identify(urn)?.kind ?? "";
    if (state === undefined || !isHub(kind)) continue;
    const { id, subdomain } = hubOf(kind, state);
    if (subdomain === undefined) continue;
    byUrn.set(urn, subdomain);
    if (id !== undefined) byId.set(id, subdomain).set(`${providerOf(state)} ${id}`, subdomain);
  }
  return (kind, state) => {
    const { id, subdomain } = hubOf(kind, state);
    const [owner = ""] = state.propertyDependencies?.hub ?? [];
    // Hubs of two accounts may have the same ID, but two providers may also reach the same hub.
    const name = byId.get(`${providerOf(state)} ${id}`) ?? subdomain ?? byUrn.get(owner) ?? byId.get(String(id));
    return name ?? (id === undefined ? "unknown hub" : `hub ${id}`);
  };
}
