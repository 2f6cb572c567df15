import { isDeepStrictEqual } from "node:util";

/** The IDs of the records that equal what a create sends and that no resource has, in order. */
export interface SearchedCreate {
  /** Two runs may have been killed while they were creating the resource with this URN. */
  readonly urn: string;
  /** Account, hub and kind, because IDs are only unique there. */
  readonly place: string;
  readonly equal: readonly string[];
  /** The program makes another record on purpose, so one that equals it may be older. */
  readonly isAnother: boolean;
}

interface Paired<Each> {
  readonly pairs: { readonly found: Each; readonly id: string }[];
  /** They had no effect. */
  readonly cleared: Each[];
  /** Only a person can tell which of the records belong to them. */
  readonly undecided: Each[];
}

/**
 * Pairs each create with an equal record, and equal creates with equal records in order, unless there are more records. A run
 * doesn't create what equals a record that nobody has, so an equal record is the run's, however old it is.
 */
export function pair<Each extends SearchedCreate>(all: readonly Each[]): Paired<Each> {
  const creates = withoutRepeated(all);
  const result: Paired<Each> = { pairs: [], cleared: [], undecided: [] };
  for (const found of creates) {
    if (found.equal.length === 0) {
      result.cleared.push(found);
      continue;
    }
    const rivals = creates.filter((other) => sharesRecord(found, other));
    const isOnlyOne = creates.every((other) => other === found || other.urn !== found.urn);
    if (!isOnlyOne || !isClear(found, rivals)) {
      result.undecided.push(found);
      continue;
    }
    // The records are dealt in order. For the last creates, there may be none left.
    const id = found.equal[rivals.indexOf(found)];
    if (id === undefined) result.cleared.push(found);
    else result.pairs.push({ found, id });
  }
  return result;
}

/** Leaves out each create that another one of the same resource makes superfluous. */
const withoutRepeated = <Each extends SearchedCreate>(all: readonly Each[]): Each[] =>
  all.filter((each, index) => {
    const ofResource = (other: Each) => other.urn === each.urn;
    const earlier = all.slice(0, index).filter(ofResource);
    const later = all.slice(index + 1).filter(ofResource);
    if (each.equal.length === 0) return earlier.length === 0 && later.every(({ equal }) => equal.length === 0);
    return !earlier.some((other) => other.place === each.place && hasSameRecords(other, each));
  });

const hasSameRecords = (one: SearchedCreate, other: SearchedCreate): boolean =>
  isDeepStrictEqual(one.equal, other.equal);

const sharesRecord = (one: SearchedCreate, other: SearchedCreate): boolean =>
  one.place === other.place && one.equal.some((id) => other.equal.includes(id));

/** Whether it makes no difference which of the records belongs to which of the creates that may have made them. */
const isClear = (found: SearchedCreate, rivals: readonly SearchedCreate[]): boolean =>
  found.equal.length <= rivals.length && rivals.every((rival) => hasSameRecords(rival, found) && !rival.isAnother);
