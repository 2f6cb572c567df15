import { openAccount } from "../../provider/client/account.ts";
import { kindIn, nameIn, typeIn } from "../../provider/resource-type.ts";
import { findConnection } from "../connection.ts";
import { severalHubs } from "../errors/command.ts";
import { wrongCommand } from "../errors/during.ts";
import { chooseHubs } from "../hub/content.ts";
import { matcher } from "../hub/select.ts";
import type { ConnectionOptions } from "../options.ts";
import { isChange, preview, type Step } from "../project/preview.ts";
import { findStack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";
import { type AnnounceOptions, announce, describeOpening, endLeftover } from "./announce.ts";
import { findStartProblem, prepareCommand } from "./command.ts";
import type { HubOfAccount } from "./content.ts";

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
  const find = () => findHub(command, options);
  process.exitCode = findStartProblem(command) ?? (await announce(find, options, () => prepareCommand(command)));
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

/**
 * Whether a preview changes resources that visitors may notice: those whose type or name matches a pattern, or without
 * patterns all except those of this package, because a new service isn't work on a service.
 */
export function hasChanges(steps: readonly Step[], patterns: readonly string[] = []): boolean {
  const counts = patterns.length === 0 ? isInfrastructure : isNamed(matcher(patterns));
  return steps.some((step) => isChange(step) && counts(step));
}

const isNamed =
  (matches: (text: string) => boolean) =>
  ({ urn }: Step): boolean =>
    matches(typeIn(urn)) || matches(nameIn(urn));

/**
 * Whether the preview reads the page first: it does what the command says if that is a `pulumi up`, and otherwise what the
 * project does.
 */
export function refreshOf(command: readonly string[]): boolean | "project" {
  // Something else may start it, such as npx.
  const [, ...args] = command.slice(command.findIndex((word) => /(^|[/\\])pulumi(\.\w+)?$/.test(word)));
  const isUp = args.some((arg) => /^up(date)?$/.test(arg));
  const option = isUp ? args.findLast((arg) => /^(--refresh|-[yfj]*r[yfj]*)(=|$)/.test(arg)) : undefined;
  return option === undefined ? "project" : !/=(false|f|0)$/i.test(option);
}

/** A component, a provider and the stack itself are no infrastructure. */
function isInfrastructure({ urn, newState, oldState }: Step): boolean {
  const type = typeIn(urn);
  const isComponent = (newState ?? oldState)?.custom === false;
  return kindIn(type) === undefined && !isComponent && !/^pulumi:(pulumi|providers):/.test(type);
}
