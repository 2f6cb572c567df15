import { expect, it } from "vitest";
import { parse } from "yaml";
import { configuresRefresh, withRefresh } from "../../../cli/project/refresh.ts";

it.each([
  ["name: page\nruntime: nodejs", "name: page\nruntime: nodejs\noptions:\n  refresh: always\n"],
  ["# Ours\nname: page # it\n\n", "# Ours\nname: page # it\n\noptions:\n  refresh: always\n"],
  [
    "name: page\ndescription: |+\n  Two empty lines\n\n\n",
    "name: page\ndescription: |+\n  Two empty lines\n\n\noptions:\n  refresh: always\n",
  ],
  [
    "options:\n    # other\n    x: y\nname: page\n",
    "options:\n    # other\n    refresh: always\n    x: y\nname: page\n",
  ],
  ["name: page\noptions: { x: y }\n", "name: page\noptions: { refresh: always, x: y }\n"],
  ["options: {} # none\nname: page\n", "options: { refresh: always } # none\nname: page\n"],
  ["options:\nname: page\n", "options: { refresh: always }\nname: page\n"],
  ["name: page\noptions: ~\n", "name: page\noptions: { refresh: always }\n"],
])("sets refresh and keeps the rest unchanged: %j", (text, expected) => {
  expect(configuresRefresh(text)).toBe(false);
  expect(withRefresh(text)).toBe(expected);
  const before = parse(text) as { options?: object };
  expect(parse(expected)).toEqual({ ...before, options: { ...before.options, refresh: "always" } });
});

it.each(["name: page\noptions:\n  refresh: never\n", "name: page\noptions: { refresh: always }\n"])(
  "notices that a file configures refresh: %j",
  (text) => {
    expect(configuresRefresh(text)).toBe(true);
  },
);

it.each([
  "name: page\noptions: none\n",
  "name: [page\n",
  "{ name: page, runtime: nodejs }\n",
  "  name: page\n  runtime: nodejs\n",
  "name: page\noptions:\n  ? x\n  : y\n",
  "name: page\n...\n",
  "",
])("leaves a file that it can't extend: %j", (text) => {
  expect(configuresRefresh(text)).toBe(false);
  expect(withRefresh(text)).toBeUndefined();
});
