import { recordIdOf } from "../../provider/lifecycle/forms/state.ts";
import { isHub } from "../kinds.ts";
import { hubOf, identify, providerOf, type StackRecord, stackRecord } from "../project/record.ts";
import type { ResourceState, Step } from "./preview.ts";

export const recordIdIn = ({ id = "", outputs }: ResourceState): string => recordIdOf(id, outputs ?? {});

/** The states before the page was read, by URN. */
export const statesBefore = (steps: readonly Step[]): Map<string, ResourceState> =>
  new Map(steps.flatMap(({ op, urn, oldState }) => (op === "refresh" && oldState ? [[urn, oldState]] : [])));

/** The records that the stack of a preview has. */
export const stackRecords = (steps: readonly Step[]): StackRecord[] =>
  [...statesBefore(steps)].flatMap(([urn, state]) => stackRecord({ ...state, urn }) ?? []);

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
