import { expect, test } from "vitest";
import { detailedDiff } from "../../../provider/native/detailed-diff.ts";

test.each([
  ["a text", "one", "two", { name: "update" }],
  ["a new declaration", undefined, null, { name: "add" }],
  ["a removed one", "one", undefined, { name: "delete" }],
  ["another type", ["one"], "all", { name: "update" }],
  ["a list that grows", ["one"], ["one", "two"], { "name[1]": "add" }],
  ["a list that shrinks", ["one", "two"], ["one"], { "name[1]": "delete" }],
  [
    "an item in a list",
    [{ service: "1", status: "up" }],
    [{ service: "1", status: "down" }],
    { "name[0].status": "update" },
  ],
  ["a key that is no name", { "content-type": 1 }, { "content-type": 2 }, { 'name["content-type"]': "update" }],
  ["the same inputs, where only the record differs", "one", "one", { name: "update" }],
])("%s", (_, before, after, expected) => {
  expect(detailedDiff("name", before, after)).toEqual(expected);
});
