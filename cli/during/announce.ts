import type { Declared } from "../../model/api/form.ts";
import { formatInstant } from "../../model/api/instant.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { withCodeOf, withoutCode } from "../../model/problem.ts";
import { explaining, lostIn, wireOfPost } from "../../provider/inspect.ts";
import { advise, type Whereabouts } from "../advice.ts";
import { keptOpen, notEnded, notOpened } from "../errors/during.ts";
import type { HubOfAccount } from "../hub/template.ts";
import { CommandError, messageOf } from "../terminal/failure.ts";
import { asJson, note } from "../terminal/output.ts";
import type { PreparedCommand } from "./command.ts";
import {
  type Content,
  endMaintenance,
  leaveWindow,
  maintenancesOn,
  openWindow,
  type Window,
  windowFrom,
} from "./window.ts";

export interface AnnounceOptions extends Whereabouts {
  readonly runAnyway?: true;
  /** `keep` leaves the maintenance open. */
  readonly onFailure?: string;
  /** Called if the command has failed, after the end. The plan is undefined if nothing was announced. */
  readonly afterFailure?: (plan: Plan | undefined, interrupted: AbortSignal) => Promise<void>;
}

/** What is to be announced, and where. */
export interface Plan extends HubOfAccount {
  /** What the command line calls the template. */
  readonly template: string;
  readonly content: Content;
}

/** A window with what is needed to end it. */
interface OpenMaintenance extends Plan {
  readonly window: Window;
}

/**
 * Runs the command while a maintenance is open, and ends the maintenance when the command has ended.
 *
 * @param find finds what is to be announced; undefined if that is nothing
 * @returns the exit code of the command
 * @throws CommandError if the maintenance can't be opened; then the command doesn't run
 */
export async function announce(
  find: () => Promise<Plan | undefined>,
  options: AnnounceOptions,
  prepare: () => PreparedCommand,
): Promise<number> {
  let prepared: PreparedCommand | undefined;
  let plan: Plan | undefined;
  let declared: Declared = {};
  let opened: OpenMaintenance | undefined;
  try {
    plan = await find();
    // Until here, nothing was written, so a signal ends this process.
    prepared = prepare();
    declared = plan ? windowOf(plan) : {};
    opened = plan && (await openAt(plan, declared, { ...options, interrupted: prepared.interrupted }));
  } catch (error) {
    const lost = prepared && lostIn(error);
    const message = messageOf(lost ?? error);
    const reason = withoutCode(message);
    const isGoingOn = options.runAnyway || prepared?.interrupted.aborted;
    if (lost === undefined && !isGoingOn) throw new CommandError(withCodeOf(message, notOpened.error({ reason })));
    const time = String(declared.endTime);
    note(lost ? notOpened.lost({ reason, time }) : withCodeOf(message, notOpened.warning({ reason })));
  }
  prepared ??= prepare();
  const { code, hasRun } = await prepared.run();
  // A command that wasn't started has changed nothing.
  const hasFailed = hasRun && code !== 0;
  if (opened && hasFailed && options.onFailure === "keep") note(keptOpen(describeOpen(opened, options)));
  else if (opened) await leave(opened, options, prepared.abandoned);
  if (hasFailed) await options.afterFailure?.(plan, prepared.interrupted);
  return code;
}

const windowOf = ({ account, content }: Plan): Declared => windowFrom(account.client.serverTime(), content);

export const describeOpening = (plan: Plan): string =>
  `POST ${plan.account.client.connection.baseUrl}/hubs/${plan.subdomain}/maintenances\n` +
  asJson(wireOfPost(maintenance, windowOf(plan)).body, 2);

async function openAt(
  plan: Plan,
  declared: Declared,
  { runAnyway, interrupted }: AnnounceOptions & { readonly interrupted: AbortSignal },
): Promise<OpenMaintenance> {
  const command = runAnyway ? "underWay" : "repeatable";
  // Signals cancel what isn't sent yet.
  const window = await explaining({ ...contextOf(plan, plan.content.values), verb: "create", command }, async () =>
    openWindow(await maintenancesOn(plan, interrupted), declared, plan.content),
  );
  note(`Maintenance ${plan.subdomain}/${window.id} is open until ${formatInstant(window.end)} at the latest.`);
  return { ...plan, window };
}

/** When the maintenance ends by itself, and how to end it sooner. */
function describeOpen({ subdomain, window, template, whereabouts }: OpenMaintenance, options: Whereabouts) {
  // The template says whether the end is silent, too.
  const end = ["during", template, "--end", `${subdomain}/${window.id}`];
  const command = advise("npx pulumi-statushub", end, { ...options, ...whereabouts });
  return { time: formatInstant(window.end), command };
}

/**
 * Never fails, because the command decides the exit code. Whatever prevents the end is said, with the command that ends the
 * maintenance.
 */
async function leave(opened: OpenMaintenance, options: Whereabouts, abandoned: AbortSignal): Promise<void> {
  const { window, subdomain } = opened;
  const { values } = opened.content;
  const open = describeOpen(opened, options);
  // What is under way is finished, so the process may end some time after this line.
  abandoned.addEventListener("abort", () => note(notEnded.abandoned(open)), { once: true });
  const context = { ...contextOf(opened, values), verb: "update", recordId: window.id, command: "underWay" } as const;
  try {
    const warning = await explaining(context, async () =>
      leaveWindow(await maintenancesOn(opened, abandoned), window, { values, endCommand: open.command }),
    );
    if (!abandoned.aborted) note(warning ?? `Maintenance ${subdomain}/${window.id} has ended.`);
  } catch (error) {
    if (!abandoned.aborted) note(notEnded.failed({ ...open, reason: withoutCode(messageOf(error)) }));
  }
}

/** Ends a maintenance that an earlier run has left open. */
export async function endLeftover(
  hub: HubOfAccount,
  id: string,
  how: Parameters<typeof endMaintenance>[2],
): Promise<void> {
  const context = { ...contextOf(hub, how.values), verb: "update", recordId: id } as const;
  const warning = await explaining(context, async () => endMaintenance(await maintenancesOn(hub), id, how));
  note(warning ?? `Maintenance ${hub.subdomain}/${id} has ended.`);
}

const contextOf = ({ account, subdomain: hub }: HubOfAccount, values: Declared) => ({
  connection: account.client.connection,
  definition: maintenance,
  declared: { ...values, hub },
  command: "repeatable" as const,
});
