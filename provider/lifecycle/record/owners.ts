import { type Declared, holdsUnknown, type Stored } from "../../../model/api/form.ts";
import type { Definition, Failure } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { adoptedOnce, alreadyManaged } from "../../errors/up.ts";
import { isAdopting, isManaged, type Known, recordIdsIn } from "../forms/state.ts";
import { Declarations } from "./declarations.ts";
import { hubNamedIn } from "./hub.ts";

/*
 * Who has which record, as far as Pulumi has shown the stack to this process and to the other ones of the run.
 *
 * Every resource has a name of its own, its owner, which the state keeps. Becoming the owner of a record is one step that fails if another
 * resource of the run has it. Pulumi doesn't say which resource a deletion is for, but the owner does.
 */

/** Shares owners between the provider processes of one run, because two providers can have resources for one record. */
export interface SharedOwners {
  add(record: string, owner: string): void;
  release(record: string, owner: string): void;
  mark(record: string, mark: Mark): void;
  /** Returns what the other processes have said of a record. */
  of(record: string): SharedRecord;
  /** Removes what this process has shared. */
  close(): void;
}

/**
 * A fact that the run knows of a record.
 *
 * - `stored`: the state has it
 * - `stays`: a resource has taken it, so it stays if that leaves the program
 * - `adopted`: the resource that has it was deployed with its ID in `adopt`
 * - `gone`: a refresh hasn't found it any more
 * - `adopts`: a resource will adopt it, or failed because of it
 * - `looks up`: the program looks it up, so it doesn't belong to the stack
 */
export type Mark = "stored" | "stays" | "adopted" | "gone" | "adopts" | "looks up";

export interface SharedRecord {
  /** The resources of the program that have it. */
  readonly owners: readonly string[];
  readonly marks: readonly Mark[];
}

export class Owners {
  /** Whether Pulumi has refreshed a resource in this run. */
  isRefreshed = false;
  /** Whether Pulumi has refreshed the stack before the program ran, so that every record of a resource is known. */
  isComplete = false;
  readonly #declarations = new Declarations();
  /** The owners in this process, by the name of the record. */
  readonly #owners = new Map<string, Set<string>>();
  /** The marks of this process, by the name of the record. */
  readonly #marks = new Map<string, Set<Mark>>();
  readonly #shared: SharedOwners | undefined;

  constructor(shared?: SharedOwners) {
    this.#shared = shared;
  }

  /** Marks records of a kind for this process and the others of the run. */
  mark(definition: Definition, ids: readonly string[], mark: Mark): void {
    for (const name of ids.map((id) => nameOf(definition, id))) {
      const marks = this.#marks.get(name) ?? new Set();
      if (marks.has(mark)) continue;
      this.#marks.set(name, marks.add(mark));
      this.#shared?.mark(name, mark);
    }
  }

  isMarked(definition: Definition, id: string, mark: Mark): boolean {
    const name = nameOf(definition, id);
    return this.#marks.get(name)?.has(mark) === true || this.#shared?.of(name).marks.includes(mark) === true;
  }

  /** Records that the state has a resource. */
  noteStored(definition: Definition, { id, state }: Known): void {
    if (!isManaged(state)) return;
    const ids = recordIdsIn(id, state);
    this.mark(definition, ids, "stored");
    if (state.taken === true) this.mark(definition, ids, "stays");
    const adopted = ids.filter((each) => state.adopt === each);
    this.mark(definition, adopted, "adopted");
  }

  /** Records that a refresh reads a resource of the state: all before the program runs or, with `--run-program`, each with it. */
  noteRefreshed(definition: Definition, known: Known): void {
    this.noteStored(definition, known);
    this.isRefreshed = true;
    this.isComplete = this.#declarations.isEmpty;
  }

  /**
   * Records that a refresh hasn't found the record of a resource. If that was made again, `adopt` names an earlier one, which is gone, too.
   */
  noteGone(definition: Definition, { id, state }: Known): void {
    const adopted = typeof state.adopt === "string" ? [state.adopt] : [];
    this.mark(definition, [...recordIdsIn(id, state), ...adopted], "gone");
  }

  /** Returns why Pulumi must not create a resource: it would replace one whose record stays beside it. */
  check(definition: Definition, previous: Declared, declared: Declared): Failure[] {
    const { adopt } = declared;
    // Two resources that aren't known yet may look the same.
    if (wasDeployed(previous) || holdsUnknown(declared)) return [];
    // With `replaceOnChanges` or another provider, Pulumi has checked the same resource before, as one that was deployed.
    const checked = this.#declarations.find(definition, declared);
    const isTaken = isAdopting(declared) || checked?.wasTaken === true;
    if (checked?.wasDeployed === true && isTaken) return [{ path: ["adopt"], reason: adoptedOnce.replaced() }];
    // With `--replace`, it looks like a new one, which adopts what the state has adopted.
    const isAdopted = typeof adopt === "string" && this.isMarked(definition, adopt, "adopted");
    if (!isAdopted || this.isMarked(definition, adopt, "gone")) return [];
    return [{ path: ["adopt"], reason: alreadyManaged.taken({ record: `${definition.kind} ${adopt}` }) }];
  }

