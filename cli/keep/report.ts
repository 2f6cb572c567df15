import type { Whereabouts } from "../advice.ts";
import type { DriftReport } from "../drift/facts.ts";
import { compare, type DriftOptions, drift } from "../drift/report.ts";
import { notAProject } from "../errors/command.ts";
import { findProject, type ProjectFolder } from "../project/folder.ts";
import { inOrder } from "../records.ts";
import type { ServiceOnPage } from "../rehearsal/names.ts";
import { type ManualChange, overwrittenBy } from "../report/manual.ts";
import { liveValuesIn, type PlannedChange } from "../report/planned.ts";
import type { Services } from "../report/services.ts";
import { type ComparedStack, type PlannedStack, planStacks, type StackState } from "../report/stacks.ts";
import { CommandError } from "../terminal/failure.ts";
import type { KeepReport, KeptRecord } from "./facts.ts";
import type { Language } from "./language.ts";
import { languageOf } from "./languages.ts";
import { createPlaces, type FindPlace, type Place } from "./places.ts";
import { readProgram } from "./program.ts";
import { brokenRule, keepProperty, type Writing } from "./properties.ts";
import { References } from "./references.ts";
import { referringTo } from "./referring.ts";
import { createKeyFinder } from "./secrets.ts";
import { createNewRecords } from "./unmanaged.ts";
import { printKept } from "./words.ts";

/** Prints what programs have to say for their page to stay as somebody has made it. */
export async function keep(states: readonly StackState[], options: DriftOptions): Promise<void> {
  const project = findProject(options.cwd);
  if (project === undefined) throw new CommandError(notAProject({ folder: options.cwd }));
  const compared = await compare(await planStacks(states), options);
  const report = await createKeep(compared.stacks, { ...compared, project, options });
  printKept(report, compared.report, options);
  process.exitCode = drift.exitCode(compared.report);
}

interface Compared {
  readonly report: DriftReport;
  readonly onPage: ReadonlyMap<string, ServiceOnPage>;
  readonly services: Services;
  readonly project: ProjectFolder;
  readonly options: Pick<DriftOptions, "cwd" | "stack">;
}

/** Says how to declare each manual change of these stacks. */
export async function createKeep(
  stacks: readonly ComparedStack[],
  { report, onPage, services, project, options }: Compared,
): Promise<KeepReport> {
  const language = languageOf(project);
  const program = readProgram(project, language);
  const placeOf = createPlaces(stacks, program);
  const records: KeptRecord[] = [];
  for (const stack of stacks) {
    const references = new References(stack, { program, onPage });
    const keyOf = createKeyFinder(stack, project);
    const whereabouts = whereaboutsOf(stack, options);
    const writing: Writing = { language, references, keyOf, whereabouts };
    records.push(...(await keepStack(stack, writing, placeOf, services)));
  }
  const byHub = (one: KeptRecord, other: KeptRecord) => one.hub.localeCompare(other.hub);
  return {
    version: 1,
    drift: report.drift,
    stacks: report.stacks,
    ...(language && { language: language.name }),
    records: records.sort((one, other) => byHub(one, other) || inOrder(one, other)),
    unmanaged: createNewRecords(stacks, report, project, whereaboutsOfImport(options)),
  };
}

/** A command to paste works on the selected stack, as this run does, unless its options name the stacks. */
function whereaboutsOf({ stack }: PlannedStack, { cwd, stack: namedStacks }: Compared["options"]): Whereabouts {
  return namedStacks === undefined ? { cwd } : { cwd, stack };
}

/** A record that no stack manages can be imported into any of them: the reader chooses, so several stand as `<stack>`. */
function whereaboutsOfImport({ cwd, stack: namedStacks }: Compared["options"]): Whereabouts {
  if (namedStacks === undefined) return { cwd };
  const [first = "", ...others] = namedStacks;
  return { cwd, stack: others.length === 0 ? first : "<stack>" };
}

/** Says how to declare the manual changes of one stack. */
async function keepStack(
  stack: ComparedStack,
  writing: Writing,
  placeOf: FindPlace,
  services: Services,
): Promise<KeptRecord[]> {
  const records: KeptRecord[] = [];
  for (const planned of stack.planned) {
    const declaring: Declaring = { planned, place: placeOf(planned) };
    for (const manual of overwrittenBy(planned, services)) {
      const isDeleted = manual.change === "deleted";
      const kept = isDeleted ? keepDeleted(manual, stack, declaring) : await keepChanged(manual, writing, declaring);
      records.push(kept);
    }
  }
  return records;
}

/** What the plan has of a record that somebody has changed, and where the program declares it. */
interface Declaring {
  readonly planned: PlannedChange;
  readonly place: Place;
}

/** A record that was deleted: a person removes its declaration, and what refers to it. */
function keepDeleted(manual: ManualChange, stack: PlannedStack, { planned, place }: Declaring): KeptRecord {
  const problem = problemOfPlace(place);
  return {
    ...recordOf(manual, { planned, place }),
    ...(problem !== undefined && { problem }),
    properties: [],
    referredBy: referringTo(stack, planned),
  };
}

/** A record that was changed: each property gets lines to paste, unless the record has a problem. */
async function keepChanged(manual: ManualChange, writing: Writing, { planned, place }: Declaring): Promise<KeptRecord> {
  const live = liveValuesIn(planned.step);
  const values = Object.fromEntries(manual.properties.map(({ property }) => [property, live[property] ?? null]));
  const problem =
    problemOfPlace(place) ??
    problemOfLanguage(writing.language) ??
    place.declaration?.problem ??
    brokenRule(planned, values);
  const recordHasProblem = problem !== undefined;
  const properties = Object.entries(values).map(([property, value]) =>
    keepProperty(planned, { property, value }, writing, { place, recordHasProblem }),
  );
  return {
    ...recordOf(manual, { planned, place }),
    ...(problem !== undefined && { problem }),
    properties: await Promise.all(properties),
    referredBy: [],
  };
}

function recordOf({ stack, kind, name, id, label, change }: ManualChange, { planned, place }: Declaring) {
  const { sourcePosition } = place;
  return { stack, kind, name, id, hub: planned.hub, label, change, ...(sourcePosition && { sourcePosition }) };
}

/** Why a person has to find the lines to change. */
function problemOfPlace({ sourcePosition, isShared }: Place): string | undefined {
  if (isShared) return "this line also declares other resources, or this one in another stack";
  return sourcePosition === undefined ? "it isn't known where the program declares it" : undefined;
}

const problemOfLanguage = (language: Language | undefined): string | undefined =>
  language === undefined ? "the lines for this language aren't known" : undefined;
