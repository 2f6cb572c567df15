import type { Values } from "../engine-model/grpc.ts";
import { type Declared, inOrder, namesIn, urnOf, urnsOf } from "../engine-model/program.ts";
import type { Done, StateEntry } from "../engine-model/state.ts";
import { isUnseen } from "./explained.ts";
import { declaredEnd, expectedIn, isAsDeclared, keyOfEntry, kindOf, type Property } from "./kinds.ts";
import { isLive, type Stack } from "./owners.ts";
import type { Report, Scene } from "./scene.ts";
import { hasEnded, type Row } from "./server.ts";
import { Violation } from "./violation.ts";

/*
 * Compares declarations, reported changes and outputs with the records on the server.
 */

function differences(scene: Scene, entry: StateEntry, { inputs, row }: { inputs: Values; row: Row }): string[] {
  // Somebody may have made a series of it.
  const isSeries = Boolean(inputs.repeat ?? row.event_repeat);
  const areTheTeams = areOver(scene, entry) && !isDraft(scene, entry);
  return Object.entries(kindOf(entry.kind).properties).flatMap(([name, property]) => {
    if (
      inputs[name] === undefined ||
      ((isSeries || areTheTeams) && isOfDates(name)) ||
      isUnseen(scene.assumed, name, row[property.field])
    )
      return [];
    return isAsDeclared(name, row[property.field], expectedIn(property, inputs[name])) ? [] : [name];
  });
}

/** Whether it is a maintenance that is published and has ended, which stays as it is. */
export function isHistory({ rows, server }: Scene, key: string): boolean {
  const row = rows.get(key);
  return row !== undefined && hasEnded(row, server.shownNow);
}

/** The dates of a series aren't compared with the page. */
const isOfDates = (name: string) => ["startTime", "endTime", "repeat"].includes(name);

/** Whether all dates that were deployed are over. Not those that a refresh has read since. */
const areOver = ({ server, owners }: Scene, entry: StateEntry): boolean =>
  declaredEnd({ ...(owners.inputsOf(keyOfEntry(entry)) ?? entry.inputs), state: "published" }) <= server.shownNow;

/** Whether the program that was deployed and the page both hide it, so that it is like any record, whatever its dates. */
function isDraft({ owners }: Scene, entry: StateEntry): boolean {
  const key = keyOfEntry(entry);
  const { state } = owners.inputsOf(key) ?? entry.inputs;
  return state === "draft" && owners.isDraftOnPage(key);
}

/** Whether a maintenance is over by its program, and the team has extended it: it stays in its hub. */
export function isExtended(scene: Scene, entry: StateEntry): boolean {
  const { owners, server } = scene;
  const isToCome = ([, { end_time }]: [string, Row]) => Date.parse(String(end_time)) > server.shownNow;
  const left = owners.liveInSeries(keyOfEntry(entry));
  return entry.kind === "Maintenance" && areOver(scene, entry) && !isDraft(scene, entry) && left.some(isToCome);
}

/** Whether a resource is history: its dates are over, by its program and on the page, or deleted there. */
function isOver(scene: Scene, entry: StateEntry): boolean {
  const { owners, server } = scene;
  const isPast = ([, { end_time }]: [string, Row]) => Date.parse(String(end_time)) <= server.shownNow;
  return areOver(scene, entry) && !isDraft(scene, entry) && owners.liveInSeries(keyOfEntry(entry)).every(isPast);
}

/** Whether a record stays on the page when its resource goes: the page alone decides. */
export const isLeftBehind = (scene: Scene, key: string): boolean =>
  isHistory(scene, key) ||
  // Somebody has made a series of a single maintenance, and removed that.
  !scene.rows.has(scene.owners.seriesOf(key));

/** Returns the record that a resource has now: of a series the first date that isn't over. */
function currentOf(scene: Scene, entry: StateEntry): [string, Row | undefined] {
  const key = keyOfEntry(entry);
  const noted = Object.entries(Object(entry.outputs.__occurrences) as Record<string, number>);
  // Somebody may have made a series of it.
  if (!entry.inputs.repeat && noted.length < 2) return [key, scene.rows.get(key)];
  const left = scene.owners.liveInSeries(key).filter(([each]) => !isHistory(scene, each));
  left.sort(([, one], [, other]) => String(one.start_time).localeCompare(String(other.start_time)));
  // A draft is never over: its last date stands for it. What was published goes on, whatever is left as a draft.
  const last = entry.inputs.state === "draft" ? left.at(-1) : undefined;
  const isToCome = ([, { end_time }]: [string, Row]) => Date.parse(String(end_time)) > scene.server.shownNow;
  const toCome = left.find(isToCome);
  return toCome ?? last ?? [key, scene.rows.get(key)];
}

