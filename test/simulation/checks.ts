import { OperationFailure } from "../engine-model/grpc.ts";
import { inOrder, urnOf } from "../engine-model/program.ts";
import type { Done, StateEntry } from "../engine-model/state.ts";
import { checkAdopted, hadFor } from "./check-adopted.ts";
import {
  causeAt,
  checkDone,
  checkOutputs,
  checkPreview,
  hasOthers,
  isHistory,
  isLeftBehind,
} from "./check-declared.ts";
import { checkSeen } from "./check-seen.ts";
import { isExplained } from "./explained.ts";
import { keyOfEntry, kindOf } from "./kinds.ts";
import { isLive } from "./owners.ts";
import type { Report, Scene } from "./scene.ts";
import type { Row } from "./server.ts";
import { Violation } from "./violation.ts";

/*
 * The laws that must hold after every command, whatever happened before and during it.
 */

/** @throws Violation */
export function checkCommand(scene: Scene, report: Report): void {
  if (scene.violation !== undefined) throw scene.violation;
  scene.owners.noteInputs();
  checkOwners(scene, report);
  checkTwice(scene, report);
  checkSeen(scene, report);
  checkAdopted(scene, report);
  checkLost(scene, report);
  checkState(scene, report);
  checkSecrets(scene, report);
  checkMessages(report);
  checkRequests(scene, report);
  const stack = scene.stack(report.invocation.stack);
  const isDone = report.failed.length === 0 && !report.isKilled;
  if (isDone && report.invocation.command !== "preview" && report.invocation.refresh !== false)
    checkOutputs(scene, stack, report);
  if (isDone && report.invocation.command === "up") checkDone(scene, stack, report);
  if (isDone && report.invocation.command === "up" && report.invocation.target === undefined)
    checkDoubled(scene, report);
  if (isDone && report.invocation.command === "preview") checkPreview(scene, stack, report);
}

/** No record has two owners, and every owner created or adopted its record. */
function checkOwners(scene: Scene, report: Report): void {
  const { begun } = report;
  for (const { name, state, program } of scene.stacks) {
    // An ID doesn't tell that another stack manages the record, so a program may adopt it.
    const owners = new Map<string, StateEntry>();
    const declared = new Set(inOrder(program).map((each) => urnOf(name, each)));
    for (const entry of state) {
      const key = keyOfEntry(entry);
      if (!scene.owners.mayHave(name, key)) {
        const isFresh = Date.parse(String(scene.rows.get(key)?.created_at)) + 1000 > begun;
        const cause = isFresh ? ", made in the second in which the command began" : "";
        throw new Violation(
          `IDN-1: a ${entry.kind} of somebody else is in the state${cause}`,
          `${entry.urn} has ${key}`,
        );
      }
      if (entry.pending !== undefined || !declared.has(entry.urn)) continue;
      for (const each of scene.owners.keysOf(entry)) {
        const other = owners.get(each);
        // What is over is adopted as it is, without the other dates of its series.
        const isSingle = ({ outputs }: StateEntry) => outputs.__occurrences === undefined;
        const isAlone =
          other !== undefined && isHistory(scene, each) && keyOfEntry(other) !== key && [other, entry].every(isSingle);
        if (other !== undefined && !isAlone)
          throw new Violation(
            `one owner: a ${entry.kind} belongs to two resources${causeOf(report, [other, entry])}`,
            `${each} belongs to ${other.urn} and to ${entry.urn}`,
          );
        owners.set(each, entry);
      }
    }
  }
}

/** Values that differ between equal records. */
const own = ["id", "created_at", "updated_at", "token", "subscriber_id", "series_id", "state", "published_at"];

const valuesOf = (row: Row) => JSON.stringify(Object.entries(row).filter(([name]) => !own.includes(name)));

/** A create that equals a live record which no resource of the stack has is refused, however old that record is. */
function checkTwice(scene: Scene, report: Report): void {
  const stack = scene.stack(report.invocation.stack);
  const cause = report.invocation.fault?.as === "short list" ? ", which a list left out" : "";
  const had = hadFor(scene, stack, [...stack.state, ...report.stateBefore]);
  for (const [key, { step, ...creation }] of scene.owners.created) {
    const row = scene.rows.get(key);
    if (creation.stack !== stack.name || step.op !== "create" || step.inputs?.adopt === false) continue;
    if (!isLive(row) || isHistory(scene, key)) continue;
    if (Date.parse(String(row.created_at)) + 1000 < report.begun) continue;
    const isTwin = ([other, each]: [string, Row]) =>
      !had.has(other) &&
      // Only a series is hidden until it is whole.
      (step.inputs?.repeat || each.state === row.state) &&
      !scene.owners.liveInSeries(key).some(([mine]) => mine === other) &&
      Date.parse(String(each.created_at)) + 1000 < report.begun &&
      valuesOf(each) === valuesOf(row);
    const twin = scene.liveIn(kindOf(step.kind).table).find(isTwin);
    if (twin !== undefined)
      throw new Violation(
        `IDN-4: a ${step.kind} that nobody has is doubled${cause}`,
        `${twin[0]} and ${key} of ${step.urn}`,
      );
  }
}

