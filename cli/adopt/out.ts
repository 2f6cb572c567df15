import { basename, dirname, join, relative, resolve } from "node:path";
import type { Live } from "../../model/api/form.ts";
import { peerDependencies, version } from "../package.ts";
import { declaredHubs, renderImportFile } from "../program/import-file.ts";
import { renderModules } from "../program/modules.ts";
import { slug } from "../program/names.ts";
import { type LiveResource, noteLeftOut, type ResourcePlan } from "../program/resource.ts";
import { writeFiles } from "../program/write-files.ts";
import { type Entry, findEntry, holdsModules } from "../project/entry.ts";
import { findProject, type ProjectFolder } from "../project/folder.ts";
import { note, plural } from "../terminal/output.ts";
import type { AdoptOptions } from "./options.ts";

/** Writes a program and its import file to a folder, for a stack that you make later. It touches no stack. */
export async function writeFolder(plan: ResourcePlan, options: AdoptOptions): Promise<void> {
  const { cwd, out = "statushub", all, dryRun } = options;
  const { resources } = plan;
  const folder = resolve(cwd, out);
  const files = renderFiles(resources, folder, all === true);
  if (!dryRun) await writeFiles(folder, files);
  const shown = relative(cwd, folder) || ".";
  note(`Read ${plural(resources.length, "record")}.`);
  noteLeftOut(plan);
  note(`${dryRun ? "Would write" : "Wrote"} ${plural(files.size, "file")} into ${shown}:`);
  process.stdout.write(`${[...files.keys()].join("\n")}\n`);
  for (const line of [`\nNext: see ${shown}/import.md.`, ...secretSteps(resources)]) note(line);
}

/** Renders the files by their paths: program, import file and, if there is none yet, the project. */
function renderFiles(resources: readonly LiveResource[], folder: string, folders: boolean): Map<string, string> {
  const project = findProject(folder);
  return new Map([
    ...(project === undefined ? newProject(folder) : []),
    ...renderModules(resources, { folders, entry: entryIn(folder, project) }),
    ["import.json", renderImportFile(resources, { hubs: declaredHubs(resources), secrets: "omitted" })],
    ["import.md", instructions],
  ]);
}

const instructions = `1. Install the packages: \`npm install\`. Until pulumi-statushub is published, pack it into this folder, and run \`npm install ./pulumi-statushub-${version}.tgz\` instead.
2. Create a stack, and set its key and secrets: \`pulumi stack init\`, \`pulumi config set --secret\`.
3. Import the records. This doesn't write to the page: \`pulumi import --file import.json --generate-code=false --yes\`. They are protected until the first \`pulumi up\` that declares them, so that one without them fails instead of deleting them.
4. Replace the placeholders of secrets in the state by the live values: \`pulumi refresh --yes\`.
5. Check that nothing would change: \`pulumi preview --expect-no-changes\`. Then delete import.json and import.md.
`;

function secretSteps(resources: readonly LiveResource[]): string[] {
  const secrets = resources.flatMap((resource) => resource.secrets);
  if (secrets.length === 0) return [];
  return [
    "Set the secrets of the stack with these commands, which ask for the values (`pulumi-statushub adopt` does this for you):",
    ...secrets.map(({ key }) => `  pulumi config set --secret ${key}`),
  ];
}

const mask = "[secret]";

/** Groups the records by hub and kind, as the API returns them but with secrets masked. */
export function plainRecords(resources: readonly LiveResource[]): object {
  const hubs = Map.groupBy(resources, ({ hub }) => hub.subdomain);
  return Object.fromEntries(
    [...hubs].map(([subdomain, own]) => {
      const kinds = Map.groupBy(own, ({ kind }) => kind);
      return [subdomain, Object.fromEntries([...kinds].map(([kind, some]) => [kind, some.map(masked)]))];
    }),
  );
}

function masked({ definition, record }: LiveResource): Live {
  const keys = Object.values(definition.properties).flatMap(({ secret, key }) => (secret ? [key] : []));
  // An output has no key in the response, so it is recognized by its value, unless that is empty.
  const outputs = Object.values(definition.outputs).filter(({ secret }) => secret);
  const values = outputs.map(({ read }) => read(record)).filter(Boolean);
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, keys.includes(key) || values.includes(value) ? mask : value]),
  );
}

/** Finds the file that a program in the folder begins with, which a project around it may decide. */
function entryIn(folder: string, project: ProjectFolder | undefined): Pick<Entry, "path" | "isModule"> {
  const path = join(folder, "index.ts");
  if (project === undefined) return { path, isModule: true };
  const entry = project.runtime === "nodejs" ? findEntry(project) : undefined;
  const isOwn = entry !== undefined && entry.source === undefined && dirname(entry.path) === resolve(folder);
  return isOwn ? entry : { path, isModule: holdsModules(folder) };
}

function newProject(folder: string): Map<string, string> {
  const name = slug(basename(resolve(folder))) || "status-page";
  const manifest = {
    name,
    private: true,
    type: "module",
    dependencies: { "@pulumi/pulumi": peerDependencies["@pulumi/pulumi"], "pulumi-statushub": `^${version}` },
    devDependencies: { "@types/node": "^22", typescript: "~6.0" },
  };
  const compilerOptions = {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  };
  return new Map([
    ["Pulumi.yaml", projectFile(name)],
    ["package.json", json(manifest)],
    ["tsconfig.json", json({ compilerOptions, include: ["**/*.ts"] })],
    [".gitignore", "node_modules/\n"],
  ]);
}

/** With `refresh: always`, a preview reads the page and shows manual changes. */
const projectFile = (name: string) => `name: ${name}
runtime: nodejs
description: Status page on StatusHub
main: index.ts
options:
  refresh: always
`;

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
