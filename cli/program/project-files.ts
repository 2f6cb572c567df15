import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { findProject, findUpwards } from "../project/folder.ts";
import { slug } from "./names.ts";

const { version, peerDependencies } = createRequire(import.meta.url)("pulumi-statushub/package.json") as {
  version: string;
  peerDependencies: Record<string, string>;
};

/** What surrounds a program in a folder. */
export interface Setting {
  /** Files of a new project; none where the folder belongs to one. */
  readonly files: ReadonlyMap<string, string>;
  /** What ends the name of an imported module. */
  readonly extension: string;
}

/** Looks at the folder that a program goes into: it joins the project there, or begins one. */
export function settingOf(folder: string): Setting {
  if (findProject(folder) === undefined) return { files: newProject(folder), extension: ".ts" };
  const manifest = findUpwards(folder, ["package.json"]);
  const { type } = manifest === undefined ? {} : (JSON.parse(readFileSync(manifest, "utf8")) as { type?: string });
  return { files: new Map(), extension: type === "module" ? ".ts" : "" };
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

/** A preview compares with the page itself only where it reads the page first. */
const projectFile = (name: string) => `name: ${name}
runtime: nodejs
description: Status page on StatusHub
main: index.ts
options:
  refresh: always
`;

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
