import type { Values } from "../engine-model/grpc.ts";
import { type Declared, inOrder, namesIn, urnOf, urnsOf } from "../engine-model/program.ts";
import type { Done, StateEntry } from "../engine-model/state.ts";
import { isUnseen } from "./explained.ts";
import { expectedIn, isAsDeclared, keyOfEntry, kindOf, type Property } from "./kinds.ts";
import { isLive, type Stack } from "./owners.ts";
import type { Report, Scene } from "./scene.ts";
import { hasEnded, type Row } from "./server.ts";
import { Violation } from "./violation.ts";

/*
 * Compares declarations, reported changes and outputs with the records on the server.
 */

function differences(scene: Scene, entry: StateEntry, { inputs, row }: { inputs: Values; row: Row }): string[] {
  const isLater = isLaterOccurrence(scene, entry, { inputs, row });
  return Object.entries(kindOf(entry.kind).properties).flatMap(([name, property]) => {
    // A later occurrence has other times than the program declares, and may keep earlier manual changes.
    if (inputs[name] === undefined || isLater || isUnseen(scene.assumed, name, row[property.field])) return [];
    return isAsDeclared(name, row[property.field], expectedIn(property, inputs[name])) ? [] : [name];
  });
}

function isLaterOccurrence(
  { owners }: Scene,
  entry: StateEntry,
  { inputs, row }: { inputs: Values; row: Row },
): boolean {
  const key = keyOfEntry(entry);
  // A series begins with the first date that isn't over, also when the program moves it.
  const isBegunLater = typeof row.series_id === "number" && String(inputs.endTime) <= String(row.updated_at);
  return owners.seriesOf(key) !== key || isBegunLater;
}

/** Whether it is a maintenance that has ended, which stays as it is. */
export function isHistory({ rows, server }: Scene, key: string): boolean {
  const row = rows.get(key);
  return row !== undefined && hasEnded(row, server.emulation.clock.now());
}

/** Whether it has ended, or somebody has given it an end beyond a later date of its series that is over: then it is left behind. */
export function isLeftBehind(scene: Scene, key: string): boolean {
  const { rows, owners } = scene;
  const start = String(rows.get(key)?.start_time);
  const isPassed = ([other, row]: [string, Row]) =>
    owners.seriesOf(other) === owners.seriesOf(key) && String(row.start_time) > start && isHistory(scene, other);
  return isHistory(scene, key) || [...rows].some(isPassed);
}

/** Whether everything that a resource stands for has ended according to the state, so that nothing is made again. */
function isOver({ server }: Scene, { outputs }: StateEntry): boolean {
  const offsets = Object.values((outputs.__occurrences as Record<string, number> | undefined) ?? { first: 0 });
  return Date.parse(String(outputs.endTime)) + Math.max(...offsets) <= server.emulation.clock.now();
}

/** Whether another resource has a record of the same series. */
export function hasOthers({ stacks, owners }: Scene, own: StateEntry): boolean {
  const series = owners.seriesOf(keyOfEntry(own));
  const isPart = (entry: StateEntry) => owners.keysOf(entry).some((key) => owners.seriesOf(key) === series);
  return stacks.some(({ state }) => state.some((entry) => entry.urn !== own.urn && isPart(entry)));
}

/** After an `up`, every record has the values that were reported as done. */
export function checkDone(scene: Scene, stack: Stack, { engine, invocation }: Report): void {
  const { target, refresh = true } = invocation;
  for (const declared of inOrder(stack.program)) {
    if (target !== undefined && !target.includes(declared.name)) continue;
    const urn = urnOf(stack.name, declared);
    const entry = stack.state.find((each) => each.urn === urn && each.pending === undefined);
    if (entry === undefined) throw new Violation("LIF-8", `up leaves a ${declared.kind} out of the state`, urn);
    const done = engine.steps.done.filter((each) => each.urn === urn && each.op !== "read");
    if (!refresh && done.length === 0) continue;
    const row = scene.rows.get(keyOfEntry(entry));
    const what = `${keyOfEntry(entry)} of ${urn}`;
    // An edit of a series reaches the occurrences that haven't ended.
    if (isHistory(scene, keyOfEntry(entry)) || isOver(scene, entry)) continue;
    if (!isLive(row))
      throw new Violation(
        "done",
        `after up a ${entry.kind} doesn't exist${hasOthers(scene, entry) ? ofSeveral : ""}`,
        what,
      );
    const touched = new Set(done.flatMap(({ keys }) => keys));
    const wrong = differences(scene, entry, { inputs: entry.inputs, row }).filter(
      (name) => !scene.hides(name) && (refresh || touched.has(name)),
    );
    if (wrong.length > 0)
      throw new Violation(
        "done",
        `after up ${wrong} of a ${entry.kind} is not as declared`,
        `${what}: ${JSON.stringify(row)}`,
      );
    const hub = scene.server.hubOf(entry.inputs);
    const isElsewhere = row.hub_id !== undefined && hub !== undefined && hub !== row.hub_id;
    if (isElsewhere)
      throw new Violation(
        "REL-7",
        `a ${entry.kind} is on another hub`,
        `${what} is on hub ${row.hub_id} instead of ${hub}`,
      );
    if (refresh && done.every(({ op }) => op === "update")) checkCleared(entry, row, touched);
  }
}

