import { expect, it } from "vitest";
import { parse } from "yaml";
import { withRefresh } from "../../../cli/project/refresh.ts";

it.each([
  ["name: page\nruntime: nodejs", "name: page\nruntime: nodejs\noptions:\n  refresh: always\n"],
  ["# Ours\nname: page # it\n\n", "# Ours\nname: page # it\noptions:\n  refresh: always\n"],
  [
    "options:\n    # other\n    x: y\nname: page\n",
    "options:\n    # other\n    refresh: always\n    x: y\nname: page\n",
  ],
  ["name: page\noptions: { x: y }\n", "name: page\noptions: { refresh: always, x: y }\n"],
])("sets refresh and keeps the rest unchanged: %j", (text, expected) => {
  expect(withRefresh(text)).toBe(expected);
  expect(parse(expected)).toMatchObject({ name: "page", options: { refresh: "always" } });
});

it.each([
  "name: page\noptions:\n  refresh: never\n",
  "name: page\noptions: { refresh: always }\n",
  "name: page\noptions: {}\n",
  "name: [page\n",
  "{ name: page, runtime: nodejs }\n",
  "  name: page\n  runtime: nodejs\n",
  "name: page\noptions:\n",
  "name: page\noptions:\n  ? x\n  : y\n",
  "name: page\n...\n",
  "",
])("leaves a file that configures refresh or can't be extended: %j", (text) => {
  expect(withRefresh(text)).toBeUndefined();
});