/**
 * Returns why an occurrence of a series isn't changed, or is left if the series is made again. A write to it would reach the later ones,
 * which are history. Empty if it could be changed.
 */
export function causeAt(scene: Scene, key: string): string {
  const { start_time, end_time }: Partial<Row> = scene.rows.get(key) ?? {};
  const isToCome = Date.parse(String(end_time)) > scene.server.shownNow;
  const isLaterAndOver = ([other, each]: [string, Row]) =>
    isHistory(scene, other) && String(each.start_time) > String(start_time);
  const outlasts = isToCome && scene.owners.liveInSeries(key).some(isLaterAndOver);
  return outlasts ? ", an occurrence that outlasts a later one" : "";
}

/**
 * Whether no date of a series is left: those to come are deleted, so it is made again, or somebody has moved them into the past, so it
 * isn't.
 */
const hasNoDates = (scene: Scene, entry: StateEntry): boolean => {
  const left = scene.owners.liveInSeries(keyOfEntry(entry));
  return Boolean(entry.inputs.repeat) && left.every(([key]) => isHistory(scene, key));
};

/** Whether another resource has a record of the same series. */
export function hasOthers({ stacks, owners }: Scene, own: StateEntry): boolean {
  const series = owners.seriesOf(keyOfEntry(own));
  const isPart = (entry: StateEntry) => owners.keysOf(entry).some((key) => owners.seriesOf(key) === series);
  return stacks.some(({ state }) => state.some((entry) => entry.urn !== own.urn && isPart(entry)));
}

/** After an `up`, every record has the values that were reported as done. */
export function checkDone(scene: Scene, stack: Stack, { engine, invocation, stateBefore }: Report): void {
  const { target, refresh = true } = invocation;
  for (const declared of inOrder(stack.program)) {
    if (target !== undefined && !target.includes(declared.name)) continue;
    const urn = urnOf(stack.name, declared);
    const entry = stack.state.find((each) => each.urn === urn && each.pending === undefined);
    if (entry === undefined) throw new Violation(`LIF-8: up leaves a ${declared.kind} out of the state`, urn);
    const done = engine.steps.done.filter((each) => each.urn === urn && each.op !== "read" && each.op !== "delete");
    const urns = urnsOf(stack.name, declared);
    const before = stateBefore.find((each) => urns.includes(each.urn) && each.pending === undefined);
    // `--target` names what the program declares, so a refresh leaves out what the state has under another name.
    const isRefreshed = refresh && (before === undefined || target?.includes(before.name) !== false);
    if (!isRefreshed && done.length === 0) continue;
    const [key, row] = currentOf(scene, entry);
    const what = `${key} of ${urn}`;
    if (isOver(scene, entry) || hasNoDates(scene, entry)) continue;
    if (!isLive(row)) throw new Violation(`done: after up a ${entry.kind} doesn't exist`, what);
    const touched = new Set(done.flatMap(({ keys }) => keys));
    const wrong = differences(scene, entry, { inputs: entry.inputs, row }).filter(
      (name) => !scene.hides(name) && (isRefreshed || touched.has(name)),
    );
    if (wrong.length > 0)
      throw new Violation(
        `done: after up ${wrong} of a ${entry.kind} is not as declared${causeAt(scene, key)}`,
        `${what}: ${JSON.stringify(row)}`,
      );
    const hub = scene.server.hubOf(entry.inputs);
    const isElsewhere = row.hub_id !== undefined && hub !== undefined && hub !== row.hub_id;
    const isRead = engine.steps.done.some((each) => each.urn === urn && each.op === "read");
    const isMoved = !isRead || stateBefore.some((each) => each.urn === urn && each.provider !== entry.provider);
    if (isElsewhere && !isExtended(scene, entry))
      throw new Violation(
        `REL-7: a ${entry.kind} is on another hub${isMoved ? ", which its provider hasn't looked up" : ""}`,
        `${what} is on hub ${row.hub_id} instead of ${hub}`,
      );
    if (isRefreshed && done.every(({ op }) => op === "update")) checkCleared(entry, row, touched);
  }
}

function checkCleared(entry: StateEntry, row: Row, touched: ReadonlySet<string>): void {
  for (const [name, property] of Object.entries(kindOf(entry.kind).properties)) {
    if (entry.inputs[name] !== undefined || !touched.has(name)) continue;
    const { cleared } = property;
    if (cleared !== undefined && !isAsDeclared(name, row[property.field], cleared))
      throw new Violation(
        `CLR-1: ${name} of a ${entry.kind} is not cleared`,
        `${entry.urn}: ${JSON.stringify(row[property.field])}`,
      );
  }
}

