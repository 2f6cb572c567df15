import { expect, it } from "vitest";
import { pair as pairFound, type Searched } from "../../../cli/recover/pair.ts";

const place = "acme Service";
const searched = (create: string, equal: readonly string[] = []) => ({
  create,
  resource: create.slice(0, 1),
  place,
  equal,
  isAnother: false,
});

/** With the names of the creates in place of what was found. */
function pair(all: readonly (Searched & { readonly create: string })[]) {
  const { pairs, cleared, undecided } = pairFound(all);
  return {
    pairs: pairs.map(({ found: { create }, ...rest }) => ({ create, ...rest })),
    cleared: cleared.map(({ create }) => create),
    undecided: undecided.map(({ create }) => create),
  };
}

it("[RCV-2] pairs a create with the only equal record, and clears what has none", () => {
  expect(pair([searched("a", ["1"]), searched("b")])).toEqual({
    pairs: [{ create: "a", id: "1" }],
    cleared: ["b"],
    undecided: [],
  });
});

it("[RCV-2] pairs equal creates with equal records in order, also if the last ones had no effect", () => {
  const equal = (create: string) => searched(create, ["1", "2"]);
  expect(pair([equal("a"), equal("b"), equal("c")])).toEqual({
    pairs: [
      { create: "a", id: "1" },
      { create: "b", id: "2" },
    ],
    cleared: ["c"],
    undecided: [],
  });
});

it("[RCV-2] leaves more records than creates undecided", () => {
  const equal = (create: string) => searched(create, ["1", "2", "3"]);
  expect(pair([equal("a"), equal("b")])).toEqual({ pairs: [], cleared: [], undecided: ["a", "b"] });
});

it("[RCV-2] leaves creates undecided that share only some of their records", () => {
  const { pairs, undecided } = pair([searched("a", ["1", "2"]), searched("b", ["2"])]);
  expect(pairs).toEqual([]);
  expect(undecided).toEqual(["a", "b"]);
});

it("[RCV-2] leaves a create undecided whose program makes another record on purpose", () => {
  const another = (equal: readonly string[]) => ({ ...searched("a", equal), isAnother: true });
  expect(pair([another(["1"])])).toEqual({ pairs: [], cleared: [], undecided: ["a"] });
  expect(pair([another(["1"]), searched("b", ["1"])])).toMatchObject({ pairs: [], undecided: ["a", "b"] });
  expect(pair([another([])])).toEqual({ pairs: [], cleared: ["a"], undecided: [] });
});

it("doesn't mix up records of two hubs that have the same ID", () => {
  const elsewhere = { ...searched("b", ["1"]), place: "globex Service" };
  expect(pair([searched("a", ["1"]), elsewhere]).pairs).toHaveLength(2);
});

it("[RCV-2] gives a resource one record, also if two runs were killed while they were creating it", () => {
  expect(pair([searched("a1", ["1"]), searched("a2", ["1"])])).toMatchObject({
    pairs: [{ create: "a1", id: "1" }],
    cleared: [],
  });
  expect(pair([searched("a1", ["1", "2"]), searched("a2", ["1", "2"])])).toMatchObject({
    pairs: [],
    undecided: ["a1"],
  });
  expect(pair([searched("a1", ["2"]), searched("a2", ["1"])])).toMatchObject({ pairs: [], undecided: ["a1", "a2"] });
  for (const creates of [
    [searched("a1"), searched("a2", ["1"])],
    [searched("a2", ["1"]), searched("a1")],
  ])
    expect(pair(creates)).toMatchObject({ pairs: [{ create: "a2", id: "1" }], cleared: [], undecided: [] });
  expect(pair([searched("a1"), searched("a2")])).toEqual({ pairs: [], cleared: ["a1"], undecided: [] });
});
