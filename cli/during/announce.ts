import type { Declared } from "../../model/api/form.ts";
import { formatInstant } from "../../model/api/instant.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { endOf } from "../../model/kinds/maintenance-series.ts";
import { withCodeOf, withoutCode } from "../../model/problem.ts";
import { explainingCommand, wireOfPost } from "../../provider/inspect.ts";
import { adviseOn, type Whereabouts } from "../advice.ts";
import { keptOpen, lostMaintenance, notEnded, notOpened, stillRunning } from "../errors/during.ts";
import { type HubOfAccount, placeInWords } from "../hub/account.ts";
import { describeOtherIncidents } from "../incident/other-incidents.ts";
import { CommandError, messageOf } from "../terminal/failure.ts";
import { asJson, note } from "../terminal/output.ts";
import type { PreparedCommand } from "./command.ts";
import {
  type Content,
  endMaintenance,
  findOpened,
  type LostPost,
  leaveWindow,
  maintenancesOn,
  type Opened,
  openWindow,
  type Window,
  windowFrom,
} from "./window.ts";

export interface AnnounceOptions extends Whereabouts {
  readonly hub?: string;
  readonly runAnyway?: true;
  /** `keep` leaves the maintenance open. */
  readonly onFailure?: "end" | "keep";
}

/** What is to be announced, and where. */
export interface Announcement extends HubOfAccount {
  /** What the command line calls the template. */
  readonly template: string;
  readonly content: Content;
}

type Opening = Announcement & Opened;

/**
 * Runs the command while a maintenance is open, and ends the maintenance when the work has ended. Two signals tell how far to go:
 * `interrupted`, after which the command isn't started, and `abandoned`, after which nobody waits for the end of the maintenance.
 *
 * @param find finds what is to be announced; undefined if that is nothing
 * @returns the exit code of the command
 * @throws CommandError if the maintenance can't be opened; then the command doesn't run
 */
export async function announce(
  find: () => Promise<Announcement | undefined>,
  options: AnnounceOptions,
  prepare: () => PreparedCommand,
): Promise<number> {
  const plan = await findIfPossible(find, options);
  // Until here, nothing was written, so a signal ended this process. From here on, the command that is prepared takes signals.
  const prepared = prepare();
  const opening = plan && (await openIfPossible(plan, options, prepared.interrupted));
  const { code, hasRun } = await prepared.run();
  // A command that wasn't started has changed nothing.
  const hasFailed = hasRun && code !== 0;
  const isKept = hasFailed && options.onFailure === "keep";
  if (opening && !isKept) await waitForRest(opening, prepared);
  if (opening) await close(opening, { ...options, isKept, abandoned: prepared.abandoned });
  if (hasFailed) note(describeIncidents(plan, options));
  return code;
}

async function findIfPossible(find: () => Promise<Announcement | undefined>, options: AnnounceOptions) {
  try {
    return await find();
  } catch (error) {
    explainNotOpened(error, options.runAnyway === true);
    return undefined;
  }
}

async function openIfPossible(plan: Announcement, options: AnnounceOptions, interrupted: AbortSignal) {
  try {
    return await openAt(plan, options, interrupted);
  } catch (error) {
    // After a signal, the command isn't started, and the signal decides its exit code.
    const isGoingOn = options.runAnyway === true || interrupted.aborted;
    explainNotOpened(error, isGoingOn);
    return undefined;
  }
}

/** Notes why no maintenance is open or, unless this command goes on without one, throws it. */
function explainNotOpened(error: unknown, isGoingOn: boolean): void {
  const message = messageOf(error);
  const reason = withoutCode(message);
  if (!isGoingOn) throw new CommandError(withCodeOf(message, notOpened.error({ reason })));
  note(withCodeOf(message, notOpened.warning({ reason })));
}

export const describeOpening = ({ account, subdomain, content }: Announcement): string =>
  `POST ${account.client.connection.baseUrl}/hubs/${subdomain}/maintenances\n` +
  asJson(wireOfPost(maintenance, windowFrom(account.client.serverTime(), content)).body, 2);

async function openAt(plan: Announcement, options: AnnounceOptions, interrupted: AbortSignal): Promise<Opening> {
  const { content, account } = plan;
  const incidents = await describeOtherIncidents(plan);
  if (incidents !== undefined) note(incidents);
  // If the command runs anyway, an error must not advise to run all this again.
  const command = options.runAnyway ? "underWay" : "repeatable";
  const context = { ...contextOf(plan, content.values), verb: "create", command } as const;
  const opened = await explainingCommand(context, async () => {
    // Signals cancel what isn't sent yet.
    const maintenances = await maintenancesOn(plan, interrupted);
    return openWindow(maintenances, content, account.client);
  });
  noteOpened(plan, opened, options);
  return { ...plan, ...opened };
}

