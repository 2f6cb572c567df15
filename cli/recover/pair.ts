/*
 * Decides which record an interrupted create has made. Pure: `plan.ts` collects what it decides about.
 */

/** The IDs of what a create may have left on the page, the oldest first. */
export interface Searched {
  /** The URN. Two runs may have been killed while they were creating the same resource; the latest comes first. */
  readonly resource: string;
  /** Account, hub and kind, because IDs are only unique there. */
  readonly place: string;
  readonly equal: readonly string[];
  /** Equal ones whose time doesn't tell that the run has made them. */
  readonly unclear: readonly string[];
  readonly similar: readonly string[];
}

export interface Pairing<Each> {
  readonly pairs: readonly { readonly found: Each; readonly id: string; readonly isOneOfSeveral: boolean }[];
  /** They had no effect. */
  readonly cleared: readonly Each[];
  /** Only a person can tell which of the records belong to them. */
  readonly undecided: readonly {
    readonly found: Each;
    readonly ids: readonly string[];
    readonly why: "several" | "unclear" | "similar" | "earlier";
  }[];
}

/** Pairs each create with an equal record, and equal creates with equal records in order, unless there are more records. */
export function pair<Each extends Searched>(all: readonly Each[]): Pairing<Each> {
  const { searched, earlier } = oneEach(all);
  const groups = groupsOf(searched.filter(({ equal }) => equal.length > 0));
  const settled = groups.map((group) => {
    const ids = [...new Set(group.flatMap(({ equal }) => equal))];
    const isEach = group.every(({ equal }) => equal.length === ids.length);
    return { group, ids, isPaired: isEach && ids.length <= group.length };
  });
  const pairs = settled.flatMap(({ group, ids, isPaired }) =>
    isPaired
      ? ids.flatMap((id, index) => {
          const found = group[index];
          return found === undefined ? [] : [{ found, id, isOneOfSeveral: group.length > 1 }];
        })
      : [],
  );
  const taken = new Set(pairs.map(({ found, id }) => `${found.place} ${id}`));
  const unpaired = settled.flatMap(({ group, ids, isPaired }) => (isPaired ? group.slice(ids.length) : []));
  const rest = searched
    .filter(({ equal }) => equal.length === 0)
    .map((found) => {
      const isFree = (id: string) => !taken.has(`${found.place} ${id}`);
      const unclear = found.unclear.filter(isFree);
      if (unclear.length > 0) return { found, ids: unclear, why: "unclear" as const };
      return { found, ids: found.similar.filter(isFree), why: "similar" as const };
    });
  return {
    pairs,
    cleared: [...unpaired, ...rest.filter(({ ids }) => ids.length === 0).map(({ found }) => found)],
    undecided: [
      ...settled.flatMap(({ group, ids, isPaired }) =>
        isPaired ? [] : group.map((found) => ({ found, ids, why: "several" as const })),
      ),
      ...rest.filter(({ ids }) => ids.length > 0),
      ...earlier.map((found) => ({ found, ids: found.equal, why: "earlier" as const })),
    ],
  };
}

/** A resource gets one record, so what else earlier runs have made as it is left over. */
function oneEach<Each extends Searched>(all: readonly Each[]) {
  const resources = [...Map.groupBy(all, ({ resource }) => resource).values()];
  const split = resources.map((creates) => {
    const chosen = creates.find(({ equal }) => equal.length > 0) ?? creates[0];
    const isLeft = ({ place }: Searched, id: string) => place !== chosen?.place || !chosen.equal.includes(id);
    const others = creates.filter((each) => each !== chosen);
    return {
      chosen: chosen === undefined ? [] : [chosen],
      left: others.map((each) => ({ ...each, equal: each.equal.filter((id) => isLeft(each, id)) })),
    };
  });
  const earlier = split.flatMap(({ left }) => left.filter(({ equal }) => equal.length > 0));
  return { searched: split.flatMap(({ chosen }) => chosen), earlier };
}

/** Groups creates that may have made the same record. */
function groupsOf<Each extends Searched>(searched: readonly Each[]): Each[][] {
  const groups: Each[][] = [];
  for (const each of searched) {
    const shares = (other: Searched) => other.place === each.place && other.equal.some((id) => each.equal.includes(id));
    const joined = groups.filter((group) => group.some(shares));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), each]);
  }
  return groups;
}
