import type { Declared, Live, Wire } from "../../model/api/form.ts";
import { formatInstant } from "../../model/api/instant.ts";
import { isLeft } from "../../model/api/live.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { endOf, startOf } from "../../model/kinds/maintenance-series.ts";
import { withoutCode } from "../../model/problem.ts";
import { failureOf, ignoredProperty, lostIn, open, wireOfPost, writing } from "../../provider/inspect.ts";
import { endedByOthers, endsLater, notEnded, nothingToEnd } from "../errors/during.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { beganAtOnce } from "../hub/maintenances.ts";
import { CommandError } from "../terminal/failure.ts";

/** What visitors are told. */
export interface Content {
  /** A maintenance without its times. */
  readonly values: Declared;
  /** Longest duration in milliseconds. */
  readonly atMost: number;
}

/** A maintenance that is open while a command runs. */
export interface Window {
  readonly id: string;
  /** In milliseconds since 1970; NaN if the response lacks it. */
  readonly start: number;
  /** Its end after our own last write, in milliseconds since 1970. */
  readonly end: number;
}

type Client = HubOfAccount["account"]["client"];
type Maintenances = Awaited<ReturnType<typeof maintenancesOn>>;

/** Returns the maintenances of a hub. This command doesn't know which of them a stack manages. */
export const maintenancesOn = ({ account, subdomain }: HubOfAccount, signal?: AbortSignal) =>
  open(signal ? account.within(signal) : account, maintenance, { subdomain });

const isRejected = (error: unknown) => failureOf(error)?.is === "rejected";

const second = 1000;
const minute = 60 * second;

/** Declares a window that starts at a time. Visitors see an end in whole minutes. */
export function windowFrom(start: number, { values, atMost }: Content): Declared {
  const end = Math.ceil((start + atMost) / minute) * minute;
  return { ...values, startTime: formatInstant(start), endTime: formatInstant(end) };
}

/** A POST without a response, which may have opened a window. */
export interface LostPost {
  readonly declared: Declared;
  /** What the service's clock showed when it was sent. */
  readonly sent: ReturnType<Client["serverTimeAt"]>;
  readonly reason: string;
}

/** What a POST has opened, or what it was if its response is lost. */
export type Opened =
  | { readonly window: Window; readonly lost?: undefined }
  | { readonly window?: undefined; readonly lost: LostPost };

/** Opens the window with one POST. It isn't repeated if its response is lost. */
export async function openWindow(maintenances: Maintenances, content: Content, client: Client): Promise<Opened> {
  try {
    return await postWindow(maintenances, windowFrom(maintenances.serverTime(), content), client);
  } catch (error) {
    // Inferred (start-now): a start that has just passed is accepted. If not, the window begins in a minute.
    if (!isRejected(error)) throw error;
    const later = windowFrom(maintenances.serverTime() + minute, content);
    return postWindow(maintenances, later, client).catch((second: unknown) => {
      // If both are rejected, the start isn't why.
      throw isRejected(second) ? error : second;
    });
  }
}

async function postWindow(maintenances: Maintenances, declared: Declared, client: Client): Promise<Opened> {
  const { body } = wireOfPost(maintenance, declared);
  const sent = client.serverTimeAt(client.clock.now());
  try {
    const live = await maintenances.post(body);
    // A response may lack the times; then they are those that were sent.
    return { window: windowOf({ ...body, ...live }, live) };
  } catch (error) {
    const lost = lostIn(error);
    if (lost === undefined) throw error;
    return { lost: { declared, sent, reason: withoutCode(lost.message) } };
  }
}

const windowOf = (times: Wire | Live, { id }: Live): Window => ({
  id: String(id),
  start: startOf(times),
  end: endOf(times),
});

/**
 * Looks for what a lost POST has opened, for several seconds: it may still take effect. Several may be it, because another run
 * may have opened an equal one at the same time.
 *
 * @returns also whether the service made it since the POST
 */
export async function findOpened(
  { account, subdomain }: HubOfAccount,
  { declared, sent }: LostPost,
  signal: AbortSignal,
): Promise<readonly { readonly window: Window; readonly isNew: boolean }[]> {
  const own = account.within(signal);
  const { findPosted } = writing(maintenance, await open(own, maintenance, { subdomain }));
  const look = async () => {
    const found = await findPosted(declared, sent);
    return found.length > 0 ? found : undefined;
  };
  const found = await own.at({ subdomain }).lookFor(look);
  return (found ?? []).map(({ live, isNew }) => ({ window: windowOf(live, live), isNew }));
}