/** Returns why the command, which is the first with two owners of a record, couldn't notice that. Empty if it could. */
function causeOf({ invocation: { target }, failed }: Report, owners: readonly StateEntry[]): string {
  if (new Set(owners.map(({ provider }) => provider)).size > 1) return " of different providers";
  const isLeftOut = owners.some(({ name }) => target?.includes(name) === false);
  if (isLeftOut) return ", one of which --target left out";
  const isInvalid = owners.some(({ urn }) =>
    failed.some((each) => each.urn === urn && !each.message.includes("SH4010")),
  );
  return isInvalid ? ", one of which failed before the two were compared" : "";
}

/** Every record that a stack created is in its state or named in an error, and no step created two. */
function checkLost(scene: Scene, { invocation, output, isKilled, failed }: Report): void {
  const entry = new Set(seriesInStates(scene));
  const steps = new Map<unknown, string>();
  for (const [key, creation] of scene.owners.created) {
    if (creation.stack !== invocation.stack || creation.isLost || !isLive(scene.rows.get(key))) continue;
    const other = steps.get(creation.step);
    if (other !== undefined && !isKilled)
      throw new Violation(`IDN-4: a ${creation.step.kind} is created twice`, `${creation.urn}: ${other} and ${key}`);
    steps.set(creation.step, key);
    if (entry.has(scene.owners.seriesOf(key))) continue;
    if (isLeftBehind(scene, key)) {
      // It stays when its resource leaves, and somebody may give it other dates later.
      creation.isLost = scene.owners.liveInSeries(key).every(([each]) => isHistory(scene, each));
      continue;
    }
    const isNamed = new RegExp(`\\b${key.split("/")[1]}\\b`).test(output);
    // It may have been created after the error was printed. Then the error says that the outcome is unknown.
    const { on, effect } = invocation.fault ?? {};
    const mayBeUnknown = on !== "POST" || effect !== "done" || isExplained(scene.assumed, "[SH4002]");
    const isUnknown = mayBeUnknown && failed.some(({ message }) => message.includes("[SH4002]"));
    if (!isKilled && !isNamed && !isUnknown)
      throw new Violation(
        `IDN-4: a ${creation.step.kind} is in no state and in no error${causeAt(scene, key)}`,
        `${key}, created for ${creation.urn}`,
      );
    creation.isLost = true;
  }
}

/** The records in the states; for an occurrence, the record that began its series. */
const seriesInStates = ({ stacks, owners }: Scene): string[] =>
  stacks.flatMap(({ state }) => state.map((entry) => owners.seriesOf(keyOfEntry(entry))));

/** A resource has one record for a time that is to come. */
function checkDoubled(scene: Scene, { invocation }: Report): void {
  const now = new Date(scene.server.now).toISOString();
  const times = new Map<string, string>();
  for (const [key, row] of scene.liveIn("maintenances")) {
    const creation = scene.owners.created.get(scene.owners.seriesOf(key));
    const isOurs = creation?.stack === invocation.stack && !creation.isLost && !scene.owners.touched.has(key);
    if (!isOurs || String(row.start_time) <= now) continue;
    // Another resource may have adopted one of its occurrences.
    const owner = scene.stack(invocation.stack).state.find((entry) => scene.owners.keysOf(entry).includes(key));
    const time = `${owner?.urn ?? creation.urn} at ${row.start_time}`;
    const other = times.get(time);
    if (other !== undefined) {
      throw new Violation("SER-1: a series has two records for one time", `${other} and ${key} of ${time}`);
    }
    times.set(time, key);
  }
}

/** Existing records stay in the state, even if an operation fails. */
function checkState(scene: Scene, { stateBefore, takenBefore, invocation }: Report): void {
  if (invocation.command === "preview") return;
  const entry = new Set(seriesInStates(scene));
  const isLeft = (each: StateEntry) => {
    const key = keyOfEntry(each);
    return (
      each.kind !== "Hub" &&
      !takenBefore.has(invocation.stack, key) &&
      isLive(scene.rows.get(key)) &&
      !isLeftBehind(scene, key) &&
      !entry.has(scene.owners.seriesOf(key))
    );
  };
  const left = stateBefore.find(isLeft);
  if (left !== undefined)
    throw new Violation(`IDN-9: a ${left.kind} that exists has left the state`, `${left.urn}: ${keyOfEntry(left)}`);
}

