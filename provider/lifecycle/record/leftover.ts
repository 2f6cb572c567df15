import type { Declared, Live } from "../../../model/api/form.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import { textOf } from "../../../model/api/object.ts";
import type { Definition, Property } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { leftoverRecord, unmanagedAdvice } from "../../errors/up.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import { isEmpty } from "../forms/server-form.ts";
import { type Kept, stateWith } from "../forms/state.ts";
import type { Known } from "../forms/stored.ts";
import { wireOf, wireOfPost } from "../forms/wire.ts";
import { findMatches, listOrNone, type Match } from "./find.ts";
import { identityIn } from "./match.ts";
import type { Scope, Target } from "./scope.ts";
import { leftToSend, storedWithout } from "./write.ts";

/** Milliseconds for which a record may be a leftover of an interrupted run. */
export const leftoverAge = 60 * 60_000;

/** Whether a record is young enough to come from the interrupted run. */
export type IsYoung = (live: Live) => boolean;

/** What a leftover would look like. */
export interface Sought {
  /** The names of the properties that the POST carries. */
  readonly sent: ReadonlySet<string>;
  /** Returns the young records to compare. @default all */
  readonly among?: (young: readonly Live[]) => Promise<readonly Live[]>;
  /** Returns a record as it is compared. @default as it is */
  readonly view?: (live: Live) => Live;
  /** Whether it is created hidden, and published later. */
  readonly isHidden?: boolean;
}

/**
 * Finds the leftovers of an interrupted run. If a run is killed between a POST and Pulumi's write of the state, the record is
 * in no state. It is young, equals everything that the create sends, and has nothing else set.
 */
export async function findLeftovers(
  scope: Scope,
  declared: Declared,
  isYoung: IsYoung,
  { sent, among = async (young) => young, view = (live) => live, isHidden = false }: Sought,
): Promise<Live[]> {
  const { definition } = scope;
  // What an interrupted run has left is in the first list of this one, so a thousand creates don't list a large hub again.
  const listed = await listOrNone(scope, Number.POSITIVE_INFINITY);
  // Documented: lists carry basic info. A record without its creation time is read in full.
  const young = listed.filter((record) => record.created_at === undefined || isYoung(record));
  const records = await among(young);
  const others = Object.entries(definition.properties).filter(([name]) => !sent.has(name));
  // Somebody may have chosen a value that lists omit.
  const omitted = others.flatMap(([, { inList, wire }]) => (inList === false ? [wire] : []));
  const fields = ["created_at", ...omitted];
  const search = { purpose: "leftover", declared, names: [...sent], records, fields, view } as const;
  const isOurs = ({ live }: Match) =>
    isYoung(live) && others.every(([name, property]) => mayBeOurs(property, live, declared[name], isHidden));
  return (await findMatches(scope, search)).filter(isOurs).map(({ live }) => live);
}

/**
 * Requires that an interrupted run has left no such record, because another POST would duplicate it. Records with an identity
 * need no search, because the API rejects a duplicate.
 *
 * @throws if there is one, with its ID and how to proceed
 */
export async function requireNoLeftover(scope: Scope, declared: Declared, sought: Sought): Promise<void> {
  const { definition, collection, owners } = scope;
  if (identityIn(definition, declared) !== undefined) return;
  const isYoung = (live: Live) => collection.serverTime() - creationTime(live) < leftoverAge;
  const [leftover] = await findLeftovers(scope, declared, isYoung, sought);
  // If Pulumi replaces a resource without a diff, its own record is equal too.
  if (
    leftover === undefined ||
    owners.declarations.isDeployed(definition, declared, Object.keys(definition.properties))
  )
    return;
  const { id, created_at } = leftover;
  // If it was hidden until it was whole, an adoption shows it only if the program says so.
  const hidden = hiddenBy(definition, leftover).filter(([name]) => declared[name] === undefined);
  const showing = hidden.map(([name, { cleared }]) => ` and ${name}: "${cleared}"`).join("");
  const advice = unmanagedAdvice(String(id), showing);
  throw new StatusHubError(leftoverRecord({ record: `${definition.kind} ${id}`, time: String(created_at), advice }));
}

/** When a record was made, in milliseconds since 1970; NaN if it doesn't say. */
export const creationTime = ({ created_at }: Live): number => parseInstant(textOf(created_at)) ?? Number.NaN;

/** Returns the properties that hide a record from the public. */
export const hiddenBy = ({ properties }: Definition, live: Live): [string, Property][] =>
  Object.entries(properties).filter(
    ([, property]) => property.hides !== undefined && liveValue(property, live, undefined) === property.hides,
  );

/**
 * Whether a property that the POST doesn't carry may have this value on our record: it is unset, as the PUT sets it, or
 * hides the record until the PUT. The server may return empty text for null.
 */
function mayBeOurs(property: Property, record: Live, declared: unknown, isHidden: boolean): boolean {
  const wire = declared === undefined ? property.cleared : property.type.toWire(declared);
  const live = liveValue(property, record, wire);
  if (live === undefined || wire === undefined || isEmpty(live)) return true;
  return [wire, property.cleared, isHidden ? property.hides : undefined].some(
    (expected) => expected !== undefined && sameMeaning(property, live, expected),
  );
}

/** What an interrupted create may have left on the page. */
export interface Interrupted {
  /** The records that equal what it sends. If a create makes several, the first that is left. */
  readonly equal: readonly Live[];
  /** If there are none: those with the same title or unique values, in which somebody may have chosen the rest. */
  readonly similar: readonly Live[];
}

/** What the create would have left in the state. */
export interface Recovered extends Kept {
  /** The properties that it hasn't sent, so that the next `up` sends them. */
  readonly missing: readonly string[];
}

export async function findInterrupted(
  scope: Scope,
  declared: Declared,
  isYoung: IsYoung,
  sought: Sought = wireOfPost(scope.definition, declared),
): Promise<Interrupted> {
  const equal = await findLeftovers(scope, declared, isYoung, sought);
  return { equal, similar: equal.length > 0 ? [] : await findSimilar(scope, declared, isYoung) };
}

export async function recoverRecord(scope: Scope, declared: Declared, live: Live): Promise<Recovered> {
  const { sent } = wireOfPost(scope.definition, declared);
  const id = String(live.id);
  return recoveredFrom({ ...scope, id }, { id, live, sent, stored: stateWith({}) }, declared);
}

/** @param known what the POST has left in the state */
export function recoveredFrom(record: Target, known: Known, declared: Declared): Recovered {
  const update = leftToSend(record, known, declared);
  return { id: known.id, stored: storedWithout(record, known, update), missing: [...wireOf(update.changes).sent] };
}

/** A record with the declared unique values blocks the create, however old it is. */
async function findSimilar(scope: Scope, declared: Declared, isYoung: IsYoung): Promise<Live[]> {
  const { definition } = scope;
  const identity = identityIn(definition, declared)?.names;
  const names = identity ?? (definition.title ?? []).filter((name) => typeof declared[name] === "string").slice(0, 1);
  if (names.length === 0) return [];
  const listed = (await listOrNone(scope)).filter((live) => identity !== undefined || isYoung(live));
  const found = await findMatches(scope, { purpose: "explain", declared, names, records: listed });
  return found.filter(({ isOwned }) => !isOwned).map(({ live }) => live);
}
