import type { Declared, Live, Stored, Wire } from "../model/api/form.ts";
import { type Definition, type Failure, isAdoptOnly } from "../model/kinds/kind.ts";
import type { Property } from "../model/kinds/property.ts";
import type { Account } from "./client/account.ts";
import { requestsPerSecond, timeLimits } from "./client/limits.ts";
import { creationOf, type TimeSpan } from "./client/server-time.ts";
import { check } from "./lifecycle/check.ts";
import { compare, findWire, isWorthDeclaring, sameMeaning } from "./lifecycle/forms/compare.ts";
import { noState, readState, recordIdOf, recordIdsIn, writeState } from "./lifecycle/forms/state.ts";
import { stateAfterRead, stateAfterWrite } from "./lifecycle/forms/stored.ts";
import { wireOf, wireOfPost, withRepeated } from "./lifecycle/forms/wire.ts";
import { operationsFor } from "./lifecycle/operations.ts";
import { findFree } from "./lifecycle/record/find.ts";
import { hubOf } from "./lifecycle/record/hub.ts";
import { explaining, type OperationContext } from "./lifecycle/record/operation-error.ts";
import { Owners } from "./lifecycle/record/owners.ts";
import { open, type Scope } from "./lifecycle/record/scope.ts";

/*
 * The one door of the provider for those that look at pages and states without being Pulumi: all that `cli/` imports of it.
 * It opens an account and reads its records, compares them with a program or a state, and describes failures. The keys of
 * a state stay behind it.
 */

export { type Account, openAccount } from "./client/account.ts";
export { nameOfKey } from "./client/connection.ts";
export { failureOf } from "./client/failure.ts";
export { lostIn } from "./client/outcomes.ts";
export { resolveConnection } from "./config.ts";
export { ignoredProperty } from "./errors/up.ts";
export { showsSame } from "./lifecycle/forms/server-form.ts";
export { wireIn, wireOfPost } from "./lifecycle/forms/wire.ts";
export { hasSimilarIdentity, mayBeSame } from "./lifecycle/record/match.ts";
export { open } from "./lifecycle/record/scope.ts";
export { declaredFrom, secured } from "./marks.ts";

/** The rate limit and a timeout, as a whole run meets them. */
export const limits = {
  readsPerSecond: requestsPerSecond.reads,
  writesPerSecond: requestsPerSecond.writes,
  /** Milliseconds after which a run that wrote nothing to its state has ended: at most half of that, it waits for a response. */
  silence: 2 * timeLimits.response,
} as const;

/** A command knows no program that marks anything. */
const unmarked: ReadonlySet<string> = new Set();

/** Runs one step of a command and reports its failure in terms of the record. */
export const explainingCommand = <T>(what: Omit<OperationContext, "marked">, step: () => Promise<T>): Promise<T> =>
  explaining({ ...what, marked: unmarked }, step);

/** Returns a record's values as a state has them: null for what the response doesn't carry. */
export function valuesIn(definition: Definition, live: Live): Stored {
  // A state gets the hub only if the program declares one, so this isn't among the values.
  const anyHub = { id: "" };
  return stateAfterRead({ definition, collection: { hub: anyHub } }, live).values;
}

interface DeclaredRecord {
  readonly hub: { readonly id: string; readonly createdAt?: string | undefined };
  readonly live: Live;
  readonly declared: Declared;
  /** A unique name for the resource. A hub needs none. */
  readonly owner?: string | undefined;
}

/** Returns what the state has of a record that a program declares, as an import writes it. */
export function stateOf(definition: Definition, { hub, live, declared, owner = "" }: DeclaredRecord): Stored {
  const before = { ...noState, owner };
  const { state } = stateAfterWrite({ definition, collection: { hub } }, { state: before, live }, declared);
  return writeState(state);
}

/**
 * Returns the records that a resource has, by the ID and the outputs in its state: its own, and all occurrences of a series. Also
 * returns when their hub was created, because another account has hubs with the same IDs.
 */
export function recordsOf(storedId: string, stored: Stored) {
  const state = readState(stored);
  const id = recordIdOf(storedId, stored);
  /** Milliseconds from the first occurrence of a series that was declared to the first that is left. */
  const offset = state.occurrences[id] ?? 0;
  return { id, ids: recordIdsIn(storedId, state), offset, hubCreatedAt: state.hubCreatedAt };
}

/** Whether two values that a program may declare mean the same. A value of another type has no meaning. */
export function haveSameMeaning(property: Property, one: unknown, other: unknown): boolean {
  const wire = findWire(property, one);
  const otherWire = findWire(property, other);
  return wire !== undefined && otherWire !== undefined && sameMeaning(property, wire, otherWire);
}

