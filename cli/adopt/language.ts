import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { nativeTypeOf } from "../../provider/resource-type.ts";
import { declined, filesExist } from "../errors/command.ts";
import { describeLeftOut, type HubContent } from "../hub/content.ts";
import { select } from "../hub/select.ts";
import { createNaming, recordKey } from "../program/names.ts";
import { planResources } from "../program/resource.ts";
import { replaceFile } from "../program/write-files.ts";
import { mustRun, type Stack } from "../project/stack.ts";
import { isHub } from "../records.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { note, plural } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import type { AdoptOptions } from "./action.ts";
import type { KnownState } from "./state.ts";

interface Adoption {
  readonly stack: Stack;
  readonly state: KnownState;
  readonly contents: readonly HubContent[];
}

/** The name of the code that Pulumi writes, by the runtime. Go doesn't compile a file of that name as part of a program. */
const codeFiles: Readonly<Record<string, string>> = {
  python: "statushub_adopted.py",
  go: "statushub_adopted.go.txt",
  yaml: "statushub-adopted.yaml",
};

/** Writes an import file, from which Pulumi imports the records and writes the code in the project's language. */
export async function adoptInLanguage({ stack, state, contents }: Adoption, options: AdoptOptions): Promise<void> {
  const known = new Map(
    state.managed.flatMap(({ kind, ids, name }) => ids.map((id) => [recordKey(kind, id), name] as const)),
  );
  const naming = createNaming({ prefixed: options.all === true || contents.length > 1, known, taken: state.lookups });
  const plan = planResources(contents, { naming, declared: known });
  const missing = select(plan.resources, options);
  const { path } = stack.project;
  const [importFile, code] = [
    join(path, "statushub-import.json"),
    join(path, codeFiles[stack.project.runtime] ?? "statushub-adopted.txt"),
  ];
  if (missing.length === 0) return note(`Nothing to adopt: stack ${stack.name} has all of these records.`);
  note(`Will import ${plural(missing.length, "record")} into stack ${stack.name}.`);
  if (plan.leftOut.length > 0) note(describeLeftOut(plan.leftOut));
  for (const warning of plan.warnings) note(warning);
  const [importName, codeName] = [importFile, code].map((file) => relative(path, file));
  note(`Will write ${importName}, and Pulumi will write ${codeName}.`);
  if (options.dryRun) return;
  const existing = [importFile, code].filter((file) => existsSync(file)).map((file) => relative(path, file));
  if (existing.length > 0 && !options.force)
    throw new CommandError(filesExist({ folder: path, files: existing.join(", ") }));
  if (!(await confirm(`Adopt ${plural(missing.length, "record")} into stack ${stack.name}?`, options.yes ?? false)))
    throw new CommandError(declined());
  const resources = missing.map(({ kind, name, id, hub }) => ({
    type: nativeTypeOf(kind),
    name,
    id: isHub(kind) ? hub.subdomain : `${hub.subdomain}/${id}`,
  }));
  replaceFile(importFile, `${JSON.stringify({ resources }, null, 2)}\n`);
  await withProgress("Importing", () =>
    mustRun(stack, ["import", "--file", importFile, "--out", code, "--protect=true", "--yes", "--skip-preview"], {
      purpose: "import the records into the state",
    }),
  );
  process.stdout.write(`Adopted ${plural(missing.length, "record")} into stack ${stack.name}.\n`);
  note(
    `Add the resources in ${codeName} to your program, then run pulumi preview: it shows no changes. Delete ${codeName} and ` +
      `${importName} afterwards. The records are protected until you remove protect, so an up without them fails instead of ` +
      "deleting them.",
  );
}
