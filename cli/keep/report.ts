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
import { languageOf } from "./languages.ts";
import { createPlaces, type Place } from "./places.ts";
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
    const whereabouts: Whereabouts = { cwd: options.cwd, ...(options.stack && { stack: stack.stack }) };
    const references = new References(stack, { program, onPage });
    const writing = { language, references, keyOf: createKeyFinder(stack, project), whereabouts };
    for (const change of stack.planned) {
      for (const manual of overwrittenBy(change, services)) {
        records.push(await keepRecord(change, manual, { ...writing, stack, place: placeOf(change) }));
      }
    }
  }
  const byHub = (one: KeptRecord, other: KeptRecord) => one.hub.localeCompare(other.hub);
  return {
    version: 1,
    drift: report.drift,
    stacks: report.stacks,
    ...(language && { language: language.name }),
    records: records.sort((one, other) => byHub(one, other) || inOrder(one, other)),
    unmanaged: createNewRecords(stacks, report, project, importing(options)),
  };
}

/** Which of several stacks gets a record isn't ours to choose. */
function importing({ cwd, stack: named }: Compared["options"]): Whereabouts {
  if (named === undefined) return { cwd };
  const [first = "", ...others] = named;
  return { cwd, stack: others.length === 0 ? first : "<stack>" };
}

interface Context extends Writing {
  readonly stack: PlannedStack;
  readonly place: Place;
}

async function keepRecord(
  change: PlannedChange,
  { stack: stackName, kind, name, id, label, change: what, properties }: ManualChange,
  { stack, place, ...writing }: Context,
): Promise<KeptRecord> {
  const { sourcePosition } = place;
  const live = liveValuesIn(change.step);
  const values = Object.fromEntries(properties.map(({ property }) => [property, live[property] ?? null]));
  const problemOfChange = findProblem(place, writing) ?? brokenRule(change, values);
  const problem = what === "deleted" ? placeProblem(place) : problemOfChange;
  const language = problem === undefined ? writing.language : undefined;
  const kept = Object.entries(values).map(([property, value]) =>
    keepProperty(change, { property, value }, { ...writing, language, place }),
  );
  return {
    stack: stackName,
    kind,
    name,
    id,
    hub: change.hub,
    label,
    change: what,
    ...(sourcePosition && { sourcePosition }),
    ...(problem !== undefined && { problem }),
    properties: await Promise.all(kept),
    referredBy: what === "deleted" ? referringTo(stack, change) : [],
  };
}

/** Why a person has to find the lines to change. */
function placeProblem({ sourcePosition, isShared }: Place): string | undefined {
  if (isShared) return "this line also declares other resources, or this one in another stack";
  return sourcePosition === undefined ? "it isn't known where the program declares it" : undefined;
}

function findProblem(place: Place, { language }: Pick<Writing, "language">): string | undefined {
  const problem = placeProblem(place);
  if (problem !== undefined) return problem;
  return language === undefined ? "the lines for this language aren't known" : place.declaration?.problem;
}
