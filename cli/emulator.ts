import { Command, InvalidArgumentError } from "commander";
import { differenceNames, type EmulatorAssumptions, fieldDifferences } from "../emulator/differences/assumptions.ts";
import { invalidOption } from "../emulator/errors.ts";
import type { Rates } from "../emulator/index.ts";
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
  .option(
    "--assume <name=difference>",
    "differ from a guess about the API, such as record-ids=text, or in a field, such as upper-case=services.name; may be repeated",
    toAssumptions,
  )
  .option(
    "--documented-only",
    "only offer what is documented (--assume inferred-operations=not-found --assume list-filters=ignored)",
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

function toAssumptions(text: string, others: EmulatorAssumptions = {}): EmulatorAssumptions {
  const [, name = "", difference = ""] = /^([^=]*)=(.*)$/.exec(text) ?? ["", text];
  const field = fieldDifferences.find((known) => known === name);
  // The emulator checks the names.
  if (field && /^\w+\.\w/.test(difference)) return { ...others, [field]: [others[field] ?? [], difference].flat() };
  if (differenceNames.includes(text)) return { ...others, [name]: difference };
  const all = [...differenceNames, ...fieldDifferences.map((known) => `${known}=<resource>.<field>`)];
  const ofName = all.filter((known) => known.startsWith(`${name}=`));
  throw new InvalidArgumentError(invalidOption.assume({ known: (ofName.length > 0 ? ofName : all).join(", ") }));
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