  /** Records that Pulumi has checked a resource of the program. */
  noteCheck(definition: Definition, previous: Declared, declared: Declared): void {
    const checked = this.#declarations.note(definition, declared);
    if (wasDeployed(previous)) checked.wasDeployed = true;
    const { adopt } = declared;
    if (adopt === previous.adopt) return;
    // The ID isn't known before the record is found.
    if (adopt === true) this.mark(definition, identityOf(definition, declared), "adopts");
    if (typeof adopt === "string") this.mark(definition, [adopt], "adopts");
  }

  /**
   * Makes a resource the owner of records.
   *
   * @throws if another resource of the run has one of them
   */
  add(definition: Definition, ids: readonly string[], owner: string): void {
    const other = this.#ownedByOthers(definition, ids, owner)[0];
    if (other !== undefined) throw new StatusHubError(alreadyManaged.taken({ record: `${definition.kind} ${other}` }));
    for (const name of ids.map((id) => nameOf(definition, id))) {
      const owners = this.#owners.get(name) ?? new Set();
      this.#owners.set(name, owners.add(owner));
      this.#shared?.add(name, owner);
    }
  }

  /** Makes a resource the owner of those of several records that no other resource of the run has. @returns their IDs */
  addToFree(definition: Definition, ids: readonly string[], owner: string): string[] {
    const others = this.#ownedByOthers(definition, ids, owner);
    const free = ids.filter((id) => !others.includes(id));
    this.add(definition, free, owner);
    return free;
  }

  /** Gives a record back that couldn't be adopted. The resource that has had it must not delete it in this run. */
  release(definition: Definition, id: string, owner: string): void {
    this.#owners.get(nameOf(definition, id))?.delete(owner);
    this.#shared?.release(nameOf(definition, id), owner);
    this.mark(definition, [id], "adopts");
  }

  /**
   * Records that a resource has its records, before it is compared with them.
   *
   * @returns whether the program declares the resource: a refresh also compares those that have left it
   * @throws if another resource of the program has one of them, or if the program wants it to adopt another one
   */
  noteCompared(definition: Definition, { id, state, declared }: Known & { readonly declared: Declared }): boolean {
    this.noteStored(definition, { id, state });
    const checked = this.#declarations.find(definition, declared);
    if (checked === undefined) return false;
    if (state.taken === true) checked.wasTaken = true;
    const ids = recordIdsIn(id, state);
    const { adopt } = declared;
    const isNewlyAdopted = typeof adopt === "string" && adopt !== state.adopt;
    if (isNewlyAdopted && !ids.includes(adopt))
      throw new StatusHubError(adoptedOnce.other({ record: `${definition.kind} ${id}`, id: adopt }));
    this.add(definition, ids, state.owner);
    return true;
  }

  /** Whether a resource of the stack has a record, as far as this run knows. */
  has = (definition: Definition, id: string): boolean =>
    this.isMarked(definition, id, "stored") || this.#ownersOf(definition, id).length > 0;

  /** Whether the stack has a record for good. If no resource of the program has what was taken, it stays on the page without the stack. */
  isOwn = (definition: Definition, id: string): boolean => {
    const isDeclared = this.#ownersOf(definition, id).length > 0;
    const stays = this.isMarked(definition, id, "stays");
    return isDeclared || (this.isMarked(definition, id, "stored") && !stays);
  };

  /** Returns why a record that leaves the state isn't deleted. */
  claimOn(definition: Definition, { id, state }: Known): "owned" | "looks up" | "adopts" | undefined {
    const ids = recordIdsIn(id, state);
    if (this.#ownedByOthers(definition, ids, state.owner).length > 0) return "owned";
    if (ids.some((each) => this.isMarked(definition, each, "looks up"))) return "looks up";
    // Nobody adopts what is deleted already: its unique values may mean another record.
    const adoptable = state.values.deleted === true ? [] : [...ids, ...identityOf(definition, state.values)];
    return adoptable.some((each) => this.isMarked(definition, each, "adopts")) ? "adopts" : undefined;
  }

  #ownedByOthers(definition: Definition, ids: readonly string[], owner: string): string[] {
    return ids.filter((id) => this.#ownersOf(definition, id).some((each) => each !== owner));
  }

  /** In this process and in the others of the run. */
  #ownersOf(definition: Definition, id: string): string[] {
    const name = nameOf(definition, id);
    return [...(this.#owners.get(name) ?? []), ...(this.#shared?.of(name).owners ?? [])];
  }
}

/** Names the record of the hub that has these unique values, whatever its ID: once by each name of the hub. */
const identityOf = ({ identity = [] }: Definition, values: Declared | Stored): string[] => {
  const unique = identity.map((name) => values[name]);
  if (unique.length === 0 || !unique.every(Boolean)) return [];
  const { id, subdomain } = hubNamedIn(values);
  const hubs = [id, subdomain, values.hubId].filter((name) => typeof name === "string");
  return hubs.map((hub) => `with ${JSON.stringify([hub, ...unique])}`);
};

/** The kind and the ID, by which other processes know a record. */
const nameOf = ({ kind }: Definition, id: string) => `${kind} ${id}`;

/** Whether Pulumi passes what was deployed of a resource: it does, unless it creates one. */
const wasDeployed = (previous: Declared): boolean => Object.keys(previous).length > 0;
