import type { Declared, Live } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { declaresSeries, stateWith, withOffset } from "../forms/state.ts";
import { wireOfPost } from "../forms/wire.ts";
import {
  creationTime,
  findInterrupted,
  hiddenBy,
  type Interrupted,
  type IsYoung,
  type Recovered,
  recoveredFrom,
  recoverRecord,
  type Sought,
} from "../record/leftover.ts";
import { asFirst, asOccurrence, nextDate, offsetsFrom, type SeriesScope } from "./occurrence.ts";
import { withOccurrences } from "./occurrences.ts";

/*
 * What an interrupted create of a series has left: a draft, or a published series with all its occurrences.
 *
 *     program    Sundays from 2 December, published
 *     records    1: 2 December, deleted since    2: 9 December    3: 16 December, published, in no state
 *     clock      30 minutes after they were made
 *     sent       nothing: the create fails and names 2, the first one that is left; to recover it writes
 *     state      startTime "2 December", __occurrences { 2: 7 days, 3: 14 days }
 */

/** Returns the properties that hide a new series until it has its pattern. */
export function hiddenUntilWhole({ properties }: Definition): Declared {
  const all = Object.entries(properties).map(([name, { hides }]) => [name, hides]);
  return Object.fromEntries(all.filter(([, hides]) => hides !== undefined));
}

/** How many later occurrences are compared in full. Somebody may have deleted or changed the first ones. */
const mostOccurrences = 3;

/** What its leftover looks like, which may be any occurrence. */
export function soughtIn(scope: SeriesScope, declared: Declared): Sought {
  const { definition, collection, owners } = scope;
  const offsetOf = offsetsFrom(definition, declared);
  const isFree = ({ id }: Live) => !owners.has(definition, [String(id)]);
  // A create begins with the first date that isn't over.
  const begunAt = (record: Live) =>
    nextDate({ definition, collection: { serverTime: () => creationTime(record) } }, declared) ?? 0;
  return {
    sent: sentIn(definition, declared),
    isHidden: true,
    view: (record) => asFirst(definition, record, offsetOf(record)),
    async among(all) {
      // Another resource of this process may be about to note the occurrences that it has made.
      await collection.inTurn(async () => undefined);
      const young = all.filter((record) => offsetOf(record) >= begunAt(record));
      const later = young.filter((record) => isFree(record) && offsetOf(record) > 0);
      return [
        ...young.filter((record) => offsetOf(record) === 0),
        ...later.toSorted((one, other) => offsetOf(one) - offsetOf(other)).slice(0, mostOccurrences),
      ];
    },
  };
}

/** The names of the properties that its POST carries, besides what hides it. */
const sentIn = (definition: Definition, declared: Declared): ReadonlySet<string> =>
  new Set([...wireOfPost(definition, declared).sent].filter((name) => !(name in hiddenUntilWhole(definition))));

export async function findInterruptedSeries(
  scope: SeriesScope,
  declared: Declared,
  isYoung: IsYoung,
): Promise<Interrupted> {
  if (!declaresSeries(scope.definition, declared)) return findInterrupted(scope, declared, isYoung);
  const offsetOf = offsetsFrom(scope.definition, declared);
  const { equal, similar } = await findInterrupted(scope, declared, isYoung, soughtIn(scope, declared));
  const first = Math.min(...equal.map(offsetOf));
  return { equal: equal.filter((live) => offsetOf(live) === first), similar };
}

export async function recoverSeries(scope: SeriesScope, declared: Declared, live: Live): Promise<Recovered> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return recoverRecord(scope, declared, live);
  const id = String(live.id);
  const offset = offsetsFrom(definition, declared)(live);
  const hidden = hiddenBy(definition, live).map(([name, { hides }]) => [name, hides]);
  const known = {
    id,
    live: asOccurrence(definition, live, -offset),
    sent: sentIn(definition, declared),
    stored: { ...stateWith(Object.fromEntries(hidden)), ...withOffset(id, offset) },
  };
  const { missing, stored } = recoveredFrom({ ...scope, id }, known, declared);
  return { id, missing, stored: await withOccurrences(scope, { id, stored }, collection.list) };
}
