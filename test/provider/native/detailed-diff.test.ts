import { expect, test } from "vitest";
import { detailedDiff } from "../../../provider/native/detailed-diff.ts";

test.each([
  ["a text", "one", "two", { name: "UPDATE" }],
  ["a new declaration", undefined, null, { name: "ADD" }],
  ["a removed one", "one", undefined, { name: "DELETE" }],
  ["another type", ["one"], "all", { name: "UPDATE" }],
  ["a list that grows", ["one"], ["one", "two"], { "name[1]": "ADD" }],
  ["a list that shrinks", ["one", "two"], ["one"], { "name[1]": "DELETE" }],
  ["an item in a list", [{ status: "up" }], [{ status: "down" }], { "name[0].status": "UPDATE" }],
  ["a key that is no identifier", { "content-type": 1 }, { "content-type": 2 }, { 'name["content-type"]': "UPDATE" }],
  ["the same inputs, where only the record differs", "one", "one", { name: "UPDATE" }],
])("%s", (_, before, after, expected) => {
  const difference = { changed: ["name"], replaces: [] };
  expect(detailedDiff(difference, { name: before }, { name: after })).toEqual(expected);
});

test("a change that requires another record is a replacement", () => {
  const difference = { changed: ["name", "method"], replaces: ["method"] };
  const news = { name: "two", method: "sms" };
  expect(detailedDiff(difference, { name: "one", method: "email" }, news)).toEqual({
    name: "UPDATE",
    method: "UPDATE_REPLACE",
  });
});
