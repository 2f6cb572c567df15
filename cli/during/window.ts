import type { Declared, Live, Wire } from "../../api/form.ts";
import { formatInstant } from "../../api/instant.ts";
import { endedByOthers, endsLater, nothingToEnd } from "../../errors/during.ts";
import { ignoredProperty } from "../../errors/up.ts";
import { maintenance } from "../../kinds/maintenance.ts";
import { endOf, startOf } from "../../kinds/maintenance-series.ts";
import type { Account } from "../../provider/client/account.ts";
import { isDeleted } from "../../provider/client/collection.ts";
import { isRejected } from "../../provider/client/errors.ts";
import { wireOfPost, withRepeated } from "../../provider/lifecycle/forms/wire.ts";
import { postOnce } from "../../provider/lifecycle/record/create-once.ts";
import { findMatches, type Scope } from "../../provider/lifecycle/record/find.ts";
import { open } from "../../provider/lifecycle/record/hub.ts";
import { Owners } from "../../provider/lifecycle/record/owners.ts";
import { CommandError } from "../terminal/failure.ts";
import type { Content } from "./content.ts";
import { commandsIn, endFor, endWithAnother, endWithoutOne, isOpenToOthers, minute } from "./end-time.ts";

/** A maintenance that is open while commands run. */
export interface Window {
  readonly id: string;
  readonly start: number;
  /** Its end after our own last write, in milliseconds since 1970. */
  readonly end: number;
}

/** Returns the maintenances of a hub. This command doesn't know which of them a stack manages. */
export const maintenancesOn = async (account: Account, hub: string): Promise<Scope> => ({
  definition: maintenance,
  collection: await open(account, maintenance, { subdomain: hub }),
  owners: new Owners(),
});

/** The request that opens a window, or joins the one with the ID. */
export interface Opening {
  readonly id?: string;
  readonly values: Declared;
  readonly wire: Wire;
}

/** Plans the request: with `join`, for the open window with the same title and services, if there is one. */
export async function planOpening(
  maintenances: Scope,
  { values, atMost }: Content,
  { join }: { readonly join: boolean },
): Promise<Opening> {
  const shared = join ? await findShared(maintenances, values) : undefined;
  if (shared === undefined) return newWindow(values, maintenances.collection.serverTime(), atMost);
  const end = endWithAnother(endOf(shared), endFor(maintenances.collection.serverTime(), atMost));
  return { id: String(shared.id), values, wire: wireWithEnd(values, end) };
}

function newWindow(values: Declared, start: number, atMost: number): Opening {
  const whole = { ...values, startTime: formatInstant(start), endTime: formatInstant(endFor(start, atMost)) };
  return { values: whole, wire: wireOfPost(maintenance, whole).wire };
}

const wireWithEnd = (values: Declared, end: number): Wire =>
  withRepeated(maintenance, { end_time: formatInstant(end) }, values);

/** Only windows of this command are shared: those of a program or of the control panel end when they were planned to. */
async function findShared(maintenances: Scope, values: Declared): Promise<Live | undefined> {
  const { collection } = maintenances;
  const now = collection.serverTime();
  const isOpen = (record: Live) =>
    startOf(record) <= now + minute && endOf(record) > now && isOpenToOthers(endOf(record));
  const records = (await collection.list()).filter(isOpen);
  const names = ["title", "serviceStatuses"];
  const found = await findMatches(maintenances, {
    purpose: "leftover",
    declared: values,
    names,
    records,
    fields: ["end_time"],
  });
  return found.map(({ live }) => live).find(isOpen);
}

