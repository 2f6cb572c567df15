import { describe, expect, test } from "vitest";
import { definitions } from "../../../../model/kinds/index.ts";
import {
  type Candidate,
  identityIn,
  likenessOf,
  matches,
  type Purpose,
} from "../../../../provider/lifecycle/record/match.ts";

const service = definitions.Service ?? expect.unreachable();
const subscription = definitions.Subscription ?? expect.unreachable();

describe("the likeness of a record", () => {
  const likeness = (declared: string, live: unknown) =>
    likenessOf(service, { custom_id: live }, { declared: { customId: declared }, names: ["customId"] });

  test.each([
    ["pay", "pay", "equal"],
    ["pay", " pay\n", "rewritten"],
    ["R&D", "R&amp;D", "rewritten"],
    ["<b>pay</b>", "pay", "rewritten"],
    ["pay", "PAY", "similar"],
    ["webapp", "web app", "similar"],
    ["Shard 12", "Shard 1 2", "similar"],
    ["pay", "payments", "different"],
    ["pay", "", "different"],
    ["pay", null, "different"],
    ["pay", undefined, "different"],
  ])("%j is to %j %s", (declared, live, expected) => {
    expect(likeness(declared, live)).toBe(expected);
  });

  test("is that of the least similar property, and an ID is the same as number and as text", () => {
    const comparison = { declared: { groupId: 3, name: "API" }, names: ["groupId", "name"] };
    expect(likenessOf(service, { group_id: "3", name: "API" }, comparison)).toBe("equal");
    expect(likenessOf(service, { group_id: 3, name: "api" }, comparison)).toBe("similar");
    expect(likenessOf(service, { group_id: 4, name: "API" }, comparison)).toBe("different");
  });
});

test("empty text identifies nothing", () => {
  for (const empty of ["", "  ", null, undefined]) {
    expect(identityIn(service, { customId: empty })).toBeUndefined();
    expect(identityIn(subscription, { address: empty })).toBeUndefined();
  }
  expect(identityIn(service, { customId: "pay" })?.names).toEqual(["customId"]);
});

const record: Candidate = { likeness: "equal", isDeleted: false, isOwned: false, isOlder: true };

/** Lists for which purposes a record matches. An older record is only written to if it is equal. */
const cases: [string, Partial<Candidate>, Purpose[]][] = [
  ["an equal one that was there before", {}, ["adopt", "leftover", "explain"]],
  ["an equal one of this stack", { isOwned: true }, ["adopt", "explain"]],
  ["an equal one that is deleted", { isDeleted: true }, ["restore"]],
  ["an equal one that appeared after the POST", { isOlder: false }, ["adopt", "leftover", "recognize", "explain"]],
  ["one that appeared after the POST, of this stack", { isOlder: false, isOwned: true }, ["adopt", "explain"]],
  ["one that appeared after the POST, deleted", { isOlder: false, isDeleted: true }, ["restore"]],
  ["a rewritten one that was there before", { likeness: "rewritten" }, ["leftover", "explain"]],
  [
    "a rewritten one that appeared after the POST",
    { likeness: "rewritten", isOlder: false },
    ["leftover", "recognize", "explain"],
  ],
  ["a similar one that was there before", { likeness: "similar" }, ["explain"]],
  ["a similar one that appeared after the POST", { likeness: "similar", isOlder: false }, ["recognize", "explain"]],
  ["a similar one that is deleted", { likeness: "similar", isDeleted: true }, []],
  ["a different one", { likeness: "different", isOlder: false }, []],
];

test.each(cases)("%s", (_, found, expected) => {
  const purposes: Purpose[] = ["adopt", "restore", "leftover", "recognize", "explain"];
  const matched = purposes.filter((purpose) => matches(purpose, { ...record, ...found }));
  expect(matched.sort()).toEqual([...expected].sort());
});
