import type { Values } from "../laws/grpc.ts";
import { kindOf, type Property } from "./kinds.ts";
import { isLive, keyOfEntry, type Stack, Violation } from "./owners.ts";
import { type Declared, inOrder, namesIn, urnOf, urnsOf } from "./program.ts";
import type { Report, Scene } from "./scene.ts";
import type { Row } from "./server.ts";
import type { Done, Kept } from "./state.ts";
import { expectedIn, isAsDeclared } from "./values.ts";

/*
 * What was declared, done and shown, against what is there.
 */

/** The declared values of a resource, as the state has them, that its record does not have. */
function differences(kept: Kept, inputs: Values, row: Row): string[] {
  return Object.entries(kindOf(kept.kind).properties).flatMap(([name, property]) => {
    if (inputs[name] === undefined) return [];
    return isAsDeclared(name, row[property.field], expectedIn(property, inputs[name])) ? [] : [name];
  });
}

/** What was reported as done is there. */
export function checkDone(scene: Scene, stack: Stack, { engine, typed }: Report): void {
  const { target, refresh = true } = typed;
  for (const declared of inOrder(stack.program)) {
    if (target !== undefined && !target.includes(declared.name)) continue;
    const urn = urnOf(stack.name, declared);
    const kept = stack.state.find((each) => each.urn === urn && each.pending === undefined);
    if (kept === undefined) throw new Violation("LIF-8", `up leaves a ${declared.kind} out of the state`, urn);
    const done = engine.steps.done.filter((each) => each.urn === urn && each.op !== "read");
    if (!refresh && done.length === 0) continue;
    const row = scene.rows.get(keyOfEntry(kept));
    const what = `${keyOfEntry(kept)} of ${urn}`;
    if (!isLive(row)) throw new Violation("done", `after up a ${kept.kind} is not there`, what);
    const touched = new Set(done.flatMap(({ keys }) => keys));
    const wrong = differences(kept, kept.inputs, row).filter(
      (name) => !scene.hides(name) && (refresh || touched.has(name)),
    );
    if (wrong.length > 0)
      throw new Violation(
        "done",
        `after up ${wrong} of a ${kept.kind} is not as declared`,
        `${what}: ${JSON.stringify(row)}`,
      );
    const hub = scene.owners.hubOf(kept.inputs);
    const isElsewhere = row.hub_id !== undefined && typeof kept.inputs.hub === "object" && hub !== row.hub_id;
    if (isElsewhere)
      throw new Violation(
        "REL-7",
        `a ${kept.kind} is on another hub`,
        `${what} is on hub ${row.hub_id}, and not on ${hub}`,
      );
    if (refresh && done.every(({ op }) => op === "update")) checkCleared(kept, row, touched);
  }
}

function checkCleared(kept: Kept, row: Row, touched: ReadonlySet<string>): void {
  for (const [name, property] of Object.entries(kindOf(kept.kind).properties)) {
    if (kept.inputs[name] !== undefined || !touched.has(name)) continue;
    const { cleared } = property;
    if (cleared !== undefined && !isAsDeclared(name, row[property.field], cleared))
      throw new Violation(
        "CLR-1",
        `${name} of a ${kept.kind} is not cleared`,
        `${kept.urn}: ${JSON.stringify(row[property.field])}`,
      );
  }
}

/** Every output has the live value, also where that is null. */
export function checkOutputs(scene: Scene, { state }: Stack, { typed }: Report): void {
  if (typed.target !== undefined) return;
  for (const kept of state) {
    const row = scene.rows.get(keyOfEntry(kept));
    if (row === undefined || kept.pending !== undefined) continue;
    // In responses an unset flag looks like false.
    const isShown = ([name, { wire }]: [string, Property]) =>
      !wire && name !== "silentUpdate" && !scene.hides(name) && kept.inputs[name] === undefined;
    const texts = Object.entries(kindOf(kept.kind).properties).filter(isShown);
    const fields = [
      ...texts.map(([name, { field }]) => [name, field] as const),
      ["customDomain", "custom_domain"] as const,
    ];
    for (const [name, field] of fields) {
      if (row[field] === undefined || !(name in kept.outputs) || isAsDeclared(name, row[field], kept.outputs[name]))
        continue;
      throw new Violation(
        "DRF-14",
        `the output ${name} of a ${kept.kind} is not the live value`,
        `${kept.urn}: ${kept.outputs[name]}, and ${row[field]} is live`,
      );
    }
  }
}

/** A preview names exactly what differs. */
export function checkPreview(scene: Scene, stack: Stack, { engine, typed, stateBefore }: Report): void {
  if (typed.refresh === false || typed.target !== undefined || typed.replace !== undefined) return;
  for (const declared of inOrder(stack.program)) {
    const urns = urnsOf(stack.name, declared);
    const kept = stateBefore.find((each) => urns.includes(each.urn) && each.pending === undefined);
    const shown = engine.steps.done.find((each) => each.urn === urns[0] && each.op !== "read");
    const row = kept && scene.rows.get(keyOfEntry(kept));
    const isGone = row === undefined || (!isLive(row) && declared.kind !== "Subscription");
    const op = shown?.op ?? "same";
    if (isGone !== (op === "create"))
      throw new Violation(
        "preview",
        `a ${declared.kind} that ${isGone ? "is gone" : "is there"} is shown as ${op}`,
        `${urns[0]}`,
      );
    if (
      kept === undefined ||
      isGone ||
      op === "replace" ||
      !isLive(row) ||
      namesNew(engine.steps.done, stack, declared)
    )
      continue;
    checkShown(scene, kept, { declared, row, keys: shown?.keys ?? [] });
  }
}

/** Whether it refers to something that is still to be made: then the values are not known. */
const namesNew = (done: readonly Done[], { name: stack, program }: Stack, { args }: Declared): boolean =>
  namesIn(args).some((name) => {
    const other = program.find((each) => each.name === name);
    return other !== undefined && done.some(({ urn, op }) => urn === urnOf(stack, other) && op !== "read");
  });

function checkShown(
  scene: Scene,
  kept: Kept,
  { declared, row, keys }: { declared: Declared; row: Row; keys: readonly string[] },
): void {
  const { args } = declared;
  const now = Object.fromEntries(
    Object.keys(args).map((name) => [name, namesIn(args[name]).length > 0 ? kept.inputs[name] : args[name]]),
  );
  const names = Object.keys(kindOf(kept.kind).properties).filter((name) => !scene.hides(name));
  const isEdited = (name: string) => (now[name] === undefined) !== (kept.inputs[name] === undefined);
  const wrong = new Set(
    [...differences(kept, now, row), ...names.filter(isEdited)].filter((name) => names.includes(name)),
  );
  const shown = keys.filter((name) => names.includes(name));
  const missing = [...wrong].filter((name) => !shown.includes(name));
  const invented = shown.filter((name) => !wrong.has(name));
  if (missing.length + invented.length > 0)
    throw new Violation(
      "preview",
      `of a ${kept.kind} it does not show [${missing}], and shows [${invented}] without reason`,
      kept.urn,
    );
}