/** In milliseconds. A request takes at most three minutes, and few wait for each other. */
const longestCommand = 3_600_000;

/** Every command ends, and every error of a provider has a code and no stack trace. */
function checkMessages({ took, failed }: Report): void {
  if (took > longestCommand) throw new Violation("RAT-6: a command takes too long", `${took / 60_000} minutes`);
  const wrong = failed.find(
    ({ error, message }) => error instanceof OperationFailure && !/^(?!.*\n\s+at ).*\[SH\d{4}\]$/s.test(message),
  );
  if (wrong !== undefined)
    throw new Violation("FLT-4: an error has a stack trace or no code", `${wrong.urn}: ${wrong.message}`);
}

/** Users see no secret in any output. */
function checkSecrets(scene: Scene, { output, invocation }: Report): void {
  if (output.trim() === "") return;
  const rows = [...scene.rows.values()];
  const secrets = rows.flatMap(({ address, token, configuration }) => [
    address,
    token,
    ...Object.values(configuration ?? {}),
  ]);
  for (const secret of [...secrets, `key-of-stack-${invocation.stack}`]) {
    if (typeof secret === "string" && output.includes(secret))
      throw new Violation("SUB-7: the output shows a secret", `${secret}: ${output}`);
  }
}

/** Requests are limited: one write per change, a bounded number of reads, and no 429. */
function checkRequests(scene: Scene, report: Report): void {
  const { engine, invocation, writes, requests, faults, limited, failed, isKilled, stateBefore } = report;
  if (invocation.command === "preview" || invocation.command === "refresh") {
    if (writes > 0) throw new Violation(`DRF-12: a ${invocation.command} writes`, `${writes} writes`);
  }
  if (faults > 0 || isKilled || failed.length > 0) return;
  // Each provider has its own process, which doesn't know what the others send with the same key.
  const providers = new Set([...engine.providers, ...stateBefore.map(({ provider }) => provider)]);
  if (limited > 0 && providers.size === 1)
    throw new Violation("RAT-1: the rate limit is exceeded", `${limited} requests got a 429`);
  // A request that got a 429 is retried, and so is one to the old subdomain of a hub that is being renamed.
  if (limited > 0 || engine.steps.done.some(({ urn, keys }) => urn.includes(":Hub::") && keys.includes("subdomain")))
    return;
  const { assumed } = scene;
  const changes = engine.steps.done.filter(({ op }) => op !== "read" && op !== "same");
  // A series that the server doesn't end takes a request for each occurrence.
  // So does one if another resource has adopted a part of it, somebody has taken a date out, or its hidden dates have passed.
  const isTouched = (entry: StateEntry) => scene.owners.keysOf(entry).some((key) => scene.owners.touched.has(key));
  const isPart = ({ urn }: Done) =>
    stateBefore.some(
      (entry) => entry.urn === urn && (hasOthers(scene, entry) || isTouched(entry) || entry.inputs.state === "draft"),
    );
  const isDifferent = Object.keys(assumed).length > 0 && changes.some(({ urn }) => urn.includes(":Maintenance::"));
  const isEndless = isDifferent || changes.some(isPart);
  const most = isEndless ? Number.POSITIVE_INFINITY : changes.reduce((sum, { op, urn }) => sum + writesOf(op, urn), 0);
  if (writes > most)
    throw new Violation("LIF-4: more writes than changes", `${writes} writes for ${JSON.stringify(changes)}`);
  const [always, each] = Object.keys(assumed).length > 0 ? [60, 10] : [40, 6];
  const mostReads = always + each * (changes.length + stateBefore.length);
  if (requests - writes > mostReads)
    throw new Violation("RAT-2: too many reads", `${requests - writes}; ${mostReads} are enough`);
}

/** A series takes two requests; a restored subscription takes the rejected create, the restore and an update. */
function writesOf(op: Done["op"], urn: string): number {
  if (urn.includes(":Hub::")) return op === "delete" ? 0 : 1;
  if (urn.includes(":Subscription::")) return op === "delete" ? 1 : 4;
  // Occurrences that somebody has moved may remain after a series ends, so each takes a request of its own.
  const one = urn.includes(":Maintenance::") ? 4 : 1;
  return op === "replace" ? 2 * one : one;
}
