import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type GuessName, guessNames } from "../../model/guesses/index.ts";
import type { Connection } from "../../provider/config.ts";
import { findConnection } from "../connection.ts";
import { describeAccount, explainFailure } from "../doctor/failure.ts";
import { declined, interrupted } from "../errors/command.ts";
import { unreadableRecording } from "../errors/probe.ts";
import type { ConnectionOptions } from "../options.ts";
import { prepareFolder } from "../program/write-files.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError, describeFailure } from "../terminal/failure.ts";
import { onInterrupt, untilSettled } from "../terminal/interrupt.ts";
import { note } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { type Area, areaNames, areas, quietAreas } from "./areas.ts";
import { entries } from "./judge/index.ts";
import { createMark } from "./probed-kinds.ts";
import { type Recording, recordingIn, redact, see } from "./recording.ts";
import { describeReport, exitCodeOf, reportOn } from "./report.ts";
import { type Outcome, probe } from "./run.ts";
import type { ProbeOptions } from "./session.ts";

export interface ProbeFlags extends ConnectionOptions {
  readonly hub?: string;
  /** True without areas. */
  readonly write?: true | readonly Area[];
  readonly role?: true;
  readonly group?: number;
  readonly hidden?: string;
  readonly only?: readonly GuessName[];
  readonly all?: true;
  readonly yes?: true;
  readonly json?: true;
  readonly record?: string;
  readonly replay?: string;
}

const fileName = "probe.json";

export async function run({ record, replay, ...flags }: ProbeFlags): Promise<void> {
  if (replay !== undefined) return print(readRecording(join(resolve(flags.cwd, replay), fileName)), [], flags);
  // Before the first request, so that no run is in vain.
  if (record !== undefined) prepareFolder(resolve(flags.cwd, record));
  const connection = await findConnection(flags);
  await untilSettled(async () => {
    const interruption = new AbortController();
    const unregister = onInterrupt(() => {
      note("\nInterrupted. Removing what was created ...");
      interruption.abort(new CommandError(interrupted()));
    });
    const { recording, left, failure } = await ask(connection, flags, interruption.signal);
    unregister();
    // Otherwise there is no such hub, and nothing to report.
    if (recording.exchanges.some((each) => each.step === "hub" && see(each).isSuccess)) print(recording, left, flags);
    if (record !== undefined) keep(recording, left, join(resolve(flags.cwd, record), fileName));
    if (failure === undefined) return;
    const isOfRequest = failure instanceof Error && failure.name !== "CommandError";
    note(isOfRequest ? explainFailure(describeAccount(connection.baseUrl), failure) : describeFailure(failure));
    process.exitCode = 1;
    // A signal would set another code.
    if (interruption.signal.aborted) process.exit();
  });
}

/** Sends the requests, and shows the progress except while it asks. */
function ask(connection: Connection, flags: ProbeFlags, signal: AbortSignal): Promise<Outcome> {
  const { write, role, only = guessNames, yes = false, ...about } = flags;
  const allowed = write === true ? quietAreas : (write ?? []);
  const chosen = areaNames.filter(
    (area) => allowed.includes(area) && only.some((name) => entries[name].areas.includes(area)),
  );
  let isAsking = false;
  const { stderr } = process;
  const stream = {
    isTTY: stderr.isTTY,
    columns: stderr.columns,
    write: (text: string) => !isAsking && stderr.write(text),
  };
  const expected = 30 + chosen.length * 28 + (role ? 40 : 0);
  const interrupted = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  interrupted.catch(() => undefined);
  const asking: ProbeOptions["confirm"] = async (hub, leftovers) => {
    isAsking = true;
    for (const line of describeWrites(hub, chosen, leftovers)) note(line);
    const isConfirmed = await Promise.race([confirm("Continue?", yes), interrupted]);
    isAsking = false;
    if (!isConfirmed) throw new CommandError(declined());
  };
  return withProgress(
    "Asking StatusHub",
    (onProgress) =>
      probe(connection, {
        ...about,
        areas: chosen,
        roles: role === true,
        mark: createMark(Date.now(), randomUUID().slice(0, 6)),
        signal,
        waitLimits: { failing: 3_000, rateLimited: 30_000 },
        confirm: asking,
        onProgress: (done) => onProgress(done, Math.max(done, expected)),
      }),
    stream,
  );
}

function describeWrites(hub: string, chosen: readonly Area[], leftovers: readonly string[]): string[] {
  return [
    `On the hub ${hub}, this creates and removes:`,
    ...chosen.map((area) => `  ${area.padEnd(14)} ${areas[area]}`),
    ...(chosen.includes("services")
      ? ["If StatusHub has no DELETE for services, you have to delete the service in the control panel."]
      : []),
    ...(leftovers.length > 0 ? [`An interrupted run has left ${leftovers.join(", ")}, which is removed first.`] : []),
    "StatusHub keeps deleted records. Choose a hub without visitors if you can.",
  ];
}

function print(recording: Recording, left: readonly string[], { only, all, json }: ProbeFlags): void {
  const report = reportOn(recording, left, only);
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : describeReport(report, all === true));
  process.exitCode = exitCodeOf(report);
}

function keep(seen: Recording, left: readonly string[], path: string): void {
  const recording = redact(seen);
  // A recording has no texts of the account.
  const hidden = left.map((each) => each.replace(/(?<= on hub ).*/, "HUB"));
  writeFileSync(path, `${JSON.stringify({ ...reportOn(recording, hidden), recording }, null, 2)}\n`);
  note(`Recorded in ${path}. Texts of your account are not in it; look it over all the same.`);
}

function readRecording(path: string): Recording {
  try {
    return recordingIn(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new CommandError(unreadableRecording({ path, reason: (error as Error).message }), { cause: error });
  }
}
