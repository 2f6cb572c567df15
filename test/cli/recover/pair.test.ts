import { expect, it } from "vitest";
import { pair, type SearchedCreate } from "../../../cli/recover/pair.ts";

type Create = SearchedCreate & { readonly create: string };

/** The first letter of a create is its resource. */
const searched = (create: string, ...equal: string[]): Create => ({
  ...{ create, urn: create.slice(0, 1), place: "acme Service", equal, isAnother: false },
});
const a = (...equal: string[]) => searched("a", ...equal);
const b = (...equal: string[]) => searched("b", ...equal);
const another = (...equal: string[]) => ({ ...a(...equal), isAnother: true });
const elsewhere = { ...b("1"), place: "globex Service" };
const [first, second] = ["a1", "a2"].map(
  (create) =>
    (...equal: string[]) =>
      searched(create, ...equal),
) as [typeof a, typeof a];

const nothing = { pairs: [], cleared: [], undecided: [] };

it.each<[says: string, all: Create[], found: Partial<Record<keyof typeof nothing, string[]>>]>([
  ["the only equal record; what has none is cleared", [a("1"), b()], { pairs: ["a=1"], cleared: ["b"] }],
  [
    "equal records in order, also if the last ones had no effect",
    [a("1", "2"), b("1", "2"), searched("c", "1", "2")],
    { pairs: ["a=1", "b=2"], cleared: ["c"] },
  ],
  ["none of more records than creates", [a("1", "2", "3"), b("1", "2", "3")], { undecided: ["a", "b"] }],
  ["none if creates share only some of them", [a("1", "2"), b("2")], { undecided: ["a", "b"] }],
  ["none if its program makes another record on purpose", [another("1")], { undecided: ["a"] }],
  ["none if another one's program does", [another("1"), b("1")], { undecided: ["a", "b"] }],
  ["none if there is none, whatever its program does on purpose", [another()], { cleared: ["a"] }],
  ["a record of another hub with the same ID", [a("1"), elsewhere], { pairs: ["a=1", "b=1"] }],
  ["one record for two killed runs", [first("1"), second("1")], { pairs: ["a1=1"] }],
  ["none of two records for two killed runs", [first("1", "2"), second("1", "2")], { undecided: ["a1"] }],
  ["none if two killed runs have different ones", [first("2"), second("1")], { undecided: ["a1", "a2"] }],
  ["the record that the later of two killed runs has", [first(), second("1")], { pairs: ["a2=1"] }],
  ["the record that the earlier of two killed runs has", [second("1"), first()], { pairs: ["a2=1"] }],
  ["none for two killed runs without effect", [first(), second()], { cleared: ["a1"] }],
])("[RCV-2] pairs a create with %s", (_, all, found) => {
  const { pairs, cleared, undecided } = pair(all);
  expect({
    pairs: pairs.map(({ found: { create }, id }) => `${create}=${id}`),
    cleared: cleared.map(({ create }) => create),
    undecided: undecided.map(({ create }) => create),
  }).toEqual({ ...nothing, ...found });
});
