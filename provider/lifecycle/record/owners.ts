import type { Declared } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { adoptedOnce, alreadyManaged } from "../../errors/up.ts";
import { isHistory } from "../forms/history.ts";
import { adoptKey, isManaged, type Kept, ownerIn, recordIdsIn } from "../forms/state.ts";
import { Declarations } from "./declarations.ts";

/*
 * Who has which record, as far as Pulumi has shown the stack to this process and to the other ones of the run.
 *
 * Every resource has a name of its own, its owner, which the state keeps. Taking a record is one step that fails if another
 * resource of the run has it. Pulumi doesn't say which resource a deletion is for, but the owner does.
 */

/** Shares owners between the provider processes of one run, because two providers can have resources for one record. */
export interface SharedOwners {
  add(record: string, owner: string): void;
  remove(record: string, owner: string): void;
  /** Says that the state has a resource with the record. */
  store(record: string): void;
  /** Says that a resource of this process will adopt the record, or that the program looks it up: the others don't delete it. */
  spare(record: string, because: Spared): void;
  /** Returns what the other processes have said of a record. */
  of(record: string): SharedRecord;
  /** Removes what this process has shared. */
  close(): void;
}

export type Spared = "adopts" | "looks up";

export interface SharedRecord {
  readonly owners: readonly string[];
  readonly claims: readonly Spared[];
  readonly isStored: boolean;
}

interface OwnedRecord {
  /** The resources of the program that have it. */
  readonly taken: Set<string>;
  /** The resources of the state that have it; some may have left the program. */
  readonly stored: Set<string>;
  readonly claims: Set<Spared>;
  isGone: boolean;
  isHistory: boolean;
}

export class Owners {
  readonly declarations = new Declarations();
  readonly #owned = new Map<string, OwnedRecord>();
  readonly #shared: SharedOwners | undefined;

  constructor(shared?: SharedOwners) {
    this.#shared = shared;
  }

  /** Records that the state has a resource. */
  noteStored(definition: Definition, { id, stored }: Kept): void {
    if (!isManaged(stored)) return;
    for (const each of recordIdsIn(id, stored)) {
      const { stored: owners } = this.#of(definition, each);
      if (owners.size === 0) this.#shared?.store(nameOf(definition, each));
      owners.add(ownerIn(stored));
    }
  }

  /** Records if a resource is history, so that its records stay, also if it is replaced or leaves the program. */
  noteHistory(definition: Definition, { id, stored }: Kept, now: number): void {
    if (!isHistory(definition, stored, now)) return;
    for (const each of recordIdsIn(id, stored)) this.#of(definition, each).isHistory = true;
  }

  isHistory = (definition: Definition, id: string): boolean => this.#of(definition, id).isHistory;

  /** Records that a refresh has found nothing left of a resource. */
  noteGone(definition: Definition, { id, stored }: Kept): void {
    for (const each of recordIdsIn(id, stored)) this.#of(definition, each).isGone = true;
  }

  isGone = (definition: Definition, id: string): boolean => this.#of(definition, id).isGone;

  /** Records that the program looks a record up. It doesn't belong to the stack because of that. */
  noteLookup(definition: Definition, id: string): void {
    this.#claim(definition, id, "looks up");
  }

  noteCheck(definition: Definition, previous: Declared, declared: Declared): void {
    const adopted = this.declarations.check(definition, previous, declared);
    if (typeof adopted === "string") this.#claim(definition, adopted, "adopts");
  }

  /**
   * Takes records for a resource.
   *
   * @throws if another resource of the run has one of them
   */
  take(definition: Definition, ids: readonly string[], owner: string): void {
    const other = this.#takenFrom(definition, ids, owner)[0];
    if (other !== undefined) throw new StatusHubError(alreadyManaged.taken({ record: `${definition.kind} ${other}` }));
    for (const id of ids) {
      this.#of(definition, id).taken.add(owner);
      this.#shared?.add(nameOf(definition, id), owner);
    }
  }

  /** Takes those of several records that no other resource of the run has. */
  takeFree(definition: Definition, ids: readonly string[], owner: string): string[] {
    const others = this.#takenFrom(definition, ids, owner);
    const free = ids.filter((id) => !others.includes(id));
    this.take(definition, free, owner);
    return free;
  }

  /** Gives a record back that couldn't be adopted. The resource that has had it must not delete it in this run. */
  release(definition: Definition, id: string, owner: string): void {
    this.#of(definition, id).taken.delete(owner);
    this.#shared?.remove(nameOf(definition, id), owner);
    this.#claim(definition, id, "adopts");
  }

  /**
   * Records that a resource has its records, before it is compared with them.
   *
   * @returns whether the program declares the resource: a refresh also compares those that have left it
   * @throws if another resource of the program has one of them, or if the program wants it to adopt another one
   */
  noteCompared(definition: Definition, { id, stored, declared }: Kept & { readonly declared: Declared }): boolean {
    this.noteStored(definition, { id, stored });
    if (!this.declarations.compared(definition, declared)) return false;
    const ids = recordIdsIn(id, stored);
    const { adopt } = declared;
    if (typeof adopt === "string" && adopt !== stored[adoptKey] && !ids.includes(adopt))
      throw new StatusHubError(adoptedOnce.other({ record: `${definition.kind} ${id}`, id: adopt }));
    this.take(definition, ids, ownerIn(stored));
    return true;
  }

  /** Whether a resource of the stack has a record. */
  has(definition: Definition, id: string): boolean {
    const { stored, taken } = this.#of(definition, id);
    if (stored.size + taken.size > 0) return true;
    const shared = this.#shared?.of(nameOf(definition, id));
    return shared !== undefined && (shared.isStored || shared.owners.length > 0);
  }

  /** Returns why a record that leaves the state isn't deleted. */
  claimOn(definition: Definition, { id, stored }: Kept): "taken" | Spared | undefined {
    const ids = recordIdsIn(id, stored);
    if (this.#takenFrom(definition, ids, ownerIn(stored)).length > 0) return "taken";
    const claims = ids.flatMap((each) => [
      ...this.#of(definition, each).claims,
      ...(this.#shared?.of(nameOf(definition, each)).claims ?? []),
    ]);
    if (claims.includes("looks up")) return "looks up";
    return claims.includes("adopts") || this.declarations.adopts(definition, stored) ? "adopts" : undefined;
  }

  #claim(definition: Definition, id: string, claim: Spared): void {
    this.#of(definition, id).claims.add(claim);
    this.#shared?.spare(nameOf(definition, id), claim);
  }

  #takenFrom(definition: Definition, ids: readonly string[], owner: string): string[] {
    return ids.filter((id) => this.#ownersOf(definition, id).some((each) => each !== owner));
  }

  /** In this process and in the others of the run. */
  #ownersOf(definition: Definition, id: string): string[] {
    return [...this.#of(definition, id).taken, ...(this.#shared?.of(nameOf(definition, id)).owners ?? [])];
  }

  #of(definition: Definition, id: string): OwnedRecord {
    const name = nameOf(definition, id);
    const owned = this.#owned.get(name) ?? {
      taken: new Set(),
      stored: new Set(),
      claims: new Set(),
      isGone: false,
      isHistory: false,
    };
    this.#owned.set(name, owned);
    return owned;
  }
}

/** The kind and the ID, by which other processes know a record. */
const nameOf = ({ kind }: Definition, id: string) => `${kind} ${id}`;
