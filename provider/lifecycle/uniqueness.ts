import type { Declared } from "../../model/api/form.ts";
import { type Definition, type Failure, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { HubReference } from "../client/hubs.ts";
import { notUnique } from "../errors/program.ts";
import { nameIn } from "../resource-type.ts";
import { hubNamedIn } from "./record/hub.ts";

export interface Declarant {
  readonly urn: string;
  /** The resource that it names as its hub, if any. The hub's ID may not be known yet. */
  readonly hubUrn?: string | undefined;
}

interface Claim extends Declarant {
  readonly hub: HubReference;
}

/**
 * Finds values that only one resource may declare but several do: a customId, an address, a subdomain. Resources are
 * keyed by URN, so Pulumi may check them any number of times.
 */
export class Uniqueness {
  readonly #values = new Map<string, string>();
  readonly #claims = new Map<string, Claim[]>();

  /** Returns the failure of a resource that declares the same unique value as another one. Skips unknown values. */
  check(definition: Definition, declarant: Declarant, declared: Declared): Failure[] {
    const { kind, identity = [] } = definition;
    const values = identity.map((name) => declared[name]);
    if (values.length === 0 || !values.every((value) => typeof value === "string" && value !== "")) return [];
    const value = JSON.stringify([kind, ...values]);
    const { urn } = declarant;
    const known = this.#values.get(urn);
    if (known === value) return [];
    // The same resource declares another value, so Pulumi is running the program again and the previous run no longer
    // counts.
    if (known !== undefined) {
      this.#values.clear();
      this.#claims.clear();
    }
    const claim: Claim = { ...declarant, hub: hubNamedIn(declared) };
    const claims = this.#claims.get(value) ?? [];
    const other = claims.find((each) => isAdoptOnly(definition) || isSameHub(each, claim));
    if (other !== undefined) return [failure(definition, { urn, other })];
    this.#values.set(urn, value);
    this.#claims.set(value, [...claims, claim]);
    return [];
  }
}

/** A hub has one resource and one ID. If neither is known for both, the same subdomain is the same hub. */
function isSameHub(one: Claim, other: Claim): boolean {
  if (one.hubUrn !== undefined && one.hubUrn === other.hubUrn) return true;
  if (one.hub.id !== undefined && other.hub.id !== undefined) return one.hub.id === other.hub.id;
  return one.hub.subdomain !== undefined && one.hub.subdomain === other.hub.subdomain;
}

/** The value isn't shown, because the program may keep it secret. The two names are enough to find it. */
function failure(definition: Definition, { urn, other }: { urn: string; other: Claim }): Failure {
  const { kind, identity = [] } = definition;
  const where = isAdoptOnly(definition) ? "" : " on the same hub";
  const [name, otherName] = nameIn(urn) === nameIn(other.urn) ? [urn, other.urn] : [nameIn(urn), nameIn(other.urn)];
  return {
    path: [identity.at(-1) ?? ""],
    reason: notUnique({
      one: `${kind} "${name}"`,
      other: `${kind} "${otherName}"`,
      properties: identity.join(" and "),
      where,
    }),
  };
}
