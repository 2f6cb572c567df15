import { unusedOption } from "../errors/adopt.ts";
import { CommandError } from "../terminal/failure.ts";
import { type AdoptHubOptions, adoptHub } from "./as-program.ts";

export function run(hub: string | undefined, options: AdoptHubOptions): Promise<void> {
  const unused = (["all", "protect"] as const).find((name) => options[name] !== undefined);
  if (options.as === "page" && unused !== undefined) throw new CommandError(unusedOption({ option: `--${unused}` }));
  return adoptHub(hub, options);
}