/** Opens the window, once: if the response is lost, it is searched for. */
export async function openWindow(maintenances: Scope, opening: Opening, { atMost }: Content): Promise<Window> {
  const { collection } = maintenances;
  if (opening.id !== undefined) return windowIn(await collection.put(opening.id, opening.wire), opening);
  try {
    return await post(maintenances, opening);
  } catch (error) {
    // Inferred (start-now): a start that has just passed is accepted. If not, the window begins in a minute.
    if (!isRejected(error)) throw error;
    const later = newWindow(opening.values, collection.serverTime() + minute, atMost);
    return post(maintenances, later).catch((second: unknown) => {
      throw isRejected(second) ? error : second;
    });
  }
}

const post = async (maintenances: Scope, opening: Opening): Promise<Window> =>
  windowIn(await postOnce(maintenances, opening.values, wireOfPost(maintenance, opening.values)), opening);

/** A response may lack the times; then they are those that were sent. */
function windowIn(live: Live, { wire }: Opening): Window {
  const { id, start_time, end_time } = { ...wire, ...live };
  return { id: String(id), start: startOf({ start_time }), end: endOf({ end_time }) };
}

/**
 * Ends the window, unless other commands run inside it, or somebody else has changed it.
 *
 * @returns a warning, if it didn't end as planned
 */
export async function leaveWindow(
  maintenances: Scope,
  window: Window,
  { values, endCommand }: { readonly values: Declared; readonly endCommand: string },
): Promise<string | undefined> {
  const { collection } = maintenances;
  const record = await collection.get(window.id);
  if (record === undefined || isDeleted(record)) return endedByOthers.deleted();
  const end = timeOr(endOf(record), window.end);
  const time = formatInstant(end);
  if (end <= collection.serverTime()) return endedByOthers.over({ time });
  const commands = commandsIn(end);
  if (commands > 1) {
    await collection.put(window.id, wireWithEnd(values, endWithoutOne(end)));
    return undefined;
  }
  if (commands === 0 && end !== window.end) return endedByOthers.moved({ time, command: endCommand });
  return endNow(maintenances, { ...window, end }, values);
}

/** Ends a maintenance for the command line, whoever has opened it. */
export async function endMaintenance(
  maintenances: Scope,
  { hub, id }: { readonly hub: string; readonly id: string },
  values: Declared,
): Promise<string | undefined> {
  const { collection } = maintenances;
  const record = await collection.get(id);
  if (record === undefined || isDeleted(record)) throw new CommandError(nothingToEnd.missing({ hub, id }));
  const window = { id, start: startOf(record), end: endOf(record) };
  const now = collection.serverTime();
  if (window.start > now) throw new CommandError(nothingToEnd.early({ id, time: formatInstant(window.start) }));
  return window.end <= now ? undefined : endNow(maintenances, window, values);
}

/** The whole minutes that are tried if StatusHub rejects an end of now. */
const laterEnds = 5;

async function endNow({ collection }: Scope, window: Window, values: Declared): Promise<string | undefined> {
  const now = collection.serverTime();
  if (window.start > now) {
    // It could only begin after the command has ended.
    await collection.remove(window.id);
    return undefined;
  }
  const nextMinute = Math.ceil(now / minute) * minute;
  const later = Array.from({ length: laterEnds }, (_, index) => nextMinute + index * minute);
  // A maintenance ends after it starts.
  const ends = [Math.max(now, timeOr(window.start, now) + 1000), ...later.filter((end) => end < window.end)];
  for (const [index, end] of ends.entries()) {
    try {
      const kept = endOf(await collection.put(window.id, wireWithEnd(values, end)));
      if (kept > end) throw new CommandError(ignored(window.id, kept));
      return index === 0 ? undefined : endsLater({ time: formatInstant(end) });
    } catch (error) {
      // Inferred (end-now): an end of now is accepted. If not, the next minute is.
      if (!isRejected(error) || index === ends.length - 1) throw error;
    }
  }
  return undefined;
}

const ignored = (id: string, kept: number) =>
  ignoredProperty({ subject: `Maintenance ${id}`, properties: "endTime", kept: formatInstant(kept) });

const timeOr = (time: number, known: number) => (Number.isNaN(time) ? known : time);
