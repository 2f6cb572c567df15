import type { Values } from "../laws/grpc.ts";
import type { Done, Kept } from "./engine.ts";
import { expectedIn, isAsDeclared, kindOf, type Property } from "./kinds.ts";
import { isLive, keyOfEntry, type Stack, Violation } from "./owners.ts";
import { type Declared, inOrder, namesIn, urnOf, urnsOf } from "./program.ts";
import type { Report, Scene } from "./scene.ts";
import type { Row } from "./server.ts";

/*
 * What has to hold after every command, whatever has happened before and during it.
 */

/** @throws Violation */
export function checkCommand(scene: Scene, report: Report): void {
  if (scene.violation !== undefined) throw scene.violation;
  checkOwners(scene);
  checkLost(scene, report);
  checkKept(scene, report);
  checkTold(scene, report);
  checkRequests(report);
  const stack = scene.stack(report.typed.stack);
  const isDone = report.failed.length === 0 && !report.isKilled;
  if (isDone && report.typed.command !== "preview" && report.typed.refresh !== false)
    checkOutputs(scene, stack, report);
  if (isDone && report.typed.command === "up") checkDone(scene, stack, report);
  if (isDone && report.typed.command === "preview") checkPreview(scene, stack, report);
}

/** No record has two owners, and nobody has what it may not have. */
function checkOwners(scene: Scene): void {
  for (const { name, state, program } of scene.stacks) {
    // An ID does not say that another stack has it: a program that adopts one takes it.
    const owners = new Map<string, Kept>();
    const declared = new Set(program.map((each) => urnOf(name, each)));
    for (const kept of state) {
      const key = keyOfEntry(kept);
      if (!scene.owners.mayHave(name, key))
        throw new Violation("IDN-1", `a ${kept.kind} of somebody else is in the state`, `${kept.urn} has ${key}`);
      if (kept.pending !== undefined || !declared.has(kept.urn)) continue;
      const other = owners.get(key);
      if (other !== undefined) {
        const where = other.way === kept.way ? "" : " of different providers";
        throw new Violation(
          "one owner",
          `a ${kept.kind} belongs to two resources${where}`,
          `${key} belongs to ${other.urn} and to ${kept.urn}`,
        );
      }
      owners.set(key, kept);
    }
  }
}

/** What a stack has made is in its state, or an error names it; and no step has made it twice. */
function checkLost(scene: Scene, { typed, output, isKilled, failed }: Report): void {
  const kept = new Set(scene.stacks.flatMap(({ state }) => state.map(keyOfEntry)));
  const steps = new Map<unknown, string>();
  for (const [key, made] of scene.owners.made) {
    if (made.stack !== typed.stack || made.isLost || !isLive(scene.rows.get(key))) continue;
    const twin = steps.get(made.step);
    if (twin !== undefined && !isKilled)
      throw new Violation("IDN-4", `a ${made.step.kind} is made twice`, `${made.urn}: ${twin} and ${key}`);
    steps.set(made.step, key);
    if (kept.has(key)) continue;
    const isNamed = new RegExp(`\\b${key.split("/")[1]}\\b`).test(output);
    // It appeared when the failure was printed already, which says that the outcome is not known.
    const isUnknown = failed.some(({ message }) => message.includes("not known"));
    if (!isKilled && !isNamed && !isUnknown)
      throw new Violation(
        "IDN-4",
        `a ${made.step.kind} is in no state and in no error`,
        `${key}, made for ${made.urn}`,
      );
    made.isLost = true;
  }
}

/** A record that is still there is still in the state: what fails leaves it where it was. */
function checkKept(scene: Scene, { stateBefore, typed }: Report): void {
  if (typed.command === "preview") return;
  const kept = new Set(scene.stacks.flatMap(({ state }) => state.map(keyOfEntry)));
  const left = stateBefore.find((each) => each.kind !== "Hub" && isLive(scene.rows.get(keyOfEntry(each))) && !kept.has(keyOfEntry(each)));
  if (left !== undefined) throw new Violation("IDN-9", `a ${left.kind} that is there has left the state`, `${left.urn}: ${keyOfEntry(left)}`);
}

/** No secret is in anything that a user sees. */
function checkTold(scene: Scene, { output, typed }: Report): void {
  if (output.trim() === "") return;
  const rows = [...scene.rows.values()];
  const secrets = rows.flatMap(({ address, token, configuration }) => [
    address,
    token,
    ...Object.values(configuration ?? {}),
  ]);
  for (const secret of [...secrets, `key-of-stack-${typed.stack}`]) {
    if (typeof secret === "string" && output.includes(secret))
      throw new Violation("SUB-7", "the output shows a secret", `${secret}: ${output}`);
  }
}

/** No more requests than the laws allow: one write a change, a bounded number of reads, and no refusal by the limit. */
function checkRequests({
  engine,
  typed,
  writes,
  requests,
  faults,
  refused,
  failed,
  isKilled,
  stateBefore,
}: Report): void {
  if (typed.command === "preview" || typed.command === "refresh") {
    if (writes > 0) throw new Violation("DRF-12", `a ${typed.command} writes`, `${writes} writes`);
  }
  if (faults > 0 || isKilled || failed.length > 0) return;
  // Each provider has a process of its own, and knows nothing of what the others send with the same key.
  const ways = new Set([...engine.ways, ...stateBefore.map(({ way }) => way)]);
  if (refused > 0 && ways.size === 1)
    throw new Violation("RAT-1", "the limit is passed", `${refused} requests were refused with 429`);
  // A refused request is sent again, and so is one that goes to the old name of a hub which is just being renamed.
  if (refused > 0 || engine.done.some(({ urn, keys }) => urn.includes(":Hub::") && keys.includes("subdomain"))) return;
  const changes = engine.done.filter(({ op }) => op !== "read" && op !== "same");
  const most = changes.reduce((sum, { op, urn }) => sum + writesOf(op, urn), 0);
  if (writes > most)
    throw new Violation("LIF-4", "more writes than changes", `${writes} writes for ${JSON.stringify(changes)}`);
  const mostReads = 40 + 6 * (changes.length + stateBefore.length);
  if (requests - writes > mostReads)
    throw new Violation("RAT-2", "too many reads", `${requests - writes}, and ${mostReads} are enough`);
}

