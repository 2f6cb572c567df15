import type { Declared } from "../../../model/api/form.ts";
import { type Definition, isAdoptOnly } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { alreadyManaged } from "../../errors/up.ts";
import { adoptionKey, adoptKey, type Kept, recordIdsIn } from "../forms/state.ts";
import { type Declaration, Declarations } from "./declarations.ts";

/*
 * Who has which record, as far as Pulumi has shown the stack to this process and to the other ones of the run.
 *
 * Pulumi doesn't say which resource a deletion is for. But at most one resource has created a record, and every other
 * one has adopted it under a unique name, which the state keeps. So we can recognize a deletion that is for another
 * resource than the one in the program.
 *
 * | Pulumi calls               | a record of the resource     | its declaration               | other processes see |
 * |----------------------------|------------------------------|-------------------------------|---------------------|
 * | read, for a refresh        | is in the state              |                               |                     |
 * |   finds it no more         | gone                         |                               |                     |
 * | read or find, for a lookup | looked up                    |                               | looked up           |
 * | check of a new one         |                              | planned, if it adopts         | awaited             |
 * | check of an existing one   |                              | deployed; planned, if newly   | awaited             |
 * | check before a replacement |                              | as it was: the next create    |                     |
 * |                            |                              | adopts only what is planned   |                     |
 * | diff                       | is in the state; + adoption  | compared; -> none, if the     | + adoption, arrived |
 * |                            |                              | state has had that adoption   |                     |
 * | create                     |                              | planned -> begun              |                     |
 * |   has a record             | + adoption                   |                               | + adoption          |
 * |   fails to adopt           | - adoption; failed           | stays begun                   | the adoption stays  |
 * |   succeeds                 |                              | begun -> none                 | arrived             |
 *
 * A record is the program's if a resource of the program has it under any adoption. A resource may have several records,
 * and another one may mean any of them. So every question is about all of them (`recordIdsIn`), and takes a list.
 */

/** The adoption of the resource that created a record, which has adopted none. */
const created = "";

/**
 * Shares owners between the provider processes of one run, because two providers can have resources for one record. An
 * owner is named by its adoption.
 */
export interface SharedOwners {
  add(record: string, adoption: string): void;
  /** Says that a resource of this process will adopt the record. Then the others don't delete it. */
  awaits(record: string): void;
  /** Says that the resource has adopted the record, or that there was none. */
  arrived(record: string): void;
  /** Says that the program looks the record up. Then the others don't delete it. */
  looksUp(record: string): void;
  /** Returns what the other processes have said of a record. */
  of(record: string): SharedRecord;
  /** Removes what this process has shared. */
  close(): void;
}

export interface SharedRecord {
  readonly adoptions: readonly string[];
  readonly isAwaited: boolean;
  readonly isLookedUp: boolean;
}

/** What Pulumi has shown of a record in this process. `not adopted`: a resource of this run should have adopted it but didn't. */
type Fact = "in the state" | "gone" | "looked up" | "not adopted";

interface OwnedRecord {
  readonly kind: string;
  readonly id: string;
  /** The kind and the ID, by which other processes know it. */
  readonly name: string;
  /** The resources of the program that have it. */
  readonly adoptions: Set<string>;
  readonly facts: Set<Fact>;
}

export class Owners {
  readonly #records = new Map<string, OwnedRecord>();
  readonly declarations = new Declarations();
  readonly #shared: SharedOwners | undefined;

  constructor(shared?: SharedOwners) {
    this.#shared = shared;
  }

  /** Records what Pulumi shows of these records. What the program looks up doesn't belong to the stack because of that. */
  note(definition: Definition, ids: readonly string[], fact: Fact): void {
    for (const { facts, name } of this.#recordsOf(definition, ids)) {
      facts.add(fact);
      if (fact === "looked up") this.#shared?.looksUp(name);
    }
  }

  noteDeclared(definition: Definition, ids: readonly string[], adoption: unknown = created): void {
    for (const { adoptions, name } of this.#recordsOf(definition, ids)) {
      adoptions.add(String(adoption));
      this.#shared?.add(name, String(adoption));
    }
  }

