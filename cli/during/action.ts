import { openAccount } from "../../provider/client/account.ts";
import { findConnection } from "../connection.ts";
import { severalHubs } from "../errors/command.ts";
import { wrongCommand } from "../errors/during.ts";
import { chooseHubs } from "../hub/contents.ts";
import type { ConnectionOptions } from "../options.ts";
import { preview } from "../project/preview.ts";
import { findStack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";
import { type AnnounceOptions, announce, describeOpening, endLeftover, type HubOfAccount } from "./announce.ts";
import { hasChanges, refreshOf } from "./changes.ts";
import { findStartProblem, prepareCommand } from "./command.ts";

export interface DuringOptions extends ConnectionOptions, AnnounceOptions {
  readonly hub?: string;
  /** True without patterns. */
  readonly ifChanges?: true | readonly string[];
  readonly dryRun?: true;
  readonly end?: { readonly hub: string; readonly id: string };
}

export async function run(command: readonly string[], options: DuringOptions): Promise<void> {
  const { end } = options;
  if (end !== undefined) {
    if (command.length > 0) throw new CommandError(wrongCommand.unused());
    const hub = { account: openAccount(await findConnection(options)), subdomain: end.hub };
    return endLeftover(hub, { id: end.id, silent: options.silent ?? false });
  }
  if (command.length === 0) throw new CommandError(wrongCommand.missing());
  if (options.dryRun) {
    const hub = await findHub(command, options);
    if (hub !== undefined) process.stdout.write(`${await describeOpening(hub, options)}\n`);
    return;
  }
  const problem = findStartProblem(command);
  process.exitCode =
    problem ??
    (await announce(
      () => findHub(command, options),
      options,
      () => prepareCommand(command),
    ));
}

/** Finds the hub; undefined if there are no changes to announce. */
async function findHub(command: readonly string[], options: DuringOptions): Promise<HubOfAccount | undefined> {
  const { cwd, stack, ifChanges } = options;
  if (ifChanges !== undefined) {
    const steps = await preview(await findStack(cwd, stack), { refresh: refreshOf(command) });
    if (!hasChanges(steps, ifChanges === true ? [] : ifChanges)) {
      note("No changes to announce.");
      return undefined;
    }
  }
  const account = openAccount(await findConnection(options), { print: note });
  const [subdomain = ""] = await chooseHubs(options.hub, { several: severalHubs.option })(account);
  return { account, subdomain };
}
