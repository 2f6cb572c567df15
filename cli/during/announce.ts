import { formatInstant } from "../../api/instant.ts";
import { notEnded, notOpened } from "../../errors/during.ts";
import { textOf, withCodeOf } from "../../errors/problem.ts";
import { maintenance } from "../../kinds/maintenance.ts";
import type { Account } from "../../provider/client/account.ts";
import { isNetworkError, messageOf } from "../../provider/client/errors.ts";
import { isAmbiguous } from "../../provider/client/outcome.ts";
import type { Scope } from "../../provider/lifecycle/record/find.ts";
import { explaining, type OperationContext } from "../../provider/lifecycle/record/operation-error.ts";
import { CommandError } from "../terminal/failure.ts";
import { note } from "../terminal/paint.ts";
import type { PreparedCommand } from "./command.ts";
import { type Content, type ContentOptions, findContent } from "./content.ts";
import {
  endMaintenance,
  leaveWindow,
  maintenancesOn,
  type Opening,
  openWindow,
  planOpening,
  type Window,
} from "./window.ts";

export interface AnnounceOptions extends ContentOptions {
  readonly join?: true;
  readonly runAnyway?: true;
  readonly waitForStart?: true;
  /** @default "end" */
  readonly onFailure?: "end" | "keep";
}

/** An account and the subdomain of one of its hubs. */
export interface Place {
  readonly account: Account;
  readonly hub: string;
}

/** A window with what is needed to end it. */
interface Opened {
  readonly place: Place;
  readonly maintenances: Scope;
  readonly window: Window;
  readonly content: Content;
}

/**
 * Runs the command while a maintenance is open, and ends the maintenance when the command has ended.
 *
 * @param find finds the hub; undefined if nothing is to be announced
 * @returns the exit code of the command
 * @throws CommandError if the maintenance can't be opened; then the command doesn't run
 */
export async function announce(
  find: () => Promise<Place | undefined>,
  options: AnnounceOptions,
  prepare: () => PreparedCommand,
): Promise<number> {
  let prepared: PreparedCommand | undefined;
  const opened = await openOrExplain(options, async () => {
    const planned = await findPlan(find, options);
    // Until here, nothing was written, so a signal ends this process.
    prepared = prepare();
    return planned && openAt(planned, prepared.interrupted);
  }).catch((error: unknown) => {
    if (prepared?.interrupted.aborted !== true) throw error;
    note(messageOf(error));
    return undefined;
  });
  const { run, interrupted } = prepared ?? prepare();
  if (opened !== undefined && options.waitForStart) await waitForStart(opened, interrupted);
  const code = await run();
  if (opened !== undefined && (code === 0 || options.onFailure !== "keep")) await leave(opened);
  return code;
}

async function openOrExplain<Result>(
  { runAnyway }: AnnounceOptions,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const lost = findLost(error);
    const message = messageOf(lost ?? error);
    const reason = textOf(message);
    if (runAnyway) {
      note(withCodeOf(message, notOpened.warning({ reason })));
      return undefined;
    }
    const isUnknown = lost !== undefined;
    throw new CommandError(
      isUnknown ? notOpened.unknown({ reason }) : withCodeOf(message, notOpened.error({ reason })),
    );
  }
}

/** Returns the failure of the POST if it may have taken effect: the cause of the reason why the search found nothing. */
function findLost(error: unknown): unknown {
  const lost = causeOf(causeOf(error));
  return isAmbiguous(lost) ? lost : undefined;
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);

/** Signals cancel what isn't sent yet. */
async function openAt({ place, content, opening }: Plan, interrupted: AbortSignal): Promise<Opened> {
  const { account, hub } = place;
  const window = await explaining(contextOf(place, content, "create"), async () =>
    openWindow(await maintenancesOn(account.within(interrupted), hub), opening, content),
  );
  if (process.stderr.isTTY) {
    note(`Maintenance ${window.id} on hub ${hub} is open until ${formatInstant(window.end)} at the latest.`);
  }
  return { place, maintenances: await maintenancesOn(account, hub), window, content };
}

async function findPlan(find: () => Promise<Place | undefined>, options: AnnounceOptions): Promise<Plan | undefined> {
  const place = await find();
  return place && plan(place, options);
}

/** What is to be announced, and the request for it. */
interface Plan {
  readonly place: Place;
  readonly content: Content;
  readonly opening: Opening;
}

async function plan(place: Place, options: AnnounceOptions): Promise<Plan> {
  const { account, hub } = place;
  const content = await findContent(account, hub, options);
  return explaining(contextOf(place, content, "create"), async () => {
    const maintenances = await maintenancesOn(account, hub);
    return { place, content, opening: await planOpening(maintenances, content, { join: options.join ?? false }) };
  });
}

/** Describes the request that would open the maintenance. Sends only GET requests. */
export async function describeOpening(place: Place, options: AnnounceOptions): Promise<string> {
  const { opening } = await plan(place, options);
  const path = `${place.account.client.connection.baseUrl}/hubs/${place.hub}/maintenances`;
  const request = opening.id === undefined ? `POST ${path}` : `PUT ${path}/${opening.id}`;
  return `${request}\n${JSON.stringify(opening.wire, null, 2)}`;
}

/** StatusHub may only accept a start in the future. */
async function waitForStart({ maintenances, window, place }: Opened, interrupted: AbortSignal): Promise<void> {
  const pause = window.start - maintenances.collection.serverTime();
  // An interrupted command isn't started.
  if (pause > 0) await place.account.client.clock.sleep(pause, interrupted).catch(() => undefined);
}

/** Never fails, because the exit code is that of the command. */
async function leave({ place, maintenances, window, content }: Opened): Promise<void> {
  const { hub } = place;
  const { values } = content;
  const endCommand = `during --end ${hub}/${window.id}${values.silent === true ? " --silent" : ""}`;
  try {
    const warning = await explaining({ ...contextOf(place, content, "update"), recordId: window.id }, () =>
      leaveWindow(maintenances, window, { values, endCommand }),
    );
    if (warning !== undefined) note(warning);
  } catch (error) {
    // Otherwise the reason would say to run the same command again.
    const cause = causeOf(error);
    const reason = isNetworkError(cause) ? cause : error;
    const time = formatInstant(window.end);
    note(notEnded({ reason: textOf(messageOf(reason)), time, command: endCommand }));
  }
}

/** Ends a maintenance that an earlier run has left open. */
export async function endLeftover(
  { account, hub }: Place,
  { id, silent }: { readonly id: string; readonly silent: boolean },
): Promise<void> {
  const declared = { hub, ...(silent && { silent }) };
  const { connection } = account.client;
  const context = { connection, definition: maintenance, verb: "update", declared, recordId: id } as const;
  const warning = await explaining(context, async () =>
    endMaintenance(await maintenancesOn(account, hub), { hub, id }, declared),
  );
  if (warning !== undefined) note(warning);
}

const contextOf = ({ account, hub }: Place, { values }: Content, verb: OperationContext["verb"]): OperationContext => ({
  connection: account.client.connection,
  definition: maintenance,
  verb,
  declared: { ...values, hub },
});
