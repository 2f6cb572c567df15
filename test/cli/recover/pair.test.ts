import { expect, it } from "vitest";
import { pair as pairFound, type Searched } from "../../../cli/recover/pair.ts";

const place = "acme Service";
const searched = (create: string, equal: readonly string[] = [], similar: readonly string[] = []) => ({
  create,
  resource: create.slice(0, 1),
  place,
  equal,
  unclear: [] as string[],
  similar,
});

/** With the names of the creates in place of what was found. */
function pair(all: readonly (Searched & { readonly create: string })[]) {
  const { pairs, cleared, undecided } = pairFound(all);
  const named = <Rest>({ found: { create }, ...rest }: { readonly found: { readonly create: string } } & Rest) => ({
    create,
    ...rest,
  });
  return { pairs: pairs.map(named), cleared: cleared.map(({ create }) => create), undecided: undecided.map(named) };
}

it("[RCV-2] pairs a create with the only equal record, and clears what has none", () => {
  expect(pair([searched("a", ["1"]), searched("b")])).toEqual({
    pairs: [{ create: "a", id: "1", isOneOfSeveral: false }],
    cleared: ["b"],
    undecided: [],
  });
});

it("[RCV-2] pairs equal creates with equal records in order, also if the last ones had no effect", () => {
  const equal = (create: string) => searched(create, ["1", "2"]);
  expect(pair([equal("a"), equal("b"), equal("c")])).toEqual({
    pairs: [
      { create: "a", id: "1", isOneOfSeveral: true },
      { create: "b", id: "2", isOneOfSeveral: true },
    ],
    cleared: ["c"],
    undecided: [],
  });
});

it("[RCV-2] leaves more records than creates undecided", () => {
  expect(pair([searched("a", ["1", "2", "3"]), searched("b", ["1", "2", "3"])])).toMatchObject({
    pairs: [],
    cleared: [],
    undecided: [
      { create: "a", ids: ["1", "2", "3"], why: "several" },
      { create: "b", ids: ["1", "2", "3"], why: "several" },
    ],
  });
});

it("[RCV-2] leaves creates undecided that share only some of their records", () => {
  const { pairs, undecided } = pair([searched("a", ["1", "2"]), searched("b", ["2"])]);
  expect(pairs).toEqual([]);
  expect(undecided).toHaveLength(2);
});

it("doesn't mix up records of two hubs that have the same ID", () => {
  const elsewhere = { ...searched("b", ["1"]), place: "globex Service" };
  expect(pair([searched("a", ["1"]), elsewhere]).pairs).toHaveLength(2);
});

it("names a record that somebody may have changed, unless another create has made it", () => {
  expect(pair([searched("a", [], ["1"])]).undecided).toEqual([{ create: "a", ids: ["1"], why: "similar" }]);
  expect(pair([searched("a", [], ["1"]), searched("b", ["1"])])).toMatchObject({ cleared: ["a"], undecided: [] });
});

it("[RCV-2] names an equal record whose time proves nothing, rather than what is similar", () => {
  const unclear = { ...searched("a", [], ["2"]), unclear: ["1"] };
  expect(pair([unclear])).toMatchObject({
    pairs: [],
    cleared: [],
    undecided: [{ create: "a", ids: ["1"], why: "unclear" }],
  });
  expect(pair([unclear, searched("b", ["1", "2"])]).undecided).toMatchObject([{ create: "b" }, { create: "a" }]);
});

it("[RCV-2] gives a resource one record, also if two runs were killed while they were creating it", () => {
  expect(pair([searched("a1", ["1"]), searched("a2", ["1"])])).toMatchObject({
    pairs: [{ create: "a1", id: "1", isOneOfSeveral: false }],
    cleared: [],
  });
  expect(pair([searched("a1", ["1", "2"]), searched("a2", ["1", "2"])])).toMatchObject({
    pairs: [],
    undecided: [{ create: "a1", ids: ["1", "2"], why: "several" }],
  });
  expect(pair([searched("a1", ["2"]), searched("a2", ["1"])])).toMatchObject({
    pairs: [{ create: "a1", id: "2" }],
    undecided: [{ create: "a2", ids: ["1"], why: "earlier" }],
  });
  expect(pair([searched("a1"), searched("a2", ["1"])])).toMatchObject({
    pairs: [{ create: "a2", id: "1" }],
    cleared: [],
    undecided: [],
  });
});
