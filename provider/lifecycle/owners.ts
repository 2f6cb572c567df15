import { isDeepStrictEqual } from "node:util";
import { alreadyManaged } from "../../errors/up.ts";
import { type Definition, isAdoptOnly, type Values } from "../../kinds/kind.ts";
import { StatusHubError } from "../client/errors.ts";
import { hubNamedIn } from "./hub.ts";
import { adoptionKey, recordIdOf } from "./state.ts";

/** Stands for the resource that created a record, which has no adoption. */
const created = "";

/** Shares adoptions between the provider processes of one run: a resource may move from one provider to another. */
export interface SharedAdoptions {
  add(record: string, adoption: string): void;
  remove(record: string, adoption: string): void;
  of(record: string): readonly string[];
}

/**
 * Which records the resources of a stack have, as far as Pulumi has shown them to this process.
 *
 * Pulumi does not say which resource a deletion is about. But at most one resource has created a record, and every other
 * one has adopted it; each adoption has a name of its own, which the state keeps. So a deletion that belongs to another
 * resource than the one that the program declares is recognised.
 */
export class Owners {
  /** The adoptions by which resources of the program have a record. */
  readonly #declared = new Map<string, Set<string>>();
  readonly #inState = new Set<string>();
  /** Records that a resource which is still to be created wants to adopt. */
  readonly #planned = new Set<string>();
  /** Records that a resource of this run was to adopt, and did not. */
  readonly #failed = new Set<string>();
  /** What the program declares, as the checks show it. */
  readonly #checked = new Set<string>();
  /** What resources of the state declared until now that were checked and not compared yet, by what they declare now. */
  readonly #deployed = new Map<string, Values>();
  readonly #shared: SharedAdoptions | undefined;

  constructor(shared?: SharedAdoptions) {
    this.#shared = shared;
  }

  /** The state has a record under these IDs. */
  noteInState({ kind }: Definition, ...recordIds: unknown[]): void {
    for (const recordId of recordIds) this.#inState.add(`${kind} ${recordId}`);
  }

  isInState({ kind }: Definition, recordId: string): boolean {
    return this.#inState.has(`${kind} ${recordId}`);
  }

  /** A resource that the program declares has the record. */
  noteDeclared({ kind }: Definition, recordId: string, adoption: unknown = created): void {
    const record = `${kind} ${recordId}`;
    const name = String(adoption);
    this.#declared.set(record, (this.#declared.get(record) ?? new Set()).add(name));
    // Only an adoption can make a second owner, so only adoptions concern other processes.
    if (name !== created) this.#shared?.add(record, name);
  }

  /** An adoption failed, so the record is still that of the resource which had it before. */
  noteFailedAdoption({ kind }: Definition, recordId: string, adoption: unknown = created): void {
    const record = `${kind} ${recordId}`;
    this.#declared.get(record)?.delete(String(adoption));
    this.#shared?.remove(record, String(adoption));
    this.#failed.add(record);
  }

  hasFailedAdoption({ kind }: Definition, recordId: string): boolean {
    return this.#failed.has(`${kind} ${recordId}`);
  }

  /** Whether a resource of the program has the record. */
  isDeclared({ kind }: Definition, recordId: string): boolean {
    return (this.#declared.get(`${kind} ${recordId}`)?.size ?? 0) > 0;
  }

  /** Whether another resource of the program has the record than the one with this adoption. */
  isDeclaredElsewhere({ kind }: Definition, recordId: string, adoption: unknown = created): boolean {
    const record = `${kind} ${recordId}`;
    const adoptions = [...(this.#declared.get(record) ?? []), ...(this.#shared?.of(record) ?? [])];
    return adoptions.some((each) => each !== adoption);
  }

  /**
   * What a check shows: what a resource of the state has declared, which Pulumi shows even where it replaces it without a
   * comparison, and the record that a resource is going to adopt.
   */
  noteCheck({ kind }: Definition, previous: Values, desired: Values): void {
    const { adopt } = desired;
    const declared = `${kind} ${textOf(desired)}`;
    this.#checked.add(declared);
    if (Object.keys(previous).length > 0) this.#deployed.set(declared, previous);
    if (typeof adopt === "string" && adopt !== previous.adopt) this.#planned.add(`${kind} ${adopt}`);
  }

  /**
   * A resource of the state has been compared, so that its record is known.
   *
   * @returns whether the program declares these inputs: a refresh compares what it may not declare any more
   */
  noteCompared({ kind }: Definition, desired: Values): boolean {
    const declared = `${kind} ${textOf(desired)}`;
    if (!this.#checked.has(declared)) return false;
    this.#deployed.delete(declared);
    return true;
  }

  /** Whether a resource of the program is going to adopt the record. */
  isPlanned({ kind }: Definition, recordId: string): boolean {
    return this.#planned.has(`${kind} ${recordId}`);
  }

  /**
   * Whether a resource of the state whose record is not known has declared the same hub and the same values of these
   * properties: Pulumi is about to replace it without a comparison.
   */
  isDeployed({ kind }: Definition, values: Values, names: readonly string[]): boolean {
    return [...this.#deployed].some(
      ([name, inputs]) =>
        name.startsWith(`${kind} `) &&
        isDeepStrictEqual(hubNamedIn(inputs), hubNamedIn(values)) &&
        names.every((name) => isDeepStrictEqual(inputs[name], values[name])),
    );
  }
}

/**
 * Notes that a resource has a record, before the two are compared.
 *
 * @throws where two resources of the program have it, or another one is going to adopt it
 */
export function requireSoleOwner(
  owners: Owners,
  definition: Definition,
  { id, outputs, desired }: { id: string; outputs: Values; desired: Values },
): void {
  const recordId = recordIdOf(id, outputs);
  owners.noteInState(definition, id, recordId);
  // A refresh compares, too, and what it compares the program may not declare any more.
  if (isAdoptOnly(definition) || !owners.noteCompared(definition, desired)) return;
  const { [adoptionKey]: adoption } = outputs;
  owners.noteDeclared(definition, recordId, adoption);
  const isAdoptedNext = owners.isPlanned(definition, recordId) && desired.adopt !== recordId;
  if (!isAdoptedNext && !owners.isDeclaredElsewhere(definition, recordId, adoption)) return;
  const record = `${definition.kind} ${recordId}`;
  throw new StatusHubError(
    isAdoptedNext ? alreadyManaged.adopting({ record, id: recordId }) : alreadyManaged.adopted({ record }),
  );
}

/** The same text for the same inputs, in whatever order they come. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, item) => {
    if (typeof item === "symbol") return String(item);
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
