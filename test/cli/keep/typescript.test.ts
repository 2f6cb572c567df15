import { relative } from "node:path";
import { expect, it } from "vitest";
import { readProgram } from "../../../cli/keep/program.ts";
import { typescript } from "../../../cli/keep/typescript.ts";
import { foundFolder } from "../fake-project.ts";

const declarationsIn = (text: string) =>
  (typescript.text?.declarationsIn(text) ?? []).map(({ kind, name, line, isTopLevel, reference }) => [
    ...[kind, name, line],
    ...[isTopLevel === true, reference?.text],
  ]);

it("finds what is declared by a class of the package, and the constants at the top level", () => {
  const text = `import * as hub from "pulumi-statushub";
const api = new hub.Service("api", {});
export const web = new hub.Service(
  'web',
  {},
);
new hub.Hub("acme");
function all(api: hub.Service) {
const inner = new hub.Service("inner", {});
  return [inner, new hub.Maintenance("work", {})];
}
// new hub.Service("commented", {});
let changing = new hub.Service("changing", {}); /* new hub.Service("commented", {});
new hub.Service("commented", {}); */
for (const name of names) new hub.Service(name, {});
new hub.Service(\`\${name}-api\`, {});
new hub.Service("a" + name, {});
new k8s.core.v1.Service("other", {});
new ecs.Service("other", {});
const example = 'new hub.Service("text", {})';
`;
  expect(declarationsIn(text)).toEqual([
    ["Service", "api", 2, true, "api"],
    ["Service", "web", 3, true, "web"],
    ["Hub", "acme", 7, true, undefined],
    ["Service", "inner", 9, false, undefined],
    ["Maintenance", "work", 10, false, undefined],
    ["Service", "changing", 13, false, undefined],
    ["Service", undefined, 15, false, undefined],
    ["Service", undefined, 16, true, undefined],
    ["Service", undefined, 17, true, undefined],
  ]);
});

it.each([
  'import { Service } from "pulumi-statushub";',
  'import * as statushub from "@pulumi/aws/ecs";',
  'const { Service } = require("pulumi-statushub");',
  '// import * as statushub from "pulumi-statushub";',
])("follows no other name of a class: %s", (imported) => {
  expect(declarationsIn(`${imported}\nconst api = new statushub.Service("api", {});\n`)).toEqual([]);
});

it("takes nothing for the top level if the brackets of a file can't be told", () => {
  const text = 'const statushub = require("pulumi-statushub");\n{\nconst api = new statushub.Service("api");\n';
  expect(declarationsIn(text)).toEqual([["Service", "api", 3, false, undefined]]);
});

it.each([
  ["a regular expression", 'const quoted = /[`"]/;'],
  ["a division", "const half = 1 / 2;"],
  ["an address in a regular expression", "const isWeb = /https:\\/\\//.test(url);"],
  ["JSX", "const link = <a>It's here</a>;"],
  ["a template in a template", "const name = `$" + "{isLong ? `$" + "{api}-long` : api}`;"],
  ["a quote that isn't closed", "const broken = 'a;"],
])("takes nothing for a declaration in a file with %s", (_, line) => {
  const text = `import * as statushub from "pulumi-statushub";\n${line}\nnew statushub.Service("api", {});\n`;
  expect(declarationsIn(text)).toEqual([]);
});

it("reads a file with comments, templates and any text", () => {
  const text = `import * as statushub from "pulumi-statushub/native";
// It's 1 / 2.
const name = \`/\${config.require("name").replace(/[^a-z]+/g, "-")}/\`;
const slug = name.replace(/[(]/, "");
new statushub.Service("api", { productUrl: "https://example.com", name: 'It\\'s' });
`;
  expect(declarationsIn(text)).toEqual([["Service", "api", 5, true, undefined]]);
});

const reached = async (files: Readonly<Record<string, string>>) => {
  const { cwd, project } = await foundFolder({ "Pulumi.yaml": "name: site\nruntime: nodejs\n", ...files });
  const found = typescript.text?.filesOf(project);
  return { ...found, files: found?.files.map((path) => relative(cwd, path).replaceAll("\\", "/")) };
};

it("reads the files that the entry reaches by relative imports", async () => {
  const found = await reached({
    "index.ts": `import "./services";
import { a } from "./pages/index.js";
const late = await import("./late");
import type { Shape } from "./shapes";
import { type Data } from "node:fs";
import * as k8s from "@acme/k8s/core";
import names from "./names.json" with { type: "json" };
// import "./commented";
const key = config.require("key");
`,
    "services.ts": 'export * from "./index";\n',
    "pages/index.ts": "",
    "late.ts": "",
    "shapes.ts": "",
    "names.json": "[]",
    "commented.ts": "",
    "scratch.ts": "",
    "node_modules/@acme/k8s/package.json": "{}",
  });
  expect(found).toEqual({ files: ["index.ts", "services.ts", "pages/index.ts", "late.ts"], areAll: true });
});

it.each([
  ["a path alias", 'import { api } from "@/services";'],
  ["an import of the package's own", 'import { api } from "#services";'],
  ["a file outside of the project", 'import "../outside";'],
  ["a file in another language", 'import "./page.tsx";'],
  ["a path that only the run knows", "await import(name);"],
  ["a regular expression", 'const quoted = /[`"]/;'],
])("doesn't know the place of a name if the program has %s", async (_, line) => {
  const files = {
    "index.ts": `import * as statushub from "pulumi-statushub";\nnew statushub.Service("api", {});\nimport "./other";\n`,
    "page.tsx": "",
  };
  const place = async (other: string) => {
    const { project } = await foundFolder({
      "Pulumi.yaml": "name: site\nruntime: nodejs\n",
      ...files,
      "other.ts": other,
    });
    return readProgram(project, typescript).placeOf({ kind: "Service", name: "api" });
  };
  expect(await place("")).toEqual({ path: "index.ts", line: 2 });
  expect(await place(line)).toBeUndefined();
});

it("refers only to a constant above in the same file, and only outside of functions", async () => {
  const above = 'import * as statushub from "pulumi-statushub";\nconst api = new statushub.Service("api", {});\n';
  const { project } = await foundFolder({
    "Pulumi.yaml": "name: site\nruntime: nodejs\n",
    "index.ts": `import { web } from "./web";\n${above}new statushub.IncidentTemplate("down", {});
function all(api) {
  new statushub.IncidentTemplate("inner", {});
}
`,
    "web.ts": 'import * as statushub from "pulumi-statushub";\nexport const web = new statushub.Service("web", {});\n',
  });
  const program = readProgram(project, typescript);
  const referenceIn = (template: string, name: string) => {
    const resource = { kind: "IncidentTemplate", name: template };
    const place = program.placeOf(resource);
    const from = place && program.declarationAt(place, resource);
    return place && from && program.referenceTo({ kind: "Service", name }, from, place)?.text;
  };
  expect(referenceIn("down", "api")).toBe("api");
  expect(referenceIn("inner", "api")).toBeUndefined();
  expect(referenceIn("down", "web")).toBeUndefined();
});