/** Says how to end the maintenance, so that the log of a job that is killed has it, too. */
function noteOpened(plan: Announcement, { window, lost }: Opened, options: AnnounceOptions): void {
  if (lost !== undefined) {
    note(notOpened.lost({ reason: lost.reason, time: String(lost.declared.endTime) }));
    return;
  }
  const { time, command } = describeOpen(plan, window, options);
  const place = placeInWords(plan, window.id);
  note(`Maintenance ${place} is open until ${time} at the latest. To end it now, run: ${command}`);
}

/** When the maintenance ends by itself, and how to end it sooner. */
function describeOpen(plan: Announcement, { id, end }: Window, options: Whereabouts) {
  // The template says whether the end is silent, too.
  const words = ["during", plan.template, "--end", `${plan.subdomain}/${id}`];
  const command = adviseOn(plan, words, options);
  return { time: formatInstant(end), command };
}

/** Waits for what the command has left running, because the work may go on there. */
async function waitForRest(opening: Opening, prepared: PreparedCommand): Promise<void> {
  const { window, lost } = opening;
  const { client } = opening.account;
  const end = lost === undefined ? window.end : endOf(wireOfPost(maintenance, lost.declared).body);
  // The end is a time of the service, which may have another clock than this machine.
  const clock = { now: () => client.serverTime(), sleep: (milliseconds: number) => client.clock.sleep(milliseconds) };
  const members = await prepared.waitForRest(clock, end);
  const processes = members.map(({ pid, program }) => `${program} (${pid})`).join(", ");
  if (members.length > 0) note(stillRunning({ processes }));
}

interface Closing extends Whereabouts {
  /** Leaves the maintenance open. */
  readonly isKept: boolean;
  readonly abandoned: AbortSignal;
}

/** Never fails, because the command decides the exit code. */
async function close(opening: Opening, options: Closing): Promise<void> {
  const { lost } = opening;
  const window = lost === undefined ? opening.window : await findOnly(opening, lost, options);
  if (window === undefined) return;
  if (options.isKept) note(keptOpen(describeOpen(opening, window, options)));
  else await leave(opening, window, options);
}

/** Finds the maintenance that a lost POST has opened. If that isn't certain, says so, and how to end each that may be it. */
async function findOnly(plan: Announcement, lost: LostPost, options: Closing): Promise<Window | undefined> {
  const time = String(lost.declared.endTime);
  try {
    const found = await findOpened(plan, lost, options.abandoned);
    const [first, ...others] = found;
    if (first?.isNew && others.length === 0) return first.window;
    const commands = found.map(({ window }) => describeOpen(plan, window, options).command).join("; or ");
    note(first === undefined ? lostMaintenance.none({ time }) : lostMaintenance.unclear({ commands, time }));
  } catch (error) {
    const reason = withoutCode(messageOf(error));
    note(options.abandoned.aborted ? lostMaintenance.abandoned({ time }) : lostMaintenance.unread({ reason, time }));
  }
  return undefined;
}

/** Whatever prevents the end is said, with the command that ends the maintenance. */
async function leave(plan: Announcement, window: Window, { abandoned, ...options }: Closing): Promise<void> {
  const { subdomain, content } = plan;
  const { values } = content;
  const open = describeOpen(plan, window, options);
  // Whoever gives up is told immediately. A request that is under way is finished, but what has become of it isn't said any more.
  abandoned.addEventListener("abort", () => note(notEnded.abandoned(open)), { once: true });
  // The deployment has run, so an error must not advise to run it again.
  const context = { ...contextOf(plan, values), verb: "update", recordId: window.id, command: "underWay" } as const;
  try {
    const warning = await explainingCommand(context, async () => {
      const maintenances = await maintenancesOn(plan, abandoned);
      return leaveWindow(maintenances, window, { values, endCommand: open.command });
    });
    if (!abandoned.aborted) note(warning ?? `Maintenance ${subdomain}/${window.id} has ended.`);
  } catch (error) {
    if (!abandoned.aborted) note(notEnded.failed({ ...open, reason: withoutCode(messageOf(error)) }));
  }
}

/** A person decides whether visitors notice a failure, or the author of a workflow, who knows. */
function describeIncidents(plan: Announcement | undefined, options: AnnounceOptions): string {
  const hub = plan?.subdomain ?? options.hub;
  const words = ["incident", "open", ...(hub === undefined ? [] : ["--hub", hub])];
  const command = adviseOn(plan ?? {}, words, options);
  return `If visitors notice the failure, open an incident. This lists the templates: ${command}`;
}

/** Ends a maintenance that an earlier run has left open. */
export async function endLeftover(
  hub: HubOfAccount,
  id: string,
  how: Parameters<typeof endMaintenance>[2],
): Promise<void> {
  const context = { ...contextOf(hub, how.values), verb: "update", recordId: id } as const;
  const warning = await explainingCommand(context, async () => endMaintenance(await maintenancesOn(hub), id, how));
  note(warning ?? `Maintenance ${hub.subdomain}/${id} has ended.`);
}

const contextOf = ({ account, subdomain: hub }: HubOfAccount, values: Declared) => ({
  connection: account.client.connection,
  definition: maintenance,
  declared: { ...values, hub },
  command: "repeatable" as const,
});
