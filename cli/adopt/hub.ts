import type { ConnectionOptions } from "../connection.ts";
import { requirePackage } from "../doctor/machine.ts";
import { preview } from "../drift/preview.ts";
import { identify, observe } from "../drift/report.ts";
import { describeLeftOut, readPages } from "../hub/pages.ts";
import { declaredHubs } from "../program/import-file.ts";
import { renderModules } from "../program/modules.ts";
import { recordKey } from "../program/naming.ts";
import { settingOf } from "../program/project-files.ts";
import { type Plan, planResources, type Resource } from "../program/resource.ts";
import { pageOptionsOf, type Selection, select } from "../program/select.ts";
import { refuseToReplace, writeFiles } from "../program/write-files.ts";
import { findStack, type Stack } from "../project/stack.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { note, plural } from "../terminal/paint.ts";
import { type KnownState, readState } from "./state.ts";
import { setSecrets, take } from "./take.ts";

export interface AdoptHubOptions extends ConnectionOptions, Selection {
  readonly all?: true;
  readonly protect?: true;
  readonly force?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

interface Adoption {
  readonly stack: Stack;
  readonly plan: Plan;
  /** All that the program declares. */
  readonly resources: readonly Resource[];
  /** What is not in the state yet. */
  readonly missing: readonly Resource[];
  readonly files: ReadonlyMap<string, string>;
  /** Resources of the stack that the program would not declare. */
  readonly undeclared: readonly string[];
}

/** Takes over a hub: writes the program, imports what the state lacks, and shows that nothing would change. */
export async function adoptHub(hub: string | undefined, options: AdoptHubOptions): Promise<void> {
  const stack = await findStack(options.cwd, options.stack);
  await requirePackage(stack.cwd);
  const adoption = await planAdoption(hub, stack, options);
  const { missing, resources, files } = adoption;
  const folder = stack.project.program;
  describe(adoption);
  refuseToDrop(adoption);
  if (options.dryRun) return;
  if (!options.force) await refuseToReplace(folder, [...files.keys()]);
  if (!(await confirm(`Adopt ${plural(missing.length, "record")} into stack ${stack.name}?`, options.yes ?? false)))
    return;
  await writeFiles(folder, files, { force: true });
  if (missing.length > 0) {
    await setSecrets(stack, missing);
    await take(stack, missing, { protect: options.protect ?? false, hubs: declaredHubs(resources) });
  }
  await proveClean(stack);
  process.stdout.write(`Adopted ${plural(missing.length, "record")} into stack ${stack.name}. Nothing would change.\n`);
}

async function planAdoption(hub: string | undefined, stack: Stack, options: AdoptHubOptions): Promise<Adoption> {
  const { all = false } = options;
  const [known, pages] = await Promise.all([
    readState(stack),
    readPages(hub, { all, ...pageOptionsOf(options) }, options),
  ]);
  const names = new Map(known.records.map(({ kind, id, name }) => [recordKey(kind, id), name]));
  const plan = planResources(pages, { prefixed: all, known: names });
  const resources = select(plan.resources, options);
  const { extension } = settingOf(stack.project.program);
  return {
    stack,
    plan,
    resources,
    missing: resources.filter(({ kind, id }) => !names.has(recordKey(kind, id))),
    files: renderModules(resources, { folders: all, extension }),
    undeclared: undeclaredOf(known, resources),
  };
}

function undeclaredOf({ records, others }: KnownState, resources: readonly Resource[]): string[] {
  const declared = new Set(resources.map(({ kind, id }) => recordKey(kind, id)));
  const missing = records.filter(({ kind, id }) => !declared.has(recordKey(kind, id)));
  return [...missing.map(({ kind, name }) => `${kind} ${name}`), ...others];
}

/** The program is written as a whole: what the stack has and the program lacks, the next `pulumi up` would delete. */
function refuseToDrop({ stack, undeclared }: Adoption): void {
  if (undeclared.length === 0) return;
  throw new CommandError(
    `Stack ${stack.name} has ${plural(undeclared.length, "resource")} that the program would not declare, such as ` +
      `${undeclared.slice(0, 3).join(", ")}: pulumi up would delete them. Adopt all that the stack has, take single ` +
      "records with npx pulumi-statushub adopt <kind> <hub/id>, or use a stack of its own.",
  );
}

function describe({ stack, plan, resources, missing, files }: Adoption): void {
  const kinds = Map.groupBy(missing, ({ kind }) => kind);
  note(`Into the state of stack ${stack.name}: ${plural(missing.length, "record")}.`);
  for (const [kind, some] of kinds) note(`  ${some.length} x ${kind}`);
  const known = resources.length - missing.length;
  if (known > 0) note(`In the state already: ${plural(known, "record")}.`);
  if (plan.leftOut.length > 0) note(["Left out:", ...describeLeftOut(plan.leftOut)].join("\n"));
  const secrets = missing.reduce((sum, resource) => sum + resource.secrets.length, 0);
  if (secrets > 0) note(`Into the configuration of the stack: ${plural(secrets, "secret")}, encrypted.`);
  note(`Into ${stack.project.program}: ${[...files.keys()].join(", ")}.`);
}

async function proveClean(stack: Stack): Promise<void> {
  const steps = await preview(stack);
  const changes = observe(stack.name, steps);
  const others = steps.filter(({ op, urn }) => !/^(same|refresh|read)$/.test(op) && identify(urn) === undefined);
  if (changes.length + others.length === 0) return;
  const names = [...changes.map(({ kind, name }) => `${kind} ${name}`), ...others.map(({ urn }) => urn)].slice(0, 5);
  throw new CommandError(
    `The records are in the state, and the program would change ${plural(changes.length + others.length, "resource")}, ` +
      `such as ${names.join(", ")}. See pulumi preview --diff before the next pulumi up.`,
  );
}
