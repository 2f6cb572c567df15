import { isDeepStrictEqual } from "node:util";

/** The IDs of the records that equal what a create sends and that no resource has, in order. */
export interface Searched {
  /** The URN. Two runs may have been killed while they were creating the same resource. */
  readonly resource: string;
  /** Account, hub and kind, because IDs are only unique there. */
  readonly place: string;
  readonly equal: readonly string[];
  /** The program makes another record on purpose, so one that equals it may be older. */
  readonly isAnother: boolean;
}

/**
 * Pairs each create with an equal record, and equal creates with equal records in order, unless there are more records. A run
 * doesn't create what equals a record that nobody has, so an equal record is the run's, however old it is.
 */
export function pair<Each extends Searched>(all: readonly Each[]) {
  const searched = all.filter((each, at) => !all.some((other, index) => index !== at && says(other, each, index < at)));
  const settled = searched.map((found) => {
    const { place, equal, resource } = found;
    const rivals = searched.filter((each) => each.place === place && each.equal.some((id) => equal.includes(id)));
    const isClear =
      equal.length <= rivals.length &&
      rivals.every((each) => !each.isAnother && isDeepStrictEqual(each.equal, equal)) &&
      searched.every((each) => each === found || each.resource !== resource);
    return { found, isClear, id: equal[rivals.indexOf(found)] };
  });
  const clear = settled.filter(({ isClear }) => isClear);
  return {
    pairs: clear.flatMap(({ found, id }) => (id === undefined ? [] : [{ found, id }])),
    /** They had no effect. */
    cleared: clear.filter(({ id }) => id === undefined).map(({ found }) => found),
    /** Only a person can tell which of the records belong to them. */
    undecided: settled.filter(({ isClear }) => !isClear).map(({ found }) => found),
  };
}

/** Whether another create of the same resource says all that one says. */
function says(other: Searched, { resource, place, equal }: Searched, isFirst: boolean): boolean {
  if (other.resource !== resource) return false;
  if (equal.length === 0) return other.equal.length > 0 || isFirst;
  return isFirst && other.place === place && isDeepStrictEqual(other.equal, equal);
}
