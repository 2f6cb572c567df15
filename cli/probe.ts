import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { declined, interrupted } from "../errors/command.ts";
import { invalidProbe } from "../errors/probe.ts";
import type { GuessName } from "../guesses/index.ts";
import type { Connection } from "../provider/config.ts";
import { type ConnectionOptions, findConnection, withConnectionOptions } from "./connection.ts";
import { describeAccount } from "./doctor/account.ts";
import { explainFailure } from "./doctor/failure.ts";
import { type Area, areaNames, areas, quietAreas } from "./probe/areas.ts";
import type { Recording } from "./probe/exchange.ts";
import { entries, guessNames } from "./probe/judge/index.ts";
import { createMark } from "./probe/mark.ts";
import { redact } from "./probe/recording.ts";
import { describeReport, exitCodeOf, reportOn } from "./probe/report.ts";
import { type Outcome, type ProbeOptions, probe } from "./probe/run.ts";
import { confirm } from "./terminal/confirm.ts";
import { CommandError, describeFailure } from "./terminal/failure.ts";
import { onInterrupt, untilSettled } from "./terminal/interrupt.ts";
import { note } from "./terminal/paint.ts";
import { withProgress } from "./terminal/progress.ts";

interface Flags extends ConnectionOptions {
  readonly hub?: string;
  /** True without areas. */
  readonly write?: true | readonly Area[];
  readonly group?: number;
  readonly hidden?: string;
  readonly only?: readonly GuessName[];
  readonly all?: true;
  readonly yes?: true;
  readonly json?: true;
  readonly record?: string;
  readonly replay?: string;
}

export const probeCommand = withConnectionOptions(new Command("probe"))
  .description("Compare the real service with what this package assumes about it")
  .option("--hub <subdomain>", "hub to ask [up to 5 that the key sees; with --write, the only one]")
  .option(
    "--write [area...]",
    `also create and remove records: ${areaNames.join(", ")} or all [${quietAreas.join(" and ")}]`,
    toAreas,
  )
  .option("--group <id>", "group for the service, on a hub without services", toGroup)
  .option("--hidden <subdomain>", "a hub that exists and that this key must not see")
  .option("--only <guess...>", "only these assumptions", toGuesses)
  .option("--all", "also list the assumptions that hold")
  .option("-y, --yes", "don't ask for confirmation")
  .option("--json", "print the report as JSON")
  .option("--record <folder>", "keep the responses there, without the texts of your account")
  .option("--replay <folder>", "judge such a recording again, without a request")
  .addHelpText(
    "after",
    `
Only sends GET requests, unless you pass --write. Then it asks before the first write, which you can't take back: StatusHub
keeps deleted records. Everything that it creates is removed again, even after Ctrl-C. Areas:
${areaNames.map((area) => `  ${area.padEnd(14)} ${areas[area]}`).join("\n")}

Exit code: 0 if everything that was tried is as assumed, 2 if something differs, 1 if nothing could be tried, the command was
interrupted, or a record could not be removed.

Examples:
  $ npx pulumi-statushub probe
  $ npx pulumi-statushub probe --hub test --write
  $ npx pulumi-statushub probe --hub test --write all --record probe
  $ npx pulumi-statushub probe --hub test --write drafts --only occurrences series-delete`,
  )
  .action(run);

function toAreas(text: string, before: unknown): readonly Area[] {
  const chosen = text === "all" ? areaNames : areaNames.filter((area) => area === text);
  if (chosen.length === 0)
    throw new InvalidArgumentError(invalidProbe.area({ areas: [...areaNames, "all"].join(", ") }));
  return [...(Array.isArray(before) ? (before as Area[]) : []), ...chosen];
}

function toGroup(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError(invalidProbe.group());
  return Number(text);
}

function toGuesses(text: string, before: readonly GuessName[] = []): readonly GuessName[] {
  const name = guessNames.find((each) => each === text);
  if (name === undefined) throw new InvalidArgumentError(invalidProbe.guess({ guesses: guessNames.join(", ") }));
  return [...before, name];
}

async function run({ record, replay, ...flags }: Flags): Promise<void> {
  if (replay !== undefined) {
    const { recording } = JSON.parse(readFileSync(join(resolve(flags.cwd, replay), fileName), "utf8")) as {
      recording: Recording;
    };
    return print(recording, [], flags);
  }
  const connection = await findConnection(flags);
  await untilSettled(async () => {
    const interruption = new AbortController();
    const unregister = onInterrupt(() => {
      note("\nInterrupted. Removing what was created ...");
      interruption.abort(new CommandError(interrupted()));
    });
    const { recording, left, failure } = await ask(connection, flags, interruption.signal);
    unregister();
    if (recording.exchanges.some(({ step }) => step === "get")) print(recording, left, flags);
    if (record !== undefined) keep(redact(recording), resolve(flags.cwd, record));
    if (failure === undefined) return;
    const isOfRequest = failure instanceof Error && failure.name !== "CommandError";
    note(isOfRequest ? explainFailure(describeAccount(connection.baseUrl), failure) : describeFailure(failure));
    process.exitCode = 1;
    // A signal would set another code.
    if (interruption.signal.aborted) process.exit();
  });
}

/** Sends the requests, and shows the progress except while it asks. */
function ask(connection: Connection, flags: Flags, signal: AbortSignal): Promise<Outcome> {
  const { write, only = guessNames, yes = false, ...about } = flags;
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
  const expected = 30 + chosen.length * 28;
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

function print(recording: Recording, left: readonly string[], { only, all, json }: Flags): void {
  const report = reportOn(recording, left, only);
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : describeReport(report, all === true));
  process.exitCode = exitCodeOf(report);
}

const fileName = "probe.json";

function keep(recording: Recording, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, fileName);
  writeFileSync(path, `${JSON.stringify({ ...reportOn(recording, []), recording }, null, 2)}\n`);
  note(`Recorded in ${path}. Texts of your account are not in it; look it over all the same.`);
}