/** Whether removing a property from the program changes its live value. */
export function isReset(property: Property, live: unknown): boolean {
  // Nothing is sent then.
  if (property.cleared === undefined) return false;
  const wire = findWire(property, live);
  const isCleared = wire !== undefined && sameMeaning(property, wire, property.cleared);
  return !isCleared;
}

/**
 * Writes to records that no program declares. What is over must not be changed or deleted, which nothing here checks: say at the call why
 * the record isn't over.
 */
export function writing(definition: Definition, collection: Scope["collection"]) {
  return {
    put: (id: string, wire: Wire, declared: Declared): Promise<Live> =>
      collection.put(id, withRepeated(definition, wire, declared)),
    remove: (id: string): Promise<Live> => collection.remove(id),
    /**
     * Finds the records that a POST of these values has made (`isNew`), or may have made, because their creation time doesn't tell. They
     * equal the values and have nothing else set.
     *
     * @param sent the time of the POST by the service's clock, if that is known
     */
    async findPosted(declared: Declared, sent: TimeSpan | undefined) {
      const criteria = { declared, names: [...wireOfPost(definition, declared).sent.keys()] };
      const listed = await collection.listNow();
      const equal = await findFree(scopeOf(definition, collection, new Owners()), listed, criteria);
      return equal.flatMap((live) => {
        const creation = creationOf(live.created_at, sent);
        return creation === "before" ? [] : [{ live, isNew: creation === "after" }];
      });
    },
  };
}

/** A scope for searches, which say nothing. */
const scopeOf = (definition: Definition, collection: Scope["collection"], owners: Owners): Scope => ({
  definition,
  marked: unmarked,
  collection,
  owners,
  say: () => undefined,
});

/**
 * Declares a record as a program would have to:
 *
 *     values     the required properties, and those that differ from a new record
 *     skipped    the names of the others that the checks reject, so they are left out
 *     problem    why the record can't be declared at all: the checks reject what is left, too
 */
export function declarationOf(definition: Definition, live: Live, alsoDeclared: Declared = {}) {
  const values: Record<string, unknown> = { ...alsoDeclared };
  for (const [name, property] of Object.entries(definition.properties)) {
    const value = liveOf(property, live);
    if (value !== undefined && isWorthDeclaring(property, value))
      values[name] = property.type.fromWire(value, undefined);
  }
  const skipped = new Set<string>();
  for (const { path } of checkWithoutHub(definition, values)) {
    const [name] = path;
    // A failure of the whole record: to leave out a property doesn't mend it.
    if (name === undefined) continue;
    const isRequired = definition.properties[name]?.required === true;
    if (!isRequired) skipped.add(String(name));
  }
  for (const name of skipped) delete values[name];
  const [failure] = checkWithoutHub(definition, values);
  return { values, skipped: [...skipped], problem: failure && describeFailure(failure) };
}

const describeFailure = ({ path, reason }: Failure): string => [path.join("."), reason].filter(Boolean).join(" ");

/** The live value in the API's form; undefined if the response doesn't carry it. */
function liveOf({ writeOnly, read, key, cleared }: Property, live: Live): unknown {
  if (writeOnly) return undefined;
  // If a response shows two values alike, this returns the one of a new record, which needs no declaration.
  return read ? read(live, cleared) : live[key];
}

/** The checks require a hub, whose value doesn't matter here. */
const checkWithoutHub = (definition: Definition, values: Declared) =>
  check(definition, isAdoptOnly(definition) ? values : { ...values, hub: "any-hub" });

/** Finds what interrupted creates have left in one account. It only reads. */
export class Leftovers {
  readonly #owners = new Owners();

  /** Notes that a resource of the stack has a record, which is no leftover then. */
  note(definition: Definition, id: string): void {
    this.#owners.mark(definition, [id], "stored");
  }

  /**
   * Finds the records that a create of these values would double.
   *
   * @throws if the hub isn't there, and any error of a request
   */
  async find(account: Account, definition: Definition, declared: Declared) {
    const collection = await open(account, definition, hubOf(definition, { declared }));
    const scope = scopeOf(definition, collection, this.#owners);
    const { findLeftovers, recover } = operationsFor(definition);
    return {
      hubId: collection.hub.id,
      records: await findLeftovers(scope, declared),
      /** Says what the create that has made one of them would have left in the state. */
      async recover(live: Live) {
        const { id, state } = await recover(scope, declared, live);
        // The next `up` sends these.
        const missing = [...wireOf(compare(definition, state, declared)).sent.keys()];
        return { id, stored: writeState(state), missing };
      },
    };
  }
}
