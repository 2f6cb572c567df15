import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createPythonPage, dynamicProject, nativeProject, projectFile } from "../../engine/native.ts";
import { createPage, type Page, stateFile } from "../../engine/page.ts";

/*
 * Where a state says in which line of the program a resource is declared. The SDK finds the line, and the engine stores it.
 *
 * - CommonJS, also in TypeScript: the file relative to the project, the line and the column.
 * - ES modules: nothing for a resource that is declared at the top of a file, as in all our examples. Inside a function, the path is
 *   absolute, because the SDK takes the URL of a module for a path.
 * - Python: the file relative to the project, and the line.
 * - YAML: a line in the source of its language host, outside the project.
 * - Go: the SDK sends the same as in Python, but there is no language host that we can run.
 */

/** Where the state says that a resource is declared. */
async function positionOf({ read }: Page, name: string): Promise<string | undefined> {
  const { checkpoint } = JSON.parse(await read(stateFile)) as {
    checkpoint: { latest: { resources: { urn: string; sourcePosition?: string }[] } };
  };
  return checkpoint.latest.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.sourcePosition;
}

const service = (name: string) => `new statushub.Service("${name}", { hub: "acme", groupId: 1, name: "${name}" });`;

test("in CommonJS, the state has the line of a resource in the program, also in TypeScript", async () => {
  const program = `import * as statushub from "pulumi-statushub";\n\n${service("api")}\n`;
  const compilerOptions = { target: "es2020", module: "nodenext", moduleResolution: "nodenext", strict: true };
  const files = {
    "Pulumi.yaml": "name: scratch\nruntime: nodejs\nmain: index.ts\n",
    "package.json": JSON.stringify({ name: "scratch", private: true }),
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
  };
  const page = await createPage({ program, files });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(await positionOf(page, "api")).toBe("project:///index.ts#3,1");
});

test.each([dynamicProject, nativeProject])(
  "in an ES module, the state only has the line of a resource inside a function: $provider",
  async ({ entry, files }) => {
    const program = `import * as statushub from "${entry}";
${service("top")}
function declare() {
  ${service("inside")}
}
declare();
`;
    const page = await createPage({ program, files });
    expect(await page.up()).toMatchObject({ code: 0 });
    expect(await positionOf(page, "top")).toBeUndefined();
    const file = pathToFileURL(join(page.folder, "index.ts")).href.replace("file:///", "file:/");
    expect(await positionOf(page, "inside")).toBe(`project:///${file}#4,3`);
  },
);

test("in Python, the state has the line of a resource in the program; in YAML, one outside the project", async () => {
  const inPython = await createPythonPage(`import pulumi_statushub as statushub

statushub.Service("api", hub="acme", group_id=1, name="api")
`);
  expect(await inPython.up()).toMatchObject({ code: 0 });
  expect(await positionOf(inPython, "api")).toBe("project:///__main__.py#3");

  const yaml = `resources:
  api:
    type: statushub:Service
    properties: { hub: acme, groupId: 1, name: api }
`;
  const inYaml = await createPage({ program: "", files: { "Pulumi.yaml": projectFile("yaml", yaml) } });
  expect(await inYaml.up()).toMatchObject({ code: 0 });
  expect(await positionOf(inYaml, "api")).toMatch(/^project:\/\/\/(\.\.\/)+.*pulumi-yaml@/);
});
