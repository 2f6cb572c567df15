import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";

/** A project folder and a `pulumi` that answers with these texts by its first argument. */
export async function fakeProject(answers: Readonly<Record<string, unknown>>) {
  const folder = await temporaryFolder();
  const log = join(folder, "calls");
  const cases = Object.entries(answers).map(
    ([name, answer]) =>
      `${name}) cat <<'END'\n${typeof answer === "string" ? answer : JSON.stringify(answer)}\nEND\n;;`,
  );
  const script = `#!/bin/sh\necho "$@" >> '${log}'\ncase "$1" in\n${cases.join("\n")}\n*) exit 1;;\nesac\n`;
  await writeFile(join(folder, "pulumi"), script);
  await chmod(join(folder, "pulumi"), 0o755);
  await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  const calls = async () => (await readFile(log, "utf8")).split("\n");
  return { folder, PATH: `${folder}${delimiter}${process.env.PATH}`, calls };
}
