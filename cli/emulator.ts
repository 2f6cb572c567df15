import { Command, InvalidArgumentError, Option } from "commander";
import { differenceNames, type EmulatorAssumptions, fieldDifferences } from "../emulator/differences/assumptions.ts";
import { invalidOption } from "../emulator/errors.ts";
import type { Rates } from "../emulator/index.ts";
import type { EmulatorFlags } from "./emulator/action.ts";
import { parsedBy } from "./options.ts";

const port = (text: string) => (/^\d+$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined);
const days = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined);

function rates(text: string): Rates | undefined {
  const [, reads, writes] = /^(\d+),(\d+)$/.exec(text) ?? [];
  return writes === undefined ? undefined : { reads: Number(reads), writes: Number(writes) };
}

/** Not the negation of `--limits`, which would silently take its place: commander refuses both together. */
const noLimits = Object.assign(new Option("--no-limits", "no rate limits").conflicts("limits"), { negate: false });

export const emulatorCommand = new Command("emulator")
  .description("Run an emulator of the StatusHub API on this machine, until Ctrl-C")
  .option("--port <number>", "port on 127.0.0.1", parsedBy(port, invalidOption.port), 4180)
  .option("--data <file>", "keep the records in this file between runs")
  .option(
    "--preset <file>",
    "start with the content of this JSON file. If the data file exists, only its keys are used",
  )
  .option(
    "--limits <reads,writes>",
    "requests per second for each key (default: 30,5)",
    parsedBy(rates, invalidOption.limits),
  )
  .addOption(noLimits)
  .option("--strict", "reject query parameters and body fields that the API doesn't have")
  .option(
    "--assume <name=difference>",
    "differ from a guess about the API, or in a field; may be repeated",
    toAssumptions,
  )
  .option("--documented-only", "only offer what is documented")
  .option(
    "--series-days <number>",
    "how many days ahead an endless series gets occurrences",
    parsedBy(days, invalidOption.days),
    366,
  )
  .addHelpText(
    "after",
    "\nGET http://127.0.0.1:4180/_emulator lists the controls: faults, clock, manual changes, reset.",
  )
  .action(async (flags: EmulatorFlags) => (await import("./emulator/action.ts")).run(flags));

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
