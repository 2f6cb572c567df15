import { expect, it } from "vitest";
import { sourcePositionIn } from "../../../cli/report/source-position.ts";

it.each([
  ["project:///index.ts#4,1", { path: "index.ts", line: 4 }],
  ["project:///__main__.py#3", { path: "__main__.py", line: 3 }],
  ["project:///my%20pages/api.ts#12,3", { path: "my pages/api.ts", line: 12 }],
  // A percent sign that escapes nothing.
  ["project:///100%/api.ts#12,3", { path: "100%/api.ts", line: 12 }],
])("finds the line of the program in %s", (sourcePosition, position) => {
  expect(sourcePositionIn({ sourcePosition })).toEqual(position);
});

it.each([
  undefined,
  "",
  // The source of the language host for YAML, a URL that the SDK took for a path, and a package.
  "project:///../../go/pkg/mod/github.com/pulumi/pulumi-yaml@v1.0.0/run.go#100",
  "project:///file:/home/ann/page/index.ts#4,3",
  "project:///node_modules/@acme/team/index.js#9,5",
])("finds none in %s", (sourcePosition) => {
  expect(sourcePositionIn(sourcePosition === undefined ? {} : { sourcePosition })).toBeUndefined();
});