  /** Other processes still see the adoption, so that they don't delete the records: the next run adopts them. */
  noteFailedAdoption(definition: Definition, ids: readonly string[], adoption: unknown = created): void {
    for (const { adoptions } of this.#recordsOf(definition, ids)) adoptions.delete(String(adoption));
    this.note(definition, ids, "not adopted");
  }

  noteCheck(definition: Definition, previous: Declared, declared: Declared): void {
    const isNewlyPlanned = this.declarations.check(definition, previous, declared);
    const { adopt } = declared;
    if (isNewlyPlanned && typeof adopt === "string") this.#shared?.awaits(nameOf(definition, adopt));
  }

  /**
   * Runs a create. Until it has succeeded, what it means to adopt isn't deleted. Then it has adopted that, or there was no
   * such record.
   */
  async creating<Result>(definition: Definition, declared: Declared, create: () => Promise<Result>): Promise<Result> {
    const declaration = this.declarations.find(definition, declared);
    if (declaration === undefined || declaration.adoption === "none") return create();
    declaration.adoption = "begun";
    const result = await create();
    this.#settle(definition, declaration);
    return result;
  }

  /** Records that there is no difference, so Pulumi doesn't replace the resource: a new one that declares the same is another. */
  noteSame(definition: Definition, declared: Declared): void {
    const declaration = this.declarations.find(definition, declared);
    if (declaration !== undefined) declaration.isReplaceable = false;
  }

  /**
   * Whether `adopt` is left in the program from an earlier record of the resource: it means the first one, or the next one of
   * a maintenance for which it was declared. If that record is gone, the resource is created again.
   */
  isAdoptDone(definition: Definition, declared: Declared): boolean {
    const { adopt } = declared;
    if (typeof adopt === "string" && this.#are(definition, [adopt], "gone")) return true;
    const declaration = this.declarations.find(definition, declared);
    return declaration?.isReplaceable === true && declaration.adoption === "none";
  }

  /**
   * Records that a resource has its records, before it is compared with them.
   *
   * @throws if two resources of the program have one of them, or another one will adopt it
   */
  requireSole(definition: Definition, { id, stored, declared }: Kept & { readonly declared: Declared }): void {
    const ids = recordIdsIn(id, stored);
    this.note(definition, ids, "in the state");
    const declaration = this.declarations.find(definition, declared);
    // A refresh also diffs resources that are no longer in the program.
    if (isAdoptOnly(definition) || declaration === undefined) return;
    declaration.deployed = undefined;
    // A refresh has removed `adopt` from the previous declaration, so a check takes it for a new one.
    const { adopt } = declared;
    if (adopt === stored[adoptKey] || ids.includes(String(adopt))) this.#settle(definition, declaration);
    const { [adoptionKey]: adoption } = stored;
    this.noteDeclared(definition, ids, adoption);
    const other = ids.find((each) => this.declarations.isPlanned(definition, [each]) && declared.adopt !== each);
    if (other !== undefined) {
      throw new StatusHubError(alreadyManaged.adopting({ record: nameOf(definition, other), id: other }));
    }
    const [adopted] = this.#takenFrom(definition, ids, adoption);
    if (adopted !== undefined)
      throw new StatusHubError(alreadyManaged.adopted({ record: nameOf(definition, adopted) }));
  }

  /** Whether a resource of the program has one of the records, in this process or in another one of the run. */
  isDeclared(definition: Definition, ids: readonly string[]): boolean {
    return this.#recordsOf(definition, ids).some((record) => this.#adoptionsOf(record).length > 0);
  }

  /** Whether a resource of the stack has one of the records. */
  has(definition: Definition, ids: readonly string[]): boolean {
    return this.isDeclared(definition, ids) || this.#are(definition, ids, "in the state");
  }

  /** Returns the records of a kind that other resources of the program have adopted, as far as this process knows. */
  adoptedElsewhere({ kind }: Definition, adoption: unknown = created): string[] {
    const isOther = (name: string) => name !== created && name !== adoption;
    return [...this.#records.values()]
      .filter((record) => record.kind === kind && [...record.adoptions].some(isOther))
      .map(({ id }) => id);
  }

  /** Returns what speaks against deleting the records that a resource has had. */
  claimsOn(definition: Definition, { id, stored }: Kept) {
    const ids = recordIdsIn(id, stored);
    const elsewhere = ids.flatMap((each) => this.#shared?.of(nameOf(definition, each)) ?? []);
    return {
      /** The records that other resources of the program have. */
      taken: this.#takenFrom(definition, ids, stored[adoptionKey]),
      /**
       * Whether a resource in another process will adopt one of the records, perhaps with others. Whether a diff comes before or
       * after the check of that resource is up to chance, so only a deletion asks for that.
       */
      isAwaited: elsewhere.some(({ isAwaited }) => isAwaited),
      /** Whether the program looks one of the records up. Whoever has it, it isn't deleted in this run. */
      isLookedUp: this.#are(definition, ids, "looked up") || elsewhere.some(({ isLookedUp }) => isLookedUp),
      /** Whether a resource of the program should have adopted one of them but didn't, or not yet. */
      isAdoptionMissing:
        this.declarations.isPlanned(definition, ids) ||
        this.#are(definition, ids, "not adopted") ||
        this.declarations.mayMean(definition, stored),
    };
  }

  #settle(definition: Definition, declaration: Declaration): void {
    const { adopt } = declaration.declared;
    if (declaration.adoption !== "none" && typeof adopt === "string") this.#shared?.arrived(nameOf(definition, adopt));
    declaration.adoption = "none";
  }

  /** Returns those of the records that a resource of the program has under a different adoption. */
  #takenFrom(definition: Definition, ids: readonly string[], adoption: unknown = created): string[] {
    const isOther = (record: OwnedRecord) => this.#adoptionsOf(record).some((each) => each !== adoption);
    return this.#recordsOf(definition, ids)
      .filter(isOther)
      .map(({ id }) => id);
  }

  /** In this process and in the others of the run. */
  #adoptionsOf({ adoptions, name }: OwnedRecord): string[] {
    return [...adoptions, ...(this.#shared?.of(name).adoptions ?? [])];
  }

  #are(definition: Definition, ids: readonly string[], fact: Fact): boolean {
    return this.#recordsOf(definition, ids).some(({ facts }) => facts.has(fact));
  }

  #recordsOf(definition: Definition, ids: readonly string[]): OwnedRecord[] {
    const { kind } = definition;
    return ids.map((id) => {
      const name = nameOf(definition, id);
      const record = this.#records.get(name) ?? { kind, id, name, adoptions: new Set(), facts: new Set() };
      this.#records.set(name, record);
      return record;
    });
  }
}

const nameOf = ({ kind }: Definition, id: string) => `${kind} ${id}`;
