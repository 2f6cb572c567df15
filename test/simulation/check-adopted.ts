import { type Declared, inOrder, urnOf, urnsOf } from "../engine-model/program.ts";
import type { StateEntry } from "../engine-model/state.ts";
import { isLeftBehind } from "./check-declared.ts";
import { keyOfEntry } from "./kinds.ts";
import { isLive, type Stack } from "./owners.ts";
import type { Report, Scene } from "./scene.ts";
import { isAdopting, isShared } from "./taken.ts";
import { Violation } from "./violation.ts";

/*
 * What a resource has taken is neither replaced nor deleted, until an update without `adopt`.
 */

/** @throws Violation */
export function checkAdopted(scene: Scene, report: Report): void {
  const stack = scene.stack(report.invocation.stack);
  const isWhole = report.failed.length === 0 && !report.isKilled;
  checkReplaced(stack, report);
  if (isWhole && report.invocation.command !== "preview") checkKept(scene, stack, report);
  if (isWhole && report.invocation.command === "up") checkReleased(scene, stack, report);
  if (isWhole && report.invocation.command === "refresh") checkInputs(scene, stack, report);
}

/** A replacement of what is taken, or of what still says `adopt`, is refused, also in a preview. */
function checkReplaced(
  { name, program }: Stack,
  { engine, invocation, failed, stateBefore, takenBefore }: Report,
): void {
  for (const declared of inOrder(program)) {
    const urn = urnOf(name, declared);
    const isReplaced = engine.steps.done.some((each) => each.urn === urn && each.op === "replace");
    if (!isReplaced || failed.some((each) => each.urn === urn)) continue;
    const entry = entryOf(name, declared, stateBefore);
    if (invocation.replace?.includes(declared.name) === true) {
      // Without a refresh, Pulumi shows nothing of the resource that is replaced.
      if (typeof declared.args.adopt === "string" && invocation.refresh !== false)
        throw new Violation(`OWN-5: --replace of a ${declared.kind} that says adopt isn't refused`, urn);
    } else if (entry !== undefined && takenBefore.has(name, keyOfEntry(entry)) && !isShared(entry, stateBefore))
      throw new Violation(`OWN-6: a ${declared.kind} that was taken is replaced`, urn);
  }
}

const entryOf = (stack: string, declared: Declared, state: readonly StateEntry[]) =>
  state.find((each) => each.pending === undefined && urnsOf(stack, declared).includes(each.urn));

/** What stays on the page is named in a warning. */
function checkKept(scene: Scene, { name, state }: Stack, { engine, output, stateBefore, takenBefore }: Report): void {
  const left = new Set(state.map(keyOfEntry));
  for (const entry of stateBefore) {
    const key = keyOfEntry(entry);
    const isDeleted = engine.steps.done.some(({ urn, op }) => urn === entry.urn && op === "delete");
    if (!isDeleted || left.has(key) || !takenBefore.has(name, key) || isLeftBehind(scene, key)) continue;
    if (!isLive(scene.rows.get(key))) continue;
    const isNamed = output.split("\n").some((line) => line.includes(`(ID ${entry.id})`) && line.includes("adopt"));
    if (!isNamed) throw new Violation(`OWN-6: a ${entry.kind} that was taken leaves the state in silence`, key);
  }
}

/** After an `up` of a program that doesn't say `adopt`, the stack manages a record like any other. */
function checkReleased({ owners }: Scene, { name, program, state }: Stack, { invocation }: Report): void {
  for (const declared of inOrder(program)) {
    if (isAdopting(declared.args) || invocation.target?.includes(declared.name) === false) continue;
    const entry = entryOf(name, declared, state);
    if (entry !== undefined && owners.taken.has(name, keyOfEntry(entry)))
      throw new Violation(`OWN-6: a ${declared.kind} stays taken after an up without adopt`, entry.urn);
  }
}

/** A refresh leaves `adopt` in the inputs, so that Pulumi sees that a program drops it. */
function checkInputs({ owners }: Scene, { name, state }: Stack, { invocation }: Report): void {
  for (const entry of state) {
    const key = keyOfEntry(entry);
    if (invocation.target?.includes(entry.name) === false || !owners.taken.has(name, key)) continue;
    // With --target, a resource may have taken the record of another one, which doesn't say it.
    const isSaid = state.some((each) => keyOfEntry(each) === key && isAdopting(each.inputs));
    if (!isSaid) throw new Violation(`ADO-9: a refresh takes adopt out of the inputs of a ${entry.kind}`, entry.urn);
  }
}

/** Returns the records that a stack has for good: what it has taken stays on the page when its resource leaves the program. */
export function hadFor({ owners }: Scene, { name, program }: Stack, entries: readonly StateEntry[]): Set<string> {
  const declared = new Set(program.flatMap((each) => urnsOf(name, each)));
  const stays = (entry: StateEntry) => owners.taken.has(name, keyOfEntry(entry)) && !declared.has(entry.urn);
  return new Set(entries.filter((entry) => !stays(entry)).flatMap((entry) => owners.keysOf(entry)));
}