const ofSeveral = ", of whose series another resource has a part";

function checkCleared(entry: StateEntry, row: Row, touched: ReadonlySet<string>): void {
  for (const [name, property] of Object.entries(kindOf(entry.kind).properties)) {
    if (entry.inputs[name] !== undefined || !touched.has(name)) continue;
    const { cleared } = property;
    if (cleared !== undefined && !isAsDeclared(name, row[property.field], cleared))
      throw new Violation(
        "CLR-1",
        `${name} of a ${entry.kind} is not cleared`,
        `${entry.urn}: ${JSON.stringify(row[property.field])}`,
      );
  }
}

/** Every output has the live value, even if that is null. */
export function checkOutputs(scene: Scene, { state }: Stack, { invocation }: Report): void {
  if (invocation.target !== undefined) return;
  for (const entry of state) {
    const row = scene.rows.get(keyOfEntry(entry));
    if (row === undefined || entry.pending !== undefined || isHistory(scene, keyOfEntry(entry))) continue;
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
        "DRF-14",
        `the output ${name} of a ${entry.kind} is not the live value`,
        `${entry.urn}: ${entry.outputs[name]}, and ${row[field]} is live`,
      );
    }
  }
}

export function checkPreview(scene: Scene, stack: Stack, { engine, invocation, stateBefore }: Report): void {
  if (invocation.refresh === false || invocation.target !== undefined || invocation.replace !== undefined) return;
  for (const declared of inOrder(stack.program)) {
    const urns = urnsOf(stack.name, declared);
    const entry = stateBefore.find((each) => urns.includes(each.urn) && each.pending === undefined);
    const shown = engine.steps.done.find((each) => each.urn === urns[0] && each.op !== "read");
    const row = entry && scene.rows.get(keyOfEntry(entry));
    const isNext = ([key]: [string, Row]) => !isLeftBehind(scene, key);
    const goesOn =
      entry !== undefined && (isOver(scene, entry) || scene.owners.liveInSeries(keyOfEntry(entry)).some(isNext));
    const isGone = !goesOn && (row === undefined || (!isLive(row) && declared.kind !== "Subscription"));
    const op = shown?.op ?? "same";
    if (isGone !== (op === "create"))
      throw new Violation(
        "preview",
        `a ${declared.kind} that ${isGone ? "is gone" : "exists"} is shown as ${op}`,
        `${urns[0]}`,
      );
    if (
      entry === undefined ||
      entry.isFailed ||
      isGone ||
      row === undefined ||
      op === "replace" ||
      !isLive(row) ||
      isLeftBehind(scene, keyOfEntry(entry)) ||
      namesNew(engine.steps.done, stack, declared)
    )
      continue;
    checkShown(scene, entry, { declared, row, keys: shown?.keys ?? [] });
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
  { declared, row, keys }: { declared: Declared; row: Row; keys: readonly string[] },
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
  // What the program changes of a later occurrence can't be compared with the times of its record.
  const isLater = isLaterOccurrence(scene, entry, { inputs: now, row });
  const invented = isLater ? [] : shown.filter((name) => !wrong.has(name));
  if (missing.length + invented.length > 0)
    throw new Violation(
      "preview",
      `for a ${entry.kind} it misses [${missing}] and wrongly shows [${invented}]`,
      entry.urn,
    );
}
