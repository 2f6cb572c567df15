import { Command, InvalidArgumentError, Option } from "commander";
import { invalidOption } from "../emulator/errors.ts";
import type { Rates } from "../emulator/index.ts";
import { type Assumptions, differences } from "../model/guesses/index.ts";
import type { EmulatorFlags } from "./emulator/action.ts";

export const emulatorCommand = new Command("emulator")
  .description("Run an emulator of the StatusHub API on this machine, until Ctrl-C")
  .option("--port <number>", "port on 127.0.0.1", toPort, 4180)
  .option("--data <file>", "keep the records in this file between runs")
  .option(
    "--preset <file>",
    "start with the hubs, records and keys of this JSON file instead of the default ones; only its keys if the data file exists",
  )
  .option("--limits <reads,writes>", "requests per second for each key (default: 30,5)", toRates)
  .option("--no-limits", "no rate limits")
  .option("--strict", "reject query parameters and body fields that the API doesn't have")
  .addOption(
    new Option("--documented-only [status]", "respond to operations that are only inferred with 404, or 405").choices([
      "404",
      "405",
    ]),
  )
  .option(
    "--assume <guess=difference>",
    "differ from a guess about the API, such as record-ids=text; may be repeated",
    toAssumptions,
  )
  .addOption(
    new Option("--restore <id>", "ID of a restored subscription").choices(["same-id", "new-id"]).default("same-id"),
  )
  .option("--series-days <number>", "how many days ahead an endless series gets occurrences", toDays, 366)
  .addHelpText(
    "after",
    "\nGET http://127.0.0.1:4180/_emulator lists the controls: faults, clock, manual changes, reset.",
  )
  .action(async (flags: EmulatorFlags) => (await import("./emulator/action.ts")).run(flags));

function toPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError(invalidOption.port());
  return port;
}

function toAssumptions(text: string, others: Assumptions = {}): Assumptions {
  if (!differences.has(text)) {
    const [name = ""] = text.split("=");
    const ofGuess = [...differences.keys()].filter((known) => known.startsWith(`${name}=`));
    throw new InvalidArgumentError(
      invalidOption.assume({ known: (ofGuess.length > 0 ? ofGuess : [...differences.keys()]).join(", ") }),
    );
  }
  const [name = "", difference] = text.split("=");
  return { ...others, [name]: difference };
}

function toRates(text: string): Rates {
  const [, reads, writes] = /^(\d+),(\d+)$/.exec(text) ?? [];
  if (writes === undefined) throw new InvalidArgumentError(invalidOption.limits());
  return { reads: Number(reads), writes: Number(writes) };
}

function toDays(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError(invalidOption.days());
  return Number(text);
}
