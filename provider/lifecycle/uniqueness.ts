import { notUnique } from "../../errors/program.ts";
import { type Definition, type Failure, isAdoptOnly, type Values } from "../../kinds/kind.ts";
import type { HubReference } from "../client/hubs.ts";
import { hubNamedIn } from "./hub.ts";

/** A resource of the program. */
export interface Declarant {
  readonly urn: string;
  /** The resource that it names as its hub, where it names one. The hub's id may not be known yet. */
  readonly hubUrn?: string | undefined;
}

interface Claim extends Declarant {
  readonly hub: HubReference;
}

/**
 * What the resources of one program declare that only one of them can have: a customId, an address, a subdomain. A
 * resource is known by its URN, so it may be checked as often as Pulumi likes.
 */
export class Uniqueness {
  readonly #values = new Map<string, string>();
  readonly #claims = new Map<string, Claim[]>();

  /** The failure of a resource that declares what another one has declared already; what is not known yet is left out. */
  check(definition: Definition, declarant: Declarant, desired: Values): Failure[] {
    const { kind, unique = definition.identity ?? [] } = definition;
    const values = unique.map((name) => desired[name]);
    if (values.length === 0 || !values.every((value) => typeof value === "string" && value !== "")) return [];
    const value = JSON.stringify([kind, ...values]);
    const { urn } = declarant;
    const known = this.#values.get(urn);
    if (known === value) return [];
    // Another value of the same resource: Pulumi runs the program once more, and nothing of the run before holds.
    if (known !== undefined) this.#forget();
    const claim: Claim = { ...declarant, hub: hubNamedIn(desired) };
    const claims = this.#claims.get(value) ?? [];
    const other = claims.find((each) => isAdoptOnly(definition) || isSameHub(each, claim));
    if (other !== undefined) return [failure(definition, { urn, other })];
    this.#values.set(urn, value);
    this.#claims.set(value, [...claims, claim]);
    return [];
  }

  #forget(): void {
    this.#values.clear();
    this.#claims.clear();
  }
}

/** A hub has one resource and one id. Where neither is known of both, the same subdomain is the same hub. */
function isSameHub(one: Claim, other: Claim): boolean {
  if (one.hubUrn !== undefined && one.hubUrn === other.hubUrn) return true;
  if (one.hub.id !== undefined && other.hub.id !== undefined) return one.hub.id === other.hub.id;
  return one.hub.subdomain !== undefined && one.hub.subdomain === other.hub.subdomain;
}

/** No value is shown: the program may keep it secret, and the names of the two lead to it. */
function failure(definition: Definition, { urn, other }: { urn: string; other: Claim }): Failure {
  const { kind, unique = definition.identity ?? [] } = definition;
  const where = isAdoptOnly(definition) ? "" : " on the same hub";
  const [name, otherName] = nameIn(urn) === nameIn(other.urn) ? [urn, other.urn] : [nameIn(urn), nameIn(other.urn)];
  return {
    path: [unique.at(-1) ?? ""],
    reason: notUnique({
      one: `${kind} "${name}"`,
      other: `${kind} "${otherName}"`,
      properties: unique.join(" and "),
      where,
    }),
  };
}

const nameIn = (urn: string) => urn.split("::").at(-1) ?? urn;