/**
 * Ends the window, unless somebody else has changed it.
 *
 * @returns a warning, if it didn't end as planned
 */
export async function leaveWindow(
  maintenances: Maintenances,
  window: Window,
  { values, endCommand }: { readonly values: Declared; readonly endCommand: string },
): Promise<string | undefined> {
  const record = await maintenances.get(window.id);
  if (!isLeft(record)) return endedByOthers.deleted();
  const end = timeOr(endOf(record), window.end);
  const time = formatInstant(end);
  if (end <= maintenances.serverTime()) return endedByOthers.over({ time });
  if (end !== window.end) return endedByOthers.moved({ time, command: endCommand });
  const laterEnd = await endNow(maintenances, window, values);
  if (laterEnd === undefined) return undefined;
  const open = { time: formatInstant(laterEnd), command: endCommand };
  const isEarlierThanPlanned = laterEnd < window.end;
  if (isEarlierThanPlanned) return endsLater(open);
  return notEnded.failed({ ...open, reason: withoutCode(ignored(window.id, laterEnd)) });
}

/**
 * Ends a maintenance that an earlier run has opened.
 *
 * @returns a warning, if it ends later than now
 * @throws CommandError if it isn't there, a resource manages it, or no run of this command has opened it; or if its end stays as it was
 */
export async function endMaintenance(
  maintenances: Maintenances,
  id: string,
  { values, findOwner }: { readonly values: Declared; readonly findOwner: (hubId: string) => string | undefined },
): Promise<string | undefined> {
  const { hub } = maintenances;
  const record = await maintenances.get(id);
  if (!isLeft(record)) throw new CommandError(nothingToEnd.missing({ hub: hub.subdomain, id }));
  const name = findOwner(hub.id);
  if (name !== undefined) throw new CommandError(nothingToEnd.managed({ id, name }));
  const event = { record, occurrences: [] };
  if (!beganAtOnce(event)) throw new CommandError(nothingToEnd.planned({ id }));
  const window = { id, start: startOf(record), end: endOf(record) };
  if (window.end <= maintenances.serverTime()) return undefined;
  const laterEnd = await endNow(maintenances, window, values);
  if (laterEnd === undefined) return undefined;
  const isEarlierThanPlanned = laterEnd < window.end;
  if (!isEarlierThanPlanned) throw new CommandError(ignored(id, laterEnd));
  return endsLater({ time: formatInstant(laterEnd) });
}

/** How many whole minutes are tried if StatusHub rejects an end of now. */
const laterMinutes = 5;

/**
 * Ends a window that isn't over, as soon as StatusHub accepts it. A window that hasn't begun is deleted: it could only begin after the
 * command has ended.
 *
 * @returns undefined if it ends as soon as possible; otherwise the later end that StatusHub has kept
 */
async function endNow(maintenances: Maintenances, window: Window, values: Declared): Promise<number | undefined> {
  const { put, remove } = writing(maintenance, maintenances);
  const now = maintenances.serverTime();
  if (window.start > now) {
    await remove(window.id);
    return undefined;
  }
  // A maintenance ends after it starts, so one that has just begun ends a second after that.
  const start = timeOr(window.start, now);
  const soonest = Math.max(now, start + second);
  // Inferred (end-now): an end of now is accepted. If not, the next whole minutes are tried that are earlier than the planned end.
  const nextMinute = Math.ceil(now / minute) * minute;
  const minutes = Array.from({ length: laterMinutes }, (_, index) => nextMinute + index * minute);
  const ends = [soonest, ...minutes.filter((each) => each < window.end)];
  let rejection: unknown;
  for (const end of ends) {
    try {
      const record = await put(window.id, { end_time: formatInstant(end) }, values);
      const kept = timeOr(endOf(record), end);
      return kept > soonest ? kept : undefined;
    } catch (error) {
      if (!isRejected(error)) throw error;
      rejection = error;
    }
  }
  throw rejection;
}

const ignored = (id: string, kept: number) =>
  ignoredProperty({ subject: `Maintenance ${id}`, properties: "endTime", kept: formatInstant(kept) });

/** A response may lack a time, which `startOf` and `endOf` read as NaN. */
const timeOr = (time: number, known: number) => (Number.isNaN(time) ? known : time);
