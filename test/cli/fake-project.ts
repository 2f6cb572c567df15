import { chmod, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { findEntry } from "../../cli/project/entry.ts";
import { findProject } from "../../cli/project/folder.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** A project of these files, as the command finds it. */
export async function foundProject(files: Readonly<Record<string, string>>) {
  const found = await foundFolder(files);
  return { ...found, entry: findEntry(found.project) };
}

/** The same, whatever its entry is. */
export async function foundFolder(files: Readonly<Record<string, string>>) {
  const cwd = await temporaryFolder(files);
  const project = findProject(cwd);
  if (project === undefined) throw new Error("There is no project.");
  return { cwd, project };
}

/** A project folder, and a PATH whose `pulumi` is this script. */
export async function projectWith(script: string) {
  const project = { "Pulumi.yaml": "name: shop\nruntime: nodejs\n" };
  const folder = await temporaryFolder({ ...project, pulumi: `#!/bin/sh\n${script}\n` });
  await chmod(join(folder, "pulumi"), 0o755);
  return { folder, PATH: [folder, process.env.PATH].join(delimiter) };
}

/** The same with a `pulumi` that answers with these texts by its first argument. */
export async function fakeProject(answers: Readonly<Record<string, unknown>>) {
  const cases = Object.entries(answers).map(
    ([name, answer]) =>
      `${name}) cat <<'END'\n${typeof answer === "string" ? answer : JSON.stringify(answer)}\nEND\n;;`,
  );
  const script = `echo "$@" >> "$(dirname "$0")/calls"\ncase "$1" in\n${cases.join("\n")}\n*) exit 1;;\nesac`;
  const project = await projectWith(script);
  return { ...project, calls: async () => (await readFile(join(project.folder, "calls"), "utf8")).split("\n") };
}
