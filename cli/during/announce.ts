import type { Declared } from "../../model/api/form.ts";
import { formatInstant } from "../../model/api/instant.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { withCodeOf, withoutCode } from "../../model/problem.ts";
import { messageOf } from "../../provider/client/errors.ts";
import { lostIn } from "../../provider/client/retry/outcomes.ts";
import { wireOfPost } from "../../provider/lifecycle/forms/wire.ts";
import { explaining, type OperationContext } from "../../provider/lifecycle/record/operation-error.ts";
import { advise, type Whereabouts } from "../advice.ts";
import { keptOpen, notEnded, notOpened } from "../errors/during.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson, note } from "../terminal/output.ts";
import type { PreparedCommand } from "./command.ts";
import { type Content, type ContentOptions, findContent, type HubOfAccount } from "./content.ts";
import { endMaintenance, leaveWindow, maintenancesOn, openWindow, type Window, windowFrom } from "./window.ts";

export interface AnnounceOptions extends ContentOptions {
  readonly runAnyway?: true;
  readonly waitForStart?: true;
  /** @default "end" */
  readonly onFailure?: "end" | "keep";
}

/** What is to be announced, and where. */
interface Plan {
  readonly hub: HubOfAccount;
  readonly content: Content;
  /** The content with its times. */
  readonly declared: Declared;
}

/** A window with what is needed to end it. */
interface OpenMaintenance extends Pick<Plan, "hub" | "content"> {
  readonly window: Window;
}

/**
 * Runs the command while a maintenance is open, and ends the maintenance when the command has ended.
 *
 * @param find finds the hub; undefined if nothing is to be announced
 * @returns the exit code of the command
 * @throws CommandError if the maintenance can't be opened; then the command doesn't run
 */
export async function announce(
  find: () => Promise<HubOfAccount | undefined>,
  options: AnnounceOptions & Whereabouts,
  prepare: () => PreparedCommand,
): Promise<number> {
  let prepared: PreparedCommand | undefined;
  const openPlanned = async () => {
    const hub = await find();
    const planned = hub && (await plan(hub, options));
    // Until here, nothing was written, so a signal ends this process.
    prepared = prepare();
    return planned && openAt(planned, options, prepared.interrupted);
  };
  const opened = await openPlanned().catch((error: unknown) => {
    const message = describeFailure(error, options);
    if (!options.runAnyway && prepared?.interrupted.aborted !== true) throw new CommandError(message);
    note(message);
    return undefined;
  });
  const { run, interrupted, abandoned } = prepared ?? prepare();
  if (opened !== undefined && options.waitForStart) await waitForStart(opened, interrupted);
  const { code, hasRun } = await run();
  if (opened === undefined) return code;
  // Only a command that was started deserves that its visitors go on seeing the maintenance.
  if (hasRun && code !== 0 && options.onFailure === "keep") note(keptOpen(describeOpen(opened, options)));
  else await leave(opened, options, abandoned);
  return code;
}

function describeFailure(error: unknown, { runAnyway }: AnnounceOptions): string {
  const lost = lostIn(error);
  const message = messageOf(lost ?? error);
  const reason = withoutCode(message);
  if (lost) return runAnyway ? notOpened.unknownWarning({ reason }) : notOpened.unknown({ reason });
  return withCodeOf(message, runAnyway ? notOpened.warning({ reason }) : notOpened.error({ reason }));
}

async function plan(hub: HubOfAccount, options: AnnounceOptions): Promise<Plan> {
  const content = await findContent(hub, options);
  return explaining(openingOf(hub, content, options), async () => {
    const { collection } = await maintenancesOn(hub);
    return { hub, content, declared: windowFrom(collection.serverTime(), content) };
  });
}

/** Signals cancel what isn't sent yet. */
async function openAt(
  { hub, content, declared }: Plan,
  options: AnnounceOptions,
  interrupted: AbortSignal,
): Promise<OpenMaintenance> {
  const window = await explaining(openingOf(hub, content, options), async () =>
    openWindow(await maintenancesOn(hub, interrupted), declared, content),
  );
  if (process.stderr.isTTY) {
    note(`Maintenance ${window.id} on hub ${hub.subdomain} is open until ${formatInstant(window.end)} at the latest.`);
  }
  return { hub, window, content };
}

/** Describes the request that would open the maintenance. Sends only GET requests. */
export async function describeOpening(hub: HubOfAccount, options: AnnounceOptions): Promise<string> {
  const { declared } = await plan(hub, options);
  const path = `${hub.account.client.connection.baseUrl}/hubs/${hub.subdomain}/maintenances`;
  return `POST ${path}\n${asJson(wireOfPost(maintenance, declared).wire, 2)}`;
}

/** StatusHub may only accept a start in the future. */
async function waitForStart({ window, hub }: OpenMaintenance, interrupted: AbortSignal): Promise<void> {
  const { client } = hub.account;
  const pause = window.start - client.serverTime();
  // An interrupted command isn't started.
  if (pause > 0) await client.clock.sleep(pause, interrupted).catch(() => undefined);
}

/** When the maintenance ends by itself, and how to end it sooner. */
function describeOpen({ hub, window, content }: OpenMaintenance, options: Whereabouts) {
  const isSilent = content.values.silent === true;
  const end = ["during", "--end", `${hub.subdomain}/${window.id}`, ...(isSilent ? ["--silent"] : [])];
  return { time: formatInstant(window.end), command: advise("npx pulumi-statushub", end, options) };
}

/**
 * Never fails, because the command decides the exit code. Whatever prevents the end is said, with the command that ends the
 * maintenance.
 */
async function leave(opened: OpenMaintenance, options: Whereabouts, abandoned: AbortSignal): Promise<void> {
  const { hub, window, content } = opened;
  const open = describeOpen(opened, options);
  const about = {
    ...contextOf(hub, content.values),
    verb: "update",
    recordId: window.id,
    command: "underWay",
  } as const;
  // What is under way is finished, so the process may end some time after this line.
  abandoned.addEventListener("abort", () => note(notEnded.abandoned(open)), { once: true });
  try {
    const warning = await explaining(about, async () =>
      leaveWindow(await maintenancesOn(hub, abandoned), window, { values: content.values, endCommand: open.command }),
    );
    if (warning !== undefined && !abandoned.aborted) note(warning);
  } catch (error) {
    if (!abandoned.aborted) note(notEnded.failed({ ...open, reason: withoutCode(messageOf(error)) }));
  }
}

/** Ends a maintenance that an earlier run has left open. */
export async function endLeftover(
  hub: HubOfAccount,
  { id, silent }: { readonly id: string; readonly silent: boolean },
): Promise<void> {
  const values = silent ? { silent } : {};
  const about = { ...contextOf(hub, values), verb: "update", recordId: id } as const;
  const warning = await explaining(about, async () =>
    endMaintenance(await maintenancesOn(hub), { hub: hub.subdomain, id }, values),
  );
  if (warning !== undefined) note(warning);
}

const contextOf = ({ account, subdomain: hub }: HubOfAccount, values: Declared) => ({
  connection: account.client.connection,
  definition: maintenance,
  declared: { ...values, hub },
  command: "repeatable" as const,
});

const openingOf = (hub: HubOfAccount, { values }: Content, { runAnyway }: AnnounceOptions): OperationContext => ({
  ...contextOf(hub, values),
  verb: "create",
  ...(runAnyway && { command: "underWay" }),
});
