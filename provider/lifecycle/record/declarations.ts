import { isDeepStrictEqual } from "node:util";
import type { Declared, Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { HubReference } from "../../client/hubs.ts";
import { hubNamedIn } from "./hub.ts";

/** What the program declares for a resource. Two resources that declare the same are one declaration. */
export interface Declaration {
  readonly kind: string;
  readonly declared: Declared;
  adoption: "none" | "planned" | "begun";
  /** Whether the state has the resource, and Pulumi may replace it by what is declared. */
  isReplaceable: boolean;
  /** What the state declares for it, until the two are compared. */
  deployed: Declared | undefined;
}

/** What the resources of the program wait for. The table of `owners.ts` says what changes it. */
export class Declarations {
  readonly #all = new Map<string, Declaration>();

  find({ kind }: Definition, declared: Declared): Declaration | undefined {
    return this.#all.get(`${kind} ${textOf(declared)}`);
  }

  /**
   * @param previous what Pulumi passes as the previous declaration, even if it replaces the resource without a diff
   * @returns whether the resource will adopt a record
   */
  check(definition: Definition, previous: Declared, declared: Declared): boolean {
    const { kind } = definition;
    const isExisting = Object.keys(previous).length > 0;
    const fresh: Declaration = { kind, declared, adoption: "none", isReplaceable: isExisting, deployed: undefined };
    const declaration = this.find(definition, declared) ?? fresh;
    this.#all.set(`${kind} ${textOf(declared)}`, declaration);
    // Pulumi checks a resource again, as a new one, before it replaces it. `adopt` means the first record only.
    const isReplaced = !isExisting && declaration.isReplaceable;
    declaration.isReplaceable ||= isExisting;
    if (isExisting) declaration.deployed = previous;
    const { adopt } = declared;
    if (adopt === undefined || adopt === false || adopt === previous.adopt || isReplaced) return false;
    declaration.adoption = "planned";
    return true;
  }

  /** Whether a resource of the program will adopt one of the records by its ID. */
  isPlanned({ kind }: Definition, ids: readonly string[]): boolean {
    return this.#plans(kind).some(({ declared: { adopt } }) => typeof adopt === "string" && ids.includes(adopt));
  }

  /** Whether a resource of the program may be about to adopt the record of another one by its identity. */
  mayMean({ kind, identity = [] }: Definition, stored: Stored): boolean {
    return this.#plans(kind).some(
      ({ declared, adoption }) =>
        declared.adopt === true &&
        // Before that, it may replace the other one, which is then deleted first.
        adoption === "begun" &&
        mayBeSameHub(hubNamedIn(declared), {
          ...hubNamedIn(stored),
          ...(typeof stored.hubId === "string" && { id: stored.hubId }),
        }) &&
        identity.every((name) => isDeepStrictEqual(stored[name], declared[name])),
    );
  }

  /**
   * Whether a resource of the state, whose record isn't known, declared the same hub and the same values of these
   * properties. If so, Pulumi is about to replace it without a diff.
   */
  isDeployed({ kind }: Definition, declared: Declared, names: readonly string[]): boolean {
    return [...this.#all.values()].some(
      ({ deployed, ...declaration }) =>
        deployed !== undefined &&
        declaration.kind === kind &&
        isDeepStrictEqual(hubNamedIn(deployed), hubNamedIn(declared)) &&
        names.every((name) => isDeepStrictEqual(deployed[name], declared[name])),
    );
  }

  #plans(kind: string): Declaration[] {
    return [...this.#all.values()].filter((each) => each.kind === kind && each.adoption !== "none");
  }
}

/** False only if that is certain. */
function mayBeSameHub(one: HubReference, other: HubReference): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  return one.subdomain === undefined || other.subdomain === undefined || one.subdomain === other.subdomain;
}

/** Returns the same text for the same inputs in any order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, item) => {
    if (typeof item === "symbol") return String(item);
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
