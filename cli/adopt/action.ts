import { unusedOption } from "../errors/adopt.ts";
import { CommandError } from "../terminal/failure.ts";
import { type AdoptHubOptions, adoptHub } from "./as-program.ts";
import { adoptRecord } from "./one-record.ts";

export function run(what: string | undefined, record: string | undefined, options: AdoptHubOptions): Promise<void> {
  if (what === undefined || record === undefined) {
    if (options.as === "page") rejectUnused(options, ["all", "protect"], "a page");
    else rejectUnused(options, ["as"], "a whole hub");
    return adoptHub(what, options);
  }
  rejectUnused(
    options,
    ["all", "kind", "include", "exclude", "ended", "signUps", "force", "sharedProgram"],
    "a single record",
  );
  return adoptRecord(what, record, options);
}

function rejectUnused(options: AdoptHubOptions, names: readonly (keyof AdoptHubOptions)[], target: string): void {
  const unused = names.find((name) => options[name] !== undefined);
  if (unused !== undefined) throw new CommandError(unusedOption({ option: `--${unused}`, target }));
}
