import type { Declared, Live } from "../../../model/api/form.ts";
import { isDeleted } from "../../client/collection.ts";
import type { Kept, Known } from "../forms/known.ts";
import { stateWith } from "../forms/state.ts";
import { storedAfterWrite } from "../forms/stored.ts";
import { wireOf, wireOfPost } from "../forms/wire.ts";
import { findMatches, listOrNone } from "./find.ts";
import { findLeftovers, type IsYoung, type Sought } from "./leftover.ts";
import { identityIn } from "./match.ts";
import type { Scope, Target } from "./scope.ts";
import { leftToSend, storedWithout } from "./write.ts";

/*
 * Takes over what a create has made whose run was killed before Pulumi wrote the state. It only reads.
 */

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
  const missing = [...wireOf(update.changes).sent];
  const stored =
    missing.length === 0 ? storedAfterWrite(record, known, declared).stored : storedWithout(record, known, update);
  return { id: known.id, stored, missing };
}

/** A record with the declared unique values blocks the create, however old it is. */
async function findSimilar(scope: Scope, declared: Declared, isYoung: IsYoung): Promise<Live[]> {
  const { definition, owners } = scope;
  const identity = identityIn(definition, declared)?.names;
  const names = identity ?? (definition.title ?? []).filter((name) => typeof declared[name] === "string").slice(0, 1);
  if (names.length === 0) return [];
  const listed = (await listOrNone(scope)).filter((live) => identity !== undefined || isYoung(live));
  const found = await findMatches(scope, { purpose: "explain", declared, names, records: listed });
  return found.map(({ live }) => live).filter((live) => !isDeleted(live) && !owners.has(definition, [String(live.id)]));
}
