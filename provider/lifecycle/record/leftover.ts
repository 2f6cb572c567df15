import type { Declared, Live } from "../../../model/api/form.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import type { Definition, Property } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { leftoverRecord, unmanagedAdvice } from "../../errors/up.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import { isEmpty } from "../forms/server-form.ts";
import { findMatches, listOrNone, type Match } from "./find.ts";
import { identityIn } from "./match.ts";
import type { Scope } from "./scope.ts";

/** Milliseconds for which a record may be a leftover of an interrupted run. */
const longestAge = 60 * 60_000;

/** What a leftover would look like. */
interface Sought {
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
 * Detects the leftover of an interrupted run. If a run is killed between a POST and Pulumi's write of the state, the
 * record is in no state and another POST would duplicate it. So if a young record equals everything we are about to
 * send, and has nothing else set, we don't create another one. Records with an identity need no
 * search, because the API rejects a duplicate.
 *
 * @throws if there is one, with its ID and how to proceed
 */
export async function requireNoLeftover(
  scope: Scope,
  declared: Declared,
  { sent, among = async (young) => young, view = (live) => live, isHidden = false }: Sought,
): Promise<void> {
  const { definition, collection, owners } = scope;
  if (identityIn(definition, declared) !== undefined) return;
  const isYoung = ({ created_at }: Live) => {
    const time = parseInstant(String(created_at));
    return time !== undefined && collection.serverTime() - time < longestAge;
  };
  // What an interrupted run has left is in the first list of this one, so a thousand creates don't list a large hub again.
  const listed = await listOrNone(scope, Number.POSITIVE_INFINITY);
  // Documented: lists carry basic info. A record without its creation time is read in full.
  const young = listed.filter((record) => record.created_at === undefined || isYoung(record));
  const records = await among(young);
  const fields = ["created_at"];
  const search = { purpose: "leftover", declared, names: [...sent], records, fields, view } as const;
  const others = Object.entries(definition.properties).filter(([name]) => !sent.has(name));
  const isOurs = ({ live }: Match) =>
    isYoung(live) &&
    others.every(([name, property]) => mayBeOurs(property, live, { declared: declared[name], isHidden }));
  const leftover = (await findMatches(scope, search)).find(isOurs);
  // If Pulumi replaces a resource without a diff, its own record is equal too.
  if (leftover === undefined || owners.isDeployed(definition, declared, Object.keys(definition.properties))) return;
  const { id, created_at } = leftover.live;
  const advice = `${unmanagedAdvice(String(id))}${shownBy(definition, leftover.live, declared)}`;
  throw new StatusHubError(leftoverRecord({ record: `${definition.kind} ${id}`, time: String(created_at), advice }));
}

/** Says how an adoption shows a record that was hidden until it was whole: only what the program declares is changed. */
function shownBy(definition: Definition, live: Live, declared: Declared): string {
  const hidden = Object.entries(definition.properties).filter(
    ([name, property]) =>
      property.hides !== undefined &&
      declared[name] === undefined &&
      liveValue(property, live, undefined) === property.hides,
  );
  return hidden
    .map(([name, { hides, cleared }]) => ` and, because it is still a ${hides}, ${name}: "${cleared}" to publish it`)
    .join("");
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
