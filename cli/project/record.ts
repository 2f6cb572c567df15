import type { Declared, Stored } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import { recordIdOf, recordIdsIn } from "../../provider/lifecycle/forms/state.ts";
import { unknownMark } from "../../provider/mark-keys.ts";
import { kindIn, nameIn, typeIn } from "../../provider/resource-type.ts";
import { isHub } from "../kinds.ts";

/** Kind and name of a resource for a record. */
export interface Identity {
  readonly kind: string;
  readonly name: string;
}

/** A resource in a state or in a preview. */
export interface StatedResource {
  readonly urn: string;
  readonly id?: string;
  readonly inputs?: Declared | null;
  readonly outputs?: Stored | null;
  /** URN and ID of the provider. */
  readonly provider?: string;
  readonly parent?: string;
  /** The program only looks the record up. */
  readonly external?: boolean;
}

/** The hub of a record as the state has it. */
export interface HubOfRecord {
  readonly id?: string;
  readonly subdomain?: string;
}

/** A record that a stack has. */
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
}

/** Kind and name of a resource for a record; undefined for others, such as lookup functions and `StatusPage`. */
export function identify(urn: string): Identity | undefined {
  const kind = kindIn(typeIn(urn)) ?? "";
  return Object.hasOwn(definitions, kind) ? { kind, name: nameIn(urn) } : undefined;
}

/**
 * Returns the record that a resource manages, in any form: of the dynamic or the native provider, in a component or not, with
 * the default or an explicit provider. Undefined for lookups and for resources of other packages.
 */
export function stackRecord(resource: StatedResource): StackRecord | undefined {
  const { urn, id = "", outputs, provider = "", parent = "", external } = resource;
  const found = identify(urn);
  if (found === undefined || external) return undefined;
  const ids = recordIdsIn(id, outputs ?? {});
  const hub = hubOf(found.kind, resource);
  return { ...found, urn, id: recordIdOf(id, outputs ?? {}), ids, provider: providerOf({ provider }), parent, hub };
}

/** A program names a hub by its resource, its ID or its subdomain. */
export function hubOf(kind: string, { id, inputs, outputs }: Omit<StatedResource, "urn">): HubOfRecord {
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

/** The URN of a resource's provider, without the ID that follows it in the state. */
export const providerOf = ({ provider = "" }: { readonly provider?: string }): string =>
  provider.replace(/::[^:]*$/, "");
