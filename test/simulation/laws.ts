import { checkDone, checkOutputs, checkPreview } from "./declared.ts";
import { isLive, keyOfEntry, Violation } from "./owners.ts";
import { urnOf } from "./program.ts";
import type { Report, Scene } from "./scene.ts";
import type { Done, Kept } from "./state.ts";

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
  checkBlame(report);
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
        const where = other.provider === kept.provider ? "" : " of different providers";
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
    // It may have appeared when the failure was printed already, which then says that the outcome is not known.
    const { on, effect } = typed.fault ?? {};
    const mayBeUnknown = on !== "POST" || effect !== "done";
    const isUnknown = mayBeUnknown && failed.some(({ message }) => /known|whether/i.test(message));
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
  const left = stateBefore.find(
    (each) => each.kind !== "Hub" && isLive(scene.rows.get(keyOfEntry(each))) && !kept.has(keyOfEntry(each)),
  );
  if (left !== undefined)
    throw new Violation("IDN-9", `a ${left.kind} that is there has left the state`, `${left.urn}: ${keyOfEntry(left)}`);
}

/** A rejection that concerns no record must not name one. */
function checkBlame({ typed, failed }: Report): void {
  if (typed.fault?.as !== 422 && typed.fault?.as !== 403) return;
  const blamed = failed.find(
    ({ message }) => message.includes(`a fault: ${typed.fault?.as}`) && message.includes("conflicts with"),
  );
  if (blamed !== undefined)
    throw new Violation(
      "IDN-2",
      "a rejection names a record that it does not concern",
      `${blamed.urn}: ${blamed.message}`,
    );
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

/** No more requests than the laws allow: one write a change, a bounded number of reads, and no 429. */
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
  const providers = new Set([...engine.providers, ...stateBefore.map(({ provider }) => provider)]);
  if (refused > 0 && providers.size === 1)
    throw new Violation("RAT-1", "the limit is passed", `${refused} requests were refused with 429`);
  // A refused request is sent again, and so is one that goes to the old name of a hub which is just being renamed.
  if (refused > 0 || engine.steps.done.some(({ urn, keys }) => urn.includes(":Hub::") && keys.includes("subdomain")))
    return;
  const changes = engine.steps.done.filter(({ op }) => op !== "read" && op !== "same");
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
