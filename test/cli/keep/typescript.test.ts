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
  const text =
    'const statushub = require("pulumi-statushub");\nconst api = new statushub.Service("api");\nconst open = /[(]/;\n';
  expect(declarationsIn(text)).toEqual([["Service", "api", 2, false, undefined]]);
});

it("reads the files that the entry reaches by relative imports", async () => {
  const { cwd, project } = await foundFolder({
    "Pulumi.yaml": "name: site\nruntime: nodejs\n",
    "index.ts":
      'import "./services";\nimport { a } from "./pages/index.js";\n// import "./commented";\nimport "../outside";\n',
    "services.ts": 'export * from "./index";\n',
    "pages/index.ts": "",
    "commented.ts": "",
    "scratch.ts": "",
  });
  const files = typescript.text?.filesOf(project).map((path) => relative(cwd, path).replaceAll("\\", "/"));
  expect(files).toEqual(["index.ts", "services.ts", "pages/index.ts"]);
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
