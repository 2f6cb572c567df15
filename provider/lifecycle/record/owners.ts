import { isDeepStrictEqual } from "node:util";
import type { Declared, Stored } from "../../../model/api/form.ts";
import { type Definition, isAdoptOnly } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import type { HubReference } from "../../client/hubs.ts";
import { alreadyManaged } from "../../errors/up.ts";
import type { Kept } from "../forms/known.ts";
import { adoptionKey, recordIdsIn } from "../forms/state.ts";
import { hubNamedIn } from "./hub.ts";

/** Represents the resource that created a record, which has no adoption. */
const created = "";

/** Represents a resource that will adopt a record, for the other processes. */
const adopting = "planned";

/** Marks a record whose adoption, which the other processes wait for, has succeeded. */
const adopted = "adopted";

const marks: readonly string[] = [adopting, adopted];

/**
 * Shares owners of records between the provider processes of one run, because two providers can have resources for one
 * record. An owner is named by its adoption, which is empty if it created the record.
 */
export interface SharedOwners {
  add(record: string, adoption: string): void;
  of(record: string): readonly string[];
  /** Removes what this process has shared. */
  close(): void;
}

/** A resource that is to adopt a record. */
interface Plan {
  readonly kind: string;
  readonly declared: Declared;
  readonly isBegun: boolean;
}

/**
 * Tracks which resource of a stack has which record, as far as Pulumi has shown them to this process.
 *
 * Pulumi doesn't say which resource a deletion is for. But at most one resource has created a record, and every other
 * one has adopted it under a unique name, which the state keeps. So we can recognize a deletion that is for another
 * resource than the one in the program.
 *
 * A resource may have several records, and another one may mean any of them. So every question is about all of them
 * (`recordIdsIn`), and takes a list.
 */
export class Owners {
  /** Adoptions of records by resources of the program. */
  readonly #declared = new Map<string, Set<string>>();
  readonly #inState = new Set<string>();
  /** Declarations of resources that will adopt a record, until they have. */
  readonly #planned = new Map<string, Plan>();
  /** Records that a resource of this run should have adopted but didn't. */
  readonly #failed = new Set<string>();
  /** The program's declarations, as seen in checks, and those that had a previous one. */
  readonly #checked = new Set<string>();
  readonly #existing = new Set<string>();
  /**
   * Previous declarations of resources in the state that were checked but not diffed yet, by their current
   * declarations.
   */
  readonly #deployed = new Map<string, Declared>();
  readonly #shared: SharedOwners | undefined;

  constructor(shared?: SharedOwners) {
    this.#shared = shared;
  }

  /** Records that the state has these records. */
  noteInState(definition: Definition, ids: readonly string[]): void {
    for (const record of recordsOf(definition, ids)) this.#inState.add(record);
  }