/** A series takes two requests; a subscription that comes back a restore, its update, and the create that was refused. */
function writesOf(op: Done["op"], urn: string): number {
  if (urn.includes(":Hub::")) return op === "delete" ? 0 : 1;
  if (urn.includes(":Subscription::")) return op === "delete" ? 1 : 4;
  const one = urn.includes(":Maintenance::") ? 2 : 1;
  return op === "replace" ? 2 * one : one;
}

/** The declared values of a resource, as the state has them, that its record does not have. */
function differences(kept: Kept, inputs: Values, row: Row): string[] {
  return Object.entries(kindOf(kept.kind).properties).flatMap(([name, property]) => {
    if (inputs[name] === undefined) return [];
    return isAsDeclared(name, row[property.field], expectedIn(property, inputs[name])) ? [] : [name];
  });
}

/** What was reported as done is there. */
function checkDone(scene: Scene, stack: Stack, { engine, typed }: Report): void {
  const { target, refresh = true } = typed;
  for (const declared of inOrder(stack.program)) {
    if (target !== undefined && !target.includes(declared.name)) continue;
    const urn = urnOf(stack.name, declared);
    const kept = stack.state.find((each) => each.urn === urn && each.pending === undefined);
    if (kept === undefined) throw new Violation("LIF-8", `up leaves a ${declared.kind} out of the state`, urn);
    const done = engine.done.filter((each) => each.urn === urn && each.op !== "read");
    if (!refresh && done.length === 0) continue;
    const row = scene.rows.get(keyOfEntry(kept));
    const what = `${keyOfEntry(kept)} of ${urn}`;
    if (!isLive(row)) throw new Violation("done", `after up a ${kept.kind} is not there`, what);
    const touched = new Set(done.flatMap(({ keys }) => keys));
    const wrong = differences(kept, kept.inputs, row).filter((name) => refresh || touched.has(name));
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
    const cleared = "cleared" in property ? property.cleared : null;
    if (cleared !== undefined && !isAsDeclared(name, row[property.field], cleared))
      throw new Violation(
        "CLR-1",
        `${name} of a ${kept.kind} is not cleared`,
        `${kept.urn}: ${JSON.stringify(row[property.field])}`,
      );
  }
}

/** Every output has the live value, also where that is null. */
function checkOutputs(scene: Scene, { state }: Stack, { typed }: Report): void {
  if (typed.target !== undefined) return;
  for (const kept of state) {
    const row = scene.rows.get(keyOfEntry(kept));
    if (row === undefined || kept.pending !== undefined) continue;
    // In responses an unset flag looks like false.
    const isShown = ([name, { wire }]: [string, Property]) =>
      !wire && name !== "silentUpdate" && kept.inputs[name] === undefined;
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
function checkPreview(scene: Scene, stack: Stack, { engine, typed, stateBefore }: Report): void {
  if (typed.refresh === false || typed.target !== undefined || typed.replace !== undefined) return;
  for (const declared of inOrder(stack.program)) {
    const urns = urnsOf(stack.name, declared);
    const kept = stateBefore.find((each) => urns.includes(each.urn) && each.pending === undefined);
    const shown = engine.done.find((each) => each.urn === urns[0] && each.op !== "read");
    const row = kept && scene.rows.get(keyOfEntry(kept));
    const isGone = row === undefined || (!isLive(row) && declared.kind !== "Subscription");
    const op = shown?.op ?? "same";
    if (isGone !== (op === "create"))
      throw new Violation(
        "preview",
        `a ${declared.kind} that ${isGone ? "is gone" : "is there"} is shown as ${op}`,
        `${urns[0]}`,
      );
    if (kept === undefined || isGone || op === "replace" || !isLive(row) || namesNew(engine.done, stack, declared))
      continue;
    checkShown(kept, { declared, row, keys: shown?.keys ?? [] });
  }
}

/** Whether it refers to something that is still to be made: then the values are not known. */
const namesNew = (done: readonly Done[], { name: stack, program }: Stack, { args }: Declared): boolean =>
  namesIn(args).some((name) => {
    const other = program.find((each) => each.name === name);
    return other !== undefined && done.some(({ urn, op }) => urn === urnOf(stack, other) && op !== "read");
  });

function checkShown(
  kept: Kept,
  { declared, row, keys }: { declared: Declared; row: Row; keys: readonly string[] },
): void {
  const { args } = declared;
  const now = Object.fromEntries(
    Object.keys(args).map((name) => [name, namesIn(args[name]).length > 0 ? kept.inputs[name] : args[name]]),
  );
  const names = Object.keys(kindOf(kept.kind).properties);
  const isEdited = (name: string) => (now[name] === undefined) !== (kept.inputs[name] === undefined);
  const wrong = new Set([...differences(kept, now, row), ...names.filter(isEdited)]);
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
