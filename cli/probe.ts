import { Command, InvalidArgumentError } from "commander";
import { type GuessName, guessNames } from "../model/guesses/index.ts";
import { invalidProbe } from "./errors/probe.ts";
import { parsedBy, withConnectionOptions } from "./options.ts";
import type { ProbeFlags } from "./probe/action.ts";
import { type Area, areaNames, areas, quietAreas } from "./probe/areas.ts";

const subdomain = (text: string) => (/\S/.test(text) ? text : undefined);
const group = (text: string) => (/^[1-9]\d*$/.test(text) ? Number(text) : undefined);

export const probeCommand = withConnectionOptions(new Command("probe"))
  .description("Compare the real service with what this package assumes about it, and check the role of the key")
  .option("--hub <subdomain>", "hub to ask [up to 5 that the key sees; with --write, the only one]")
  .option(
    "--write [area...]",
    `also create and remove records: ${areaNames.join(", ")} or all [${quietAreas.join(" and ")}]`,
    toAreas,
  )
  .option("--role", "also check the role on each hub, and whether other clients use the key")
  .option("--group <id>", "group for the service, on a hub without services", parsedBy(group, invalidProbe.group))
  .option(
    "--hidden <subdomain>",
    "a hub that exists and that this key must not see",
    parsedBy(subdomain, invalidProbe.subdomain),
  )
  .option("--only <guess...>", "only these assumptions", toGuesses)
  .option("--all", "also list the assumptions that hold")
  .option("-y, --yes", "don't ask for confirmation")
  .option("--json", "print the report as JSON")
  .option("--record <folder>", "keep the responses there, without the texts of your account")
  .option("--replay <folder>", "judge such a recording again, without a request")
  .addHelpText(
    "after",
    `
Only sends GET requests, unless you pass --role or --write.

With --role, it also sends 30 GETs within a second, and up to two empty PUTs per hub, of records that don't exist. They
change nothing.

With --write, it asks before the first write, which you can't take back: StatusHub
keeps deleted records. Everything that it creates is removed again, even after Ctrl-C. Areas:
${areaNames.map((area) => `  ${area.padEnd(14)} ${areas[area]}`).join("\n")}

Exit code: 0 if everything that was tried is as assumed, 2 if something differs, 1 if nothing could be tried, the command was
interrupted, or a record could not be removed.

Examples:
  $ npx pulumi-statushub probe
  $ npx pulumi-statushub probe --role
  $ npx pulumi-statushub probe --hub test --write
  $ npx pulumi-statushub probe --hub test --write all --record probe
  $ npx pulumi-statushub probe --hub test --write drafts --only occurrences series-delete`,
  )
  .action(async (flags: ProbeFlags) => (await import("./probe/action.ts")).run(flags));

function toAreas(text: string, before: unknown): readonly Area[] {
  const chosen = text === "all" ? areaNames : areaNames.filter((area) => area === text);
  if (chosen.length === 0)
    throw new InvalidArgumentError(invalidProbe.area({ areas: [...areaNames, "all"].join(", ") }));
  return [...(Array.isArray(before) ? (before as Area[]) : []), ...chosen];
}

function toGuesses(text: string, before: readonly GuessName[] = []): readonly GuessName[] {
  const name = guessNames.find((each) => each === text);
  if (name === undefined) throw new InvalidArgumentError(invalidProbe.guess({ guesses: guessNames.join(", ") }));
  return [...before, name];
}
