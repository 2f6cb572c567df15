import { creationTime, longestAge } from "../../provider/lifecycle/record/leftover.ts";
import type { AccountOf } from "../connection.ts";
import type { ExportedResource } from "../project/stack.ts";
import { type Pairing, pair } from "./pair.ts";
import type { Interrupted } from "./pending.ts";
import { type Found, type IsYoung, search, takeOver } from "./search.ts";
import type { RecoveredCreate } from "./state.ts";

/** What becomes of each create that was interrupted. */
export interface RecoveryPlan extends Pick<Pairing<Found>, "pairs" | "undecided"> {
  /** The paired records, as the state gets them. */
  readonly made: readonly RecoveredCreate[];
  /** URNs of creates that had no effect, or that a later run has repeated. */
  readonly gone: readonly string[];
  /** Those that the next `up` repeats. */
  readonly absent: readonly string[];
  /** URNs of creates about which nothing can be found out. */
  readonly unknown: readonly string[];
}

export async function planRecovery(
  accountOf: AccountOf,
  resources: readonly ExportedResource[],
  { interrupted, isYoung }: { readonly interrupted: Interrupted; readonly isYoung: IsYoung },
): Promise<RecoveryPlan> {
  const { creates, repeatable, unknown } = interrupted;
  const found = await search(accountOf, resources, { creates, isYoung });
  const { pairs, cleared, undecided } = pair(found.map((each) => ({ ...each, create: each })));
  // Otherwise, the occurrences of one series could be taken for those of an equal one.
  for (const { create, id } of pairs) create.scope.owners.note(create.scope.definition, [id], "in the state");
  const made = await Promise.all(
    pairs.map(async ({ create, id }) => ({ create: create.create, recovered: await takeOver(create, id) })),
  );
  // Pulumi repeats an update, whatever its effect was.
  const without = cleared.filter(({ create }) => !create.isUpdate).map(({ create }) => create.resource.urn);
  const gone = [...without, ...repeatable];
  const known = new Set(resources.map(({ urn }) => urn));
  return { pairs, undecided, made, gone, absent: gone.filter((urn) => !known.has(urn)), unknown };
}

/**
 * Whether a record was made about when the state was last written, by the server's clock.
 *
 * @param written by the clock of this machine, like `now`
 */
export const aboutWhen =
  (written: number, now: number): IsYoung =>
  (live, serverTime) =>
    Math.abs(creationTime(live) - (written + serverTime - now)) < longestAge;
