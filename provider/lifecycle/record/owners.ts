import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../../api/form.ts";
import { alreadyManaged } from "../../../errors/up.ts";
import { type Definition, isAdoptOnly } from "../../../kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { adoptionKey, recordIdOf, recordIdsIn } from "../forms/state.ts";
import { hubNamedIn } from "./hub.ts";
import type { Kept } from "./known.ts";

/** Represents the resource that created a record, which has no adoption. */
const created = "";

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

/**
 * Tracks which resource of a stack has which record, as far as Pulumi has shown them to this process.
 *
 * Pulumi doesn't say which resource a deletion is for. But at most one resource has created a record, and every other
 * one has adopted it under a unique name, which the state keeps. So we can recognize a deletion that is for another
 * resource than the one in the program.
 */
export class Owners {
  /** Adoptions of records by resources of the program. */
  readonly #declared = new Map<string, Set<string>>();
  readonly #inState = new Set<string>();
  /** Records that a resource which isn't created yet will adopt. */
  readonly #planned = new Set<string>();
  /** Records that a resource of this run should have adopted but didn't. */
  readonly #failed = new Set<string>();
  /** The program's declarations, as seen in checks. */
  readonly #checked = new Set<string>();
  /**
   * Previous declarations of resources in the state that were checked but not diffed yet, by their current
   * declarations.
   */
  readonly #deployed = new Map<string, Declared>();
  readonly #shared: SharedOwners | undefined;

  constructor(shared?: SharedOwners) {
    this.#shared = shared;
  }

  /** Records that the state has a record under these IDs. */
  noteInState({ kind }: Definition, ...ids: readonly string[]): void {
    for (const id of ids) this.#inState.add(`${kind} ${id}`);
  }

  isInState({ kind }: Definition, id: string): boolean {
    return this.#inState.has(`${kind} ${id}`);
  }

  /** Records that a resource in the program has the record. */
  noteDeclared({ kind }: Definition, id: string, adoption: unknown = created): void {
    const record = `${kind} ${id}`;
    const name = String(adoption);
    this.#declared.set(record, (this.#declared.get(record) ?? new Set()).add(name));
    this.#shared?.add(record, name);
  }

  /** Records the same after the record was created or restored. Never fails, so that the state gets the record. */
  noteWritten(definition: Definition, id: string, adoption?: unknown): void {
    try {
      this.noteDeclared(definition, id, adoption);
    } catch {
      // It couldn't be shared with other processes, perhaps because the disk is full. This process knows it anyway.
    }
  }

  /**
   * Records that an adoption failed, so the record still belongs to its previous resource. Other processes still see the
   * adoption, so that they don't delete the record: the next run adopts it.
   */
  noteFailedAdoption({ kind }: Definition, id: string, adoption: unknown = created): void {
    const record = `${kind} ${id}`;
    this.#declared.get(record)?.delete(String(adoption));
    this.#failed.add(record);
  }

  hasFailedAdoption({ kind }: Definition, id: string): boolean {
    return this.#failed.has(`${kind} ${id}`);
  }

  /** Whether a resource of the program has the record. */
  isDeclared({ kind }: Definition, id: string): boolean {
    return (this.#declared.get(`${kind} ${id}`)?.size ?? 0) > 0;
  }

  /** Whether a resource of the stack has the record. */
  has(definition: Definition, id: string): boolean {
    return this.isDeclared(definition, id) || this.isInState(definition, id);
  }

  /** Whether a resource of the program has the record under a different adoption. */
  isDeclaredElsewhere({ kind }: Definition, id: string, adoption: unknown = created): boolean {
    const record = `${kind} ${id}`;
    const adoptions = [...(this.#declared.get(record) ?? []), ...(this.#shared?.of(record) ?? [])];
    return adoptions.some((each) => each !== adoption);
  }

  /**
   * Records a check: the previous declaration, which Pulumi passes even if it replaces the resource without a diff, and
   * the record that the resource will adopt.
   */
  noteCheck({ kind }: Definition, previous: Declared, declared: Declared): void {
    const { adopt } = declared;
    const declaration = `${kind} ${textOf(declared)}`;
    this.#checked.add(declaration);
    if (Object.keys(previous).length > 0) this.#deployed.set(declaration, previous);
    if (typeof adopt === "string" && adopt !== previous.adopt) this.#planned.add(`${kind} ${adopt}`);
  }

  /**
   * Records that a resource of the state was diffed, so that its record is known.
   *
   * @returns whether the program declares these inputs: a refresh also diffs resources that were removed from it
   */
  noteCompared({ kind }: Definition, declared: Declared): boolean {
    const declaration = `${kind} ${textOf(declared)}`;
    if (!this.#checked.has(declaration)) return false;
    this.#deployed.delete(declaration);
    return true;
  }

  /** Whether a resource of the program will adopt the record. */
  isPlanned({ kind }: Definition, id: string): boolean {
    return this.#planned.has(`${kind} ${id}`);
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

/**
 * Records that a resource has a record, before the two are compared.
 *
 * @throws if two resources of the program have it, or another one will adopt it
 */
export function requireSoleOwner(
  owners: Owners,
  definition: Definition,
  { id, stored, declared }: Kept & { readonly declared: Declared },
): void {
  const recordId = recordIdOf(id, stored);
  owners.noteInState(definition, ...recordIdsIn(id, stored));
  // A refresh also diffs resources that are no longer in the program.
  if (isAdoptOnly(definition) || !owners.noteCompared(definition, declared)) return;
  const { [adoptionKey]: adoption } = stored;
  owners.noteDeclared(definition, recordId, adoption);
  const isAdoptedNext = owners.isPlanned(definition, recordId) && declared.adopt !== recordId;
  if (!isAdoptedNext && !owners.isDeclaredElsewhere(definition, recordId, adoption)) return;
  const record = `${definition.kind} ${recordId}`;
  throw new StatusHubError(
    isAdoptedNext ? alreadyManaged.adopting({ record, id: recordId }) : alreadyManaged.adopted({ record }),
  );
}

/** Returns the same text for the same inputs in any order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, item) => {
    if (typeof item === "symbol") return String(item);
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
