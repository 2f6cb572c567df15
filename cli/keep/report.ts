import type { Whereabouts } from "../advice.ts";
import { type Comparison, compare, type DriftOptions, drift } from "../drift/report.ts";
import { notAProject } from "../errors/command.ts";
import { findProject, type ProjectFolder } from "../project/folder.ts";
import { inOrder } from "../records.ts";
import { overwrittenBy } from "../report/manual.ts";
import { planStacks, type StackState } from "../report/stacks.ts";
import { CommandError } from "../terminal/failure.ts";
import type { KeepReport, KeptRecord } from "./facts.ts";
import { languageOf } from "./languages.ts";
import { createPlaces } from "./places.ts";
import { readProgram } from "./program.ts";
import type { Writing } from "./properties.ts";
import { keepRecord } from "./record.ts";
import { References } from "./references.ts";
import { createKeyFinder } from "./secrets.ts";
import { createNewRecords } from "./unmanaged.ts";
import { printKept } from "./words.ts";

/** Prints what programs have to say for their page to stay as somebody has made it. */
export async function keep(states: readonly StackState[], options: DriftOptions): Promise<void> {
  const project = findProject(options.cwd);
  if (project === undefined) throw new CommandError(notAProject({ folder: options.cwd }));
  const compared = await compare(await planStacks(states), options);
  const report = await createKeep(compared, project, options);
  printKept(report, compared.report, options);
  process.exitCode = drift.exitCode(compared.report);
}

/** The folder and the stacks that this run names. */
type RunOptions = Pick<DriftOptions, "cwd" | "stack">;

/** Says how to declare each manual change of the stacks that were compared. */
export async function createKeep(
  { stacks, report, onPage, services }: Comparison,
  project: ProjectFolder,
  options: RunOptions,
): Promise<KeepReport> {
  const language = languageOf(project);
  const program = readProgram(project, language);
  const placeOf = createPlaces(stacks, program);
  const records: KeptRecord[] = [];
  for (const stack of stacks) {
    const references = new References(stack, { program, onPage });
    const keyOf = createKeyFinder(stack, project);
    const whereabouts = whereaboutsOf(options, stack.stack);
    const writing: Writing = { stack, language, references, keyOf, whereabouts };
    for (const planned of stack.planned) {
      const declaring = { planned, place: placeOf(planned) };
      for (const manual of overwrittenBy(planned, services)) records.push(await keepRecord(manual, declaring, writing));
    }
  }
  const byHub = (one: KeptRecord, other: KeptRecord) => one.hub.localeCompare(other.hub);
  return {
    version: 1,
    drift: report.drift,
    stacks: report.stacks,
    ...(language && { language: language.name }),
    records: records.sort((one, other) => byHub(one, other) || inOrder(one, other)),
    unmanaged: createNewRecords(stacks, report, project, whereaboutsOf(options, stackForNewRecord(options))),
  };
}

/** A command to paste works on the selected stack, as this run does, unless the options of this run name its stacks. */
const whereaboutsOf = ({ cwd, stack: namedStacks }: RunOptions, stack: string): Whereabouts =>
  namedStacks === undefined ? { cwd } : { cwd, stack };

/** A record that no stack manages can be imported into any of several stacks. The reader replaces `<stack>` by one of them. */
function stackForNewRecord({ stack: namedStacks = [] }: RunOptions): string {
  const [first = "", ...others] = namedStacks;
  return others.length === 0 ? first : "<stack>";
}