  isInState(definition: Definition, ids: readonly string[]): boolean {
    return recordsOf(definition, ids).some((record) => this.#inState.has(record));
  }

  /** Records that a resource in the program has these records. */
  noteDeclared(definition: Definition, ids: readonly string[], adoption: unknown = created): void {
    const name = String(adoption);
    for (const record of recordsOf(definition, ids)) {
      this.#declared.set(record, (this.#declared.get(record) ?? new Set()).add(name));
      this.#shared?.add(record, name);
    }
  }

  /**
   * Records that an adoption failed, so the records still belong to their previous resource. Other processes still see the
   * adoption, so that they don't delete them: the next run adopts them.
   */
  noteFailedAdoption(definition: Definition, ids: readonly string[], adoption: unknown = created): void {
    for (const record of recordsOf(definition, ids)) {
      this.#declared.get(record)?.delete(String(adoption));
      this.#failed.add(record);
    }
  }

  /** Whether a resource of the program has one of the records. */
  isDeclared(definition: Definition, ids: readonly string[]): boolean {
    return recordsOf(definition, ids).some((record) => (this.#declared.get(record)?.size ?? 0) > 0);
  }

  /** Whether a resource of the stack has one of the records. */
  has(definition: Definition, ids: readonly string[]): boolean {
    return this.isDeclared(definition, ids) || this.isInState(definition, ids);
  }

  /** Whether a resource of the program has one of the records under a different adoption. */
  isDeclaredElsewhere(definition: Definition, ids: readonly string[], adoption: unknown = created): boolean {
    return this.#adoptionsOf(definition, ids).some((each) => each !== adoption && !marks.includes(each));
  }

  /** Returns the records of a kind that other resources of the program have adopted, as far as this process knows. */
  adoptedElsewhere({ kind }: Definition, adoption: unknown = created): string[] {
    const isOther = (name: string) => name !== created && name !== adoption;
    return [...this.#declared].flatMap(([record, names]) =>
      record.startsWith(`${kind} `) && [...names].some(isOther) ? [record.slice(kind.length + 1)] : [],
    );
  }

  /**
   * Whether a resource in another process will adopt one of the records, perhaps with others. Only a deletion asks for that:
   * whether a diff comes before or after the check of that resource is up to chance.
   */
  isAwaited(definition: Definition, ids: readonly string[]): boolean {
    const found = this.#adoptionsOf(definition, ids);
    return found.includes(adopting) && !found.includes(adopted);
  }

  #adoptionsOf(definition: Definition, ids: readonly string[]): string[] {
    return recordsOf(definition, ids).flatMap((record) => [
      ...(this.#declared.get(record) ?? []),
      ...(this.#shared?.of(record) ?? []),
    ]);
  }

  /**
   * Records a check: the previous declaration, which Pulumi passes even if it replaces the resource without a diff, and
   * the record that the resource will adopt.
   */
  noteCheck(definition: Definition, previous: Declared, declared: Declared): void {
    const { adopt } = declared;
    const declaration = declarationOf(definition, declared);
    this.#checked.add(declaration);
    if (Object.keys(previous).length > 0) {
      this.#existing.add(declaration);
      this.#deployed.set(declaration, previous);
    }
    // Pulumi checks a resource again, as a new one, before it replaces it.
    const isReplaced = Object.keys(previous).length === 0 && this.#existing.has(declaration);
    if (adopt === undefined || adopt === false || adopt === previous.adopt || isReplaced) return;
    this.#planned.set(declaration, { kind: definition.kind, declared, isBegun: false });
    if (typeof adopt === "string") this.#shared?.add(recordOf(definition, adopt), adopting);
  }

  /** Records that Pulumi has begun to create a resource. Until that is done, what it means to adopt isn't deleted. */
  noteCreate(definition: Definition, declared: Declared): void {
    const declaration = declarationOf(definition, declared);
    const plan = this.#planned.get(declaration);
    if (plan !== undefined) this.#planned.set(declaration, { ...plan, isBegun: true });
  }

  /** Records that the resource is created: it has adopted what it meant to, or there was no such record. */
  noteCreated(definition: Definition, declared: Declared): void {
    const isPlanned = this.#planned.delete(declarationOf(definition, declared));
    if (isPlanned && typeof declared.adopt === "string")
      this.#shared?.add(recordOf(definition, declared.adopt), adopted);
  }

  /**
   * Records that a resource of the state was diffed, so that its record is known.
   *
   * @returns whether the program declares these inputs: a refresh also diffs resources that were removed from it
   */
  noteCompared(definition: Definition, declared: Declared): boolean {
    const declaration = declarationOf(definition, declared);
    if (!this.#checked.has(declaration)) return false;
    this.#deployed.delete(declaration);
    return true;
  }

  /** Whether a resource of the program will adopt one of the records by its ID. */
  isPlanned({ kind }: Definition, ids: readonly string[]): boolean {
    return [...this.#planned.values()].some(
      (plan) => plan.kind === kind && typeof plan.declared.adopt === "string" && ids.includes(plan.declared.adopt),
    );
  }

  /** Whether a resource of the program should have adopted one of a resource's records but didn't, or not yet. */
  isAdoptionMissing(definition: Definition, ids: readonly string[], stored: Stored): boolean {
    if (this.isPlanned(definition, ids)) return true;
    if (recordsOf(definition, ids).some((record) => this.#failed.has(record))) return true;
    const { kind, identity = [] } = definition;
    return [...this.#planned.values()].some(
      ({ declared, isBegun, ...plan }) =>
        plan.kind === kind &&
        declared.adopt === true &&
        // Before that, it may replace this resource, which is then deleted first.
        isBegun &&
        mayBeSameHub(hubNamedIn(declared), { ...hubNamedIn(stored), ...hubIdIn(stored) }) &&
        identity.every((name) => isDeepStrictEqual(stored[name], declared[name])),
    );
  }

  /**
   * Whether a resource of the state, whose record isn't known, declared the same hub and the same values of these
   * properties. If so, Pulumi is about to replace it without a diff.
   */
  isDeployed({ kind }: Definition, declared: Declared, names: readonly string[]): boolean {
    return [...this.#deployed].some(
      ([declaration, previous]) =>
        declaration.startsWith(`${kind} `) &&
        isDeepStrictEqual(hubNamedIn(previous), hubNamedIn(declared)) &&
        names.every((name) => isDeepStrictEqual(previous[name], declared[name])),
    );
  }
}

const recordOf = ({ kind }: Definition, id: string) => `${kind} ${id}`;

const recordsOf = (definition: Definition, ids: readonly string[]) => ids.map((id) => recordOf(definition, id));

const declarationOf = ({ kind }: Definition, declared: Declared) => `${kind} ${textOf(declared)}`;

const hubIdIn = ({ hubId }: Stored) => (typeof hubId === "string" ? { id: hubId } : {});

/** False only if that is certain. */
function mayBeSameHub(one: HubReference, other: HubReference): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  return one.subdomain === undefined || other.subdomain === undefined || one.subdomain === other.subdomain;
}

/**
 * Records that a resource has its records, before it is compared with them.
 *
 * @throws if two resources of the program have one of them, or another one will adopt it
 */
export function requireSoleOwner(
  owners: Owners,
  definition: Definition,
  { id, stored, declared }: Kept & { readonly declared: Declared },
): void {
  const ids = recordIdsIn(id, stored);
  owners.noteInState(definition, ids);
  // A refresh also diffs resources that are no longer in the program.
  if (isAdoptOnly(definition) || !owners.noteCompared(definition, declared)) return;
  const { [adoptionKey]: adoption } = stored;
  owners.noteDeclared(definition, ids, adoption);
  const other = ids.find((each) => owners.isPlanned(definition, [each]) && declared.adopt !== each);
  if (other !== undefined) {
    throw new StatusHubError(alreadyManaged.adopting({ record: recordOf(definition, other), id: other }));
  }
  const adopted = ids.find((each) => owners.isDeclaredElsewhere(definition, [each], adoption));
  if (adopted !== undefined)
    throw new StatusHubError(alreadyManaged.adopted({ record: recordOf(definition, adopted) }));
}

/** Returns the same text for the same inputs in any order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, item) => {
    if (typeof item === "symbol") return String(item);
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
