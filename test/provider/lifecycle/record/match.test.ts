import { describe, expect, test } from "vitest";
import { definitions } from "../../../../model/kinds/index.ts";
import { hasNothingElse, likenessOf } from "../../../../provider/lifecycle/record/match.ts";

const service = definitions.Service ?? expect.unreachable();

describe("the likeness of a record", () => {
  const likeness = (declared: string, live: unknown) =>
    likenessOf(service, { custom_id: live }, { declared: { customId: declared }, names: ["customId"] });

  test.each([
    ["pay", "pay", "equal"],
    ["pay", " pay\n", "same but for the server's form"],
    ["R&D", "R&amp;D", "same but for the server's form"],
    ["<b>pay</b>", "pay", "same but for the server's form"],
    ['"Pay" it\'s', "“Pay” it’s", "same but for the server's form"],
    ["pay", "PAY", "same but for the server's form"],
    ["pay  and\r\nsell", "pay and\nsell", "same but for the server's form"],
    ["webapp", "web app", "same but for the server's form"],
    ["Shard 12", "Shard 1 3", "different"],
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
    expect(likenessOf(service, { group_id: 3, name: " API" }, comparison)).toBe("same but for the server's form");
    expect(likenessOf(service, { group_id: 4, name: "API" }, comparison)).toBe("different");
  });
});

test("a record that somebody has described further isn't what a create has made", () => {
  const created = { declared: { name: "API", groupId: 1 }, names: ["name", "groupId"] };
  const live = { name: "API", group_id: 1, description: null };
  expect(hasNothingElse(service, live, created)).toBe(true);
  expect(hasNothingElse(service, { ...live, description: "" }, created)).toBe(true);
  expect(hasNothingElse(service, { ...live, description: "Public" }, created)).toBe(false);
});