/** Every output has the live value, even if that is null. */
export function checkOutputs(scene: Scene, { state }: Stack, { invocation }: Report): void {
  if (invocation.target !== undefined) return;
  for (const entry of state) {
    const [key, row] = currentOf(scene, entry);
    if (row === undefined || entry.pending !== undefined || isHistory(scene, key) || isOver(scene, entry)) continue;
    // In responses, an unset flag is false.
    const isShown = ([name, { wire }]: [string, Property]) =>
      !wire && name !== "silentUpdate" && !scene.hides(name) && entry.inputs[name] === undefined;
    const texts = Object.entries(kindOf(entry.kind).properties).filter(isShown);
    const fields = [
      ...texts.map(([name, { field }]) => [name, field] as const),
      ["customDomain", "custom_domain"] as const,
    ];
    for (const [name, field] of fields) {
      if (
        row[field] === undefined ||
        !(name in entry.outputs) ||
        isUnseen(scene.assumed, name, row[field]) ||
        isAsDeclared(name, row[field], entry.outputs[name])
      )
        continue;
      throw new Violation(
        `DRF-14: the output ${name} of a ${entry.kind} is not the live value${causeAt(scene, key)}`,
        `${entry.urn}: ${entry.outputs[name]}, and ${row[field]} is live`,
      );
    }
  }
}

export function checkPreview(scene: Scene, stack: Stack, { engine, invocation, stateBefore, faults }: Report): void {
  if (invocation.refresh === false || invocation.target !== undefined || invocation.replace !== undefined) return;
  for (const declared of inOrder(stack.program)) {
    const urns = urnsOf(stack.name, declared);
    const entry = stateBefore.find((each) => urns.includes(each.urn) && each.pending === undefined);
    const shown = engine.steps.done.find((each) => each.urn === urns[0] && each.op !== "read");
    const [key, row] = entry === undefined ? [""] : currentOf(scene, entry);
    const goesOn = entry !== undefined && isOver(scene, entry);
    const isGone = !goesOn && (row === undefined || (!isLive(row) && declared.kind !== "Subscription"));
    const op = shown?.op ?? "same";
    // A list leaves a deleted one out, so a 404 of its own looks the same. The create restores it.
    const mayBeRestored = row !== undefined && !isLive(row) && faults > 0;
    const isUnclear = entry !== undefined && !goesOn && hasNoDates(scene, entry);
    if (isGone !== (op === "create") && !mayBeRestored && !isUnclear)
      throw new Violation(
        `preview: a ${declared.kind} that ${isGone ? "is gone" : "exists"} is shown as ${op}`,
        `${urns[0]}`,
      );
    if (
      entry === undefined ||
      entry.isFailed ||
      isGone ||
      row === undefined ||
      op === "replace" ||
      !isLive(row) ||
      isOver(scene, entry) ||
      (isHistory(scene, key) && Boolean(entry.inputs.repeat)) ||
      namesNew(engine.steps.done, stack, declared)
    )
      continue;
    checkShown(scene, entry, { declared, key, row, keys: shown?.keys ?? [] });
  }
}

/** Whether it refers to a resource that isn't created yet, so that values are unknown. */
const namesNew = (done: readonly Done[], { name: stack, program }: Stack, { args }: Declared): boolean =>
  namesIn(args).some((name) => {
    const other = program.find((each) => each.name === name);
    return other !== undefined && done.some(({ urn, op }) => urn === urnOf(stack, other) && op !== "read");
  });

function checkShown(
  scene: Scene,
  entry: StateEntry,
  { declared, key, row, keys }: { declared: Declared; key: string; row: Row; keys: readonly string[] },
): void {
  const { args } = declared;
  const now = Object.fromEntries(
    Object.keys(args).map((name) => [name, namesIn(args[name]).length > 0 ? entry.inputs[name] : args[name]]),
  );
  const names = Object.entries(kindOf(entry.kind).properties)
    .filter(([name, { field }]) => !scene.hides(name) && !isUnseen(scene.assumed, name, row[field]))
    .map(([name]) => name);
  const isEdited = (name: string) => (now[name] === undefined) !== (entry.inputs[name] === undefined);
  const wrong = new Set(
    [...differences(scene, entry, { inputs: now, row }), ...names.filter(isEdited)].filter((name) =>
      names.includes(name),
    ),
  );
  const shown = keys.filter((name) => names.includes(name));
  const missing = [...wrong].filter((name) => !shown.includes(name));
  // Dates that the page has already may be new for the program.
  const mayBeShown = Boolean(entry.inputs.repeat ?? args.repeat) || areOver(scene, entry);
  const invented = shown.filter((name) => !wrong.has(name) && !(mayBeShown && isOfDates(name)));
  if (missing.length + invented.length > 0)
    throw new Violation(
      `preview: for a ${entry.kind} it misses [${missing}] and wrongly shows [${invented}]${causeAt(scene, key)}`,
      entry.urn,
    );
}
