import { basename, dirname, join, resolve } from "node:path";
import { peerDependencies, version } from "../package.ts";
import { type Entry, findEntry, holdsModules } from "../project/entry.ts";
import { findProject } from "../project/folder.ts";
import { slug } from "./names.ts";

/** The surroundings of a program in a folder. */
export interface ProgramFolder {
  /** Files of a new project; none if the folder belongs to a project. */
  readonly files: ReadonlyMap<string, string>;
  readonly entry: Pick<Entry, "path" | "isModule">;
}

/** Finds out whether a program in the folder joins an existing project or needs a new one. */
export function inspectFolder(folder: string): ProgramFolder {
  const project = findProject(folder);
  const path = join(folder, "index.ts");
  if (project === undefined) return { files: newProject(folder), entry: { path, isModule: true } };
  const entry = project.runtime === "nodejs" ? findEntry(project) : undefined;
  const isOwn = entry !== undefined && entry.source === undefined && dirname(entry.path) === resolve(folder);
  return { files: new Map(), entry: isOwn ? entry : { path, isModule: holdsModules(folder) } };
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
