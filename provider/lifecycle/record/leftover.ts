import type { Declared, Live } from "../../../model/api/form.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import { textOf } from "../../../model/api/object.ts";
import type { Definition, Property } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { leftoverRecord, unmanagedAdvice } from "../../errors/up.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import { isEmpty } from "../forms/server-form.ts";
import { findMatches, listOrNone, type Match } from "./find.ts";
import { identityIn } from "./match.ts";
import type { Scope } from "./scope.ts";

/** Milliseconds for which a record may be a leftover of an interrupted run. */
export const longestAge = 60 * 60_000;

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
    isYoung(live) &&
    others.every(([name, property]) => mayBeOurs(property, live, { declared: declared[name], isHidden }));
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
  const isYoung = (live: Live) => collection.serverTime() - creationTime(live) < longestAge;
  const [leftover] = await findLeftovers(scope, declared, isYoung, sought);
  // If Pulumi replaces a resource without a diff, its own record is equal too.
  if (leftover === undefined || owners.isDeployed(definition, declared, Object.keys(definition.properties))) return;
  const { id, created_at } = leftover;
  const advice = unmanagedAdvice(String(id), shownBy(definition, leftover, declared));
  throw new StatusHubError(leftoverRecord({ record: `${definition.kind} ${id}`, time: String(created_at), advice }));
}

/** When a record was made, in milliseconds since 1970; NaN if it doesn't say. */
export const creationTime = ({ created_at }: Live): number => parseInstant(textOf(created_at)) ?? Number.NaN;

/** Says how an adoption shows a record that was hidden until it was whole: only what the program declares is changed. */
function shownBy(definition: Definition, live: Live, declared: Declared): string {
  const hidden = Object.entries(definition.properties).filter(
    ([name, property]) =>
      property.hides !== undefined &&
      declared[name] === undefined &&
      liveValue(property, live, undefined) === property.hides,
  );
  return hidden.map(([name, { cleared }]) => ` and ${name}: "${cleared}"`).join("");
}

/**
 * Whether a property that the POST doesn't carry may have this value on our record: it is unset, as the PUT sets it, or
 * hides the record until the PUT. The server may return empty text for null.
 */
function mayBeOurs(
  property: Property,
  record: Live,
  { declared, isHidden }: { readonly declared: unknown; readonly isHidden: boolean },
): boolean {
  const wire = declared === undefined ? property.cleared : property.type.toWire(declared);
  const live = liveValue(property, record, wire);
  if (live === undefined || wire === undefined || isEmpty(live)) return true;
  return [wire, property.cleared, isHidden ? property.hides : undefined].some(
    (expected) => expected !== undefined && sameMeaning(property, live, expected),
  );
}
