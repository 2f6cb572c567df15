import { definitions } from "../../kinds/index.ts";
import { unknownMark } from "../../provider/marks.ts";
import { isHub } from "../kinds.ts";
import type { ResourceState, Step } from "./preview.ts";

/** A record of a stack. */
export interface StackRecord {
  readonly kind: string;
  /** Name of the resource in the program. */
  readonly name: string;
  /** ID of the record in the API. */
  readonly id: string;
}

/** What the state says of the hub that a record is on. */
export interface HubOfRecord {
  readonly id?: string;
  readonly subdomain?: string;
}

/** A record that a stack owns. */
export interface ManagedRecord extends StackRecord {
  readonly hub: HubOfRecord;
  /** URN of its provider. */
  readonly provider: string;
}

/** Kind and name of a record in a program; undefined for any other resource, such as a look-up or a `StatusPage`. */
export function identify(urn: string): { kind: string; name: string } | undefined {
  const [, kind = "", name] = /statushub:(?:index:)?([A-Za-z]+)::(.+)$/.exec(urn) ?? [];
  return name === undefined || !Object.hasOwn(definitions, kind) ? undefined : { kind, name };
}

/** The record behind a state. Outputs win: a restored subscription has another ID than the one that Pulumi knows. */
export const recordIdOf = ({ id = "", outputs }: ResourceState): string =>
  typeof outputs?.recordId === "string" ? outputs.recordId : id;

/** The states before the page was read, by URN. */
export const statesBefore = (steps: readonly Step[]): Map<string, ResourceState> =>
  new Map(steps.flatMap(({ op, urn, oldState }) => (op === "refresh" && oldState ? [[urn, oldState]] : [])));

/** The records that the state of a stack owns. */
export function managedRecords(steps: readonly Step[]): ManagedRecord[] {
  return [...statesBefore(steps)].flatMap(([urn, state]) => {
    const found = identify(urn);
    if (found === undefined || state.external) return [];
    return [{ ...found, id: recordIdOf(state), hub: hubOf(found.kind, state), provider: providerOf(state) }];
  });
}

/** The URN of a provider; the state has its ID behind it. */
const providerOf = ({ provider = "" }: ResourceState) => provider.replace(/::[^:]*$/, "");

/** Whatever the language: a program names a hub by the resource, by its ID or by its subdomain. */
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

/** Only `pulumi up` will know the value. */
const isUnknown = (value: unknown) => value === unknownMark;

/** Finds the subdomain of the hub that a record is on, as the page has it now. */
export function createHubNames(steps: readonly Step[]): (kind: string, state: ResourceState) => string {
  const byId = new Map<string, string>();
  const byUrn = new Map<string, string>();
  // The states before the read come first, and the live ones replace them.
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
    // Two accounts may have the same IDs; but one hub may also be reached by two providers.
    const name = byId.get(`${providerOf(state)} ${id}`) ?? subdomain ?? byUrn.get(owner) ?? byId.get(String(id));
    return name ?? (id === undefined ? "unknown hub" : `hub ${id}`);
  };
}
