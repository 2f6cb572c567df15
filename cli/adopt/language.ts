import { join } from "node:path";
import { definitions } from "../../model/kinds/index.ts";
import { isStack, nativeTypeOf } from "../../model/pulumi/resource-type.ts";
import type { HubContent } from "../hub/content.ts";
import { createNaming } from "../program/names.ts";
import { type LiveResource, noteLeftOut, planResources } from "../program/resource.ts";
import { runPreview } from "../project/pulumi-preview.ts";
import { type Identity, stackRecord } from "../project/record.ts";
import { rejectInterrupted, type Stack } from "../project/stack.ts";
import { isHub } from "../records.ts";
import { confirm } from "../terminal/confirm.ts";
import { note, plural } from "../terminal/output.ts";
import { importRecords, replaceFiles, untilImported } from "./carry-out.ts";
import { noteNothing } from "./checks.ts";
import { planFiles } from "./files.ts";
import type { AdoptOptions } from "./options.ts";
import { type KnownState, namesById } from "./state.ts";

interface Adoption {
  readonly stack: Stack;
  readonly state: KnownState;
  readonly contents: readonly HubContent[];
}

interface Language {
  /** The file with the code that Pulumi writes. Go doesn't compile a file of that name as part of a program. */
  readonly file: string;
  /** Declares `adopt` with an ID. */
  readonly adopt: (id: string) => string;
}

const languages: Readonly<Record<string, Language>> = {
  python: { file: "statushub_adopted.py", adopt: (id) => `adopt="${id}"` },
  go: { file: "statushub_adopted.go.txt", adopt: (id) => `Adopt: pulumi.String("${id}")` },
};

const yaml: Language = { file: "statushub-adopted.yaml", adopt: (id) => `adopt: "${id}"` };

interface Importable extends Identity {
  readonly id: string;
  /** The ID by which Pulumi imports the record. */
  readonly importId: string;
}

/** What becomes of the records that the program lacks. Pulumi would write their secrets into its code in plain text. */
interface Division {
  /** Records without secrets that the state lacks, too. */
  readonly imported: readonly Importable[];
  /** All records without secrets, whose code Pulumi writes. */
  readonly written: readonly Importable[];
  /** Records with secrets, which people declare. */
  readonly leftToPeople: readonly Importable[];
}

/** Lets Pulumi import the records and write their code in the project's language. */
export async function adoptInLanguage({ stack, state, contents }: Adoption, options: AdoptOptions): Promise<void> {
  const known = namesById(state.managed);
  const naming = createNaming({ prefixed: options.all === true || contents.length > 1, known, taken: state.lookups });
  const found = planResources(contents, { naming, declared: known });
  const notInState = found.resources.map(importable);
  const notInProgram = state.managed.length > 0 ? await undeclaredIn(stack) : [];
  if (notInState.length + notInProgram.length === 0) return noteNothing(stack, found);

  const division = divide(notInState, notInProgram);
  const { file, adopt } = languages[stack.project.runtime] ?? yaml;
  note(`Will import ${plural(division.imported.length, "record")} into stack ${stack.name}.`);
  if (notInProgram.length > 0) note(`In the stack, but not in the program: ${plural(notInProgram.length, "record")}.`);
  noteLeftOut(found);
  noteSecrets(division.leftToPeople, adopt);
  if (division.written.length === 0) return;
  note(`Pulumi will write ${file}.`);
  if (!options.dryRun) await carryOut(stack, division, file, options);
}

function divide(notInState: readonly Importable[], notInProgram: readonly Importable[]): Division {
  const all = [...notInState, ...notInProgram];
  const hasNone = (record: Importable) => !hasSecrets(record);
  return {
    imported: notInState.filter(hasNone),
    written: all.filter(hasNone),
    leftToPeople: all.filter(hasSecrets),
  };
}

async function carryOut(
  stack: Stack,
  { imported, written }: Division,
  file: string,
  { yes }: AdoptOptions,
): Promise<void> {
  const count = plural(written.length, "record");
  await confirm(`Adopt ${count} into stack ${stack.name}?`, yes);
  await untilImported(stack, imported, () => writeCode(stack, written, file));
  process.stdout.write(`Adopted ${count} into stack ${stack.name}.\n`);
  note(
    `Add the resources in ${file} to your program, then run pulumi preview: it shows no changes. Delete ${file} afterwards. ` +
      "The records are protected until you remove protect, so an up without them fails instead of deleting them.",
  );
}

function importable({ kind, name, id, hub }: LiveResource): Importable {
  const importId = isHub(kind) ? hub.subdomain : `${hub.subdomain}/${id}`;
  return { kind, name, id, importId };
}

/** Says which records a person has to declare. */
function noteSecrets(records: readonly Importable[], adopt: Language["adopt"]): void {
  if (records.length === 0) return;
  note("Pulumi would write secrets in plain text, so declare these yourself, with secrets of the stack configuration:");
  for (const { kind, name, id } of records) note(`  ${kind} ${name} with ${adopt(id)}`);
}

/** Lets Pulumi import the records that the state lacks, and write the code of all into a file. */
async function writeCode(stack: Stack, records: readonly Importable[], file: string): Promise<void> {
  const resources = records.map(({ kind, name, importId }) => ({ type: nativeTypeOf(kind), name, id: importId }));
  const importFile = JSON.stringify({ resources });
  const code = await importRecords(stack, importFile, { count: records.length, generateCode: true });
  rejectInterrupted(stack);
  const folder = stack.project.path;
  replaceFiles(planFiles(new Map([[join(folder, file), code]])), folder);
}

/** Records in the state that the program doesn't declare. Pulumi writes their code if they are imported by the ID that the state has. */
async function undeclaredIn(stack: Stack): Promise<Importable[]> {
  const steps = await runPreview(stack, { refresh: false, kept: true });
  return steps.flatMap(({ op, urn, oldState }) => {
    if (op !== "delete" || oldState === undefined) return [];
    const record = stackRecord({ ...oldState, urn });
    // Pulumi writes no code of a component.
    const isInComponent = record !== undefined && !isStack(record.parent);
    if (record === undefined || isInComponent) return [];
    return { ...record, importId: oldState.importID ?? oldState.id ?? "" };
  });
}

const hasSecrets = ({ kind }: Identity): boolean =>
  Object.values(definitions[kind]?.properties ?? {}).some(({ secret }) => secret);
