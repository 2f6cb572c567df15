import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import type { Hub } from "./reading.ts";
import type { Fields, Seen } from "./recording.ts";
import type { CreatedRecord } from "./session.ts";
import { type MarkedRecord, note, type WritingSession } from "./writing-session.ts";

/** What a template, created and deleted first, has shown. */
export interface Canary {
  /** Milliseconds that lists lag behind writes. */
  readonly lag: number;
  /** Whether a title keeps the mark of this run. */
  readonly keepsTitles: boolean;
  /** Milliseconds since 1970 by the clock that dates records. */
  recordTime(): number;
}

const kind = "maintenances";
const [second, hour, day] = [1_000, 3_600_000, 86_400_000];

/** In every write of a maintenance, so that none is published or announced to subscribers. */
const draft = { state: "draft", silent: true } as const;

const update = (session: WritingSession, step: string, id: string, wire: Fields): Promise<Seen> =>
  session.ask(step, "update", kind, { id, wire: { ...wire, ...draft } });

/** Tries a maintenance that starts now, and a series. Returns why it ended early. */
export async function tryDrafts(
  session: WritingSession,
  { serviceId }: Hub,
  canary: Canary,
): Promise<string | undefined> {
  const obstacle = await session.findObstacle(kind);
  if (obstacle !== undefined) return obstacle;
  if (!canary.keepsTitles) return "StatusHub changes titles, so the draft of a killed run could not be found";
  if (serviceId === undefined) return "a maintenance needs a service, and the hub has none";
  const create = async (step: string, start: number, end: number) => {
    const mark = session.nextMark();
    const times = { start_time: formatInstant(start), end_time: formatInstant(end) };
    const service_statuses = [{ service_id: serviceId, status: "up" }];
    return session.create(step, kind, mark, { title: mark, body: note, ...times, service_statuses, ...draft });
  };
  const now = Math.floor(canary.recordTime() / second) * second;
  const current = await create("now: create", now, now + 3 * hour);
  const single = current ?? (await create("soon: create", now + hour, now + 3 * hour));
  if (single === undefined) return session.reasonFor(kind);
  await tryTimes(session, single, current ? now : now + hour);
  // Just before midnight, so that a day of the hub's own clock shows east of UTC.
  const start = Math.floor(now / day) * day + 8 * day - hour / 2;
  const first = await create("series: create", start, start + hour);
  if (first) await trySeries(session, first, { start, lag: canary.lag });
  if (current) {
    await session.waitUntil(session.clock.now() + Math.max(0, now + 3 * second - canary.recordTime()));
    await update(session, "end now", current.id, { end_time: formatInstant(canary.recordTime()) });
  }
  // A pattern may have made more than we know.
  await session.claimAll(kind);
  return undefined;
}

/** Asks for an end in another offset, and for a series that ends on its first day. */
async function tryTimes(session: WritingSession, { id }: CreatedRecord, start: number): Promise<void> {
  const offset = formatInstant(start + 4 * hour).replace("Z", "+02:00");
  await update(session, "offset", id, { end_time: offset });
  session.expect(kind);
  const midnight = Math.floor(start / day) * day;
  await update(session, "end of series", id, { event_repeat: weekly(start, midnight) });
}

const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const weekly = (start: number, end: number) => ({
  interval: "weekly",
  interval_options: { enabled_days: days[new Date(start).getUTCDay()] ?? "" },
  end_on: formatInstant(end),
});

/** Makes a series of four weeks, changes its second occurrence, deletes the third, and ends it. */
async function trySeries(
  session: WritingSession,
  { id }: CreatedRecord,
  { start, lag }: { readonly start: number; readonly lag: number },
): Promise<void> {
  const get = (step: string, record = id) => session.ask(`series: ${step}`, "get", kind, { id: record });
  session.expect(kind);
  const made = await update(session, "series: repeat", id, { event_repeat: weekly(start, start + 21 * day + hour) });
  if (!made.isSuccess) return;
  await get("get");
  await session.waitUntil(made.at + lag);
  const range = { start_time: formatInstant(start - hour), end_time: formatInstant(start + 23 * day) };
  let found = await findOccurrences(session, "series: list", range);
  if (found.length < 4) {
    await session.waitUntil(made.at + 11_000 + lag);
    found = await findOccurrences(session, "series: list later", range);
  }
  const [, later, last] = found;
  const following = { recurring: { update_following: true } };
  if (later && last) {
    const [next, third] = [String(later.record.id), String(last.record.id)];
    await get("get second", next);
    await update(session, "series: retitle", next, { title: session.nextMark(), ...following });
    await get("third after title", third);
    const moved = startOf(later) + hour / 2;
    const times = { start_time: formatInstant(moved), end_time: formatInstant(moved + hour) };
    if (startOf(later) > 0) await update(session, "series: move", next, { ...times, ...following });
    await get("third after move", third);
    await session.remove(session.claim(kind, last.record), "series: delete third");
    await get("first after delete");
  }
  await update(session, "series: empty", id, { event_repeat: null, ...following });
  await get("first after empty");
  if (later) await get("second after empty", String(later.record.id));
}

/** Returns the occurrences of the series in order, and claims them. */
async function findOccurrences(session: WritingSession, step: string, range: Record<string, string>) {
  const found = (await session.search(kind, step, range)).filter(({ mark }) => mark === session.mark);
  for (const { record } of found) session.claim(kind, record);
  return found.sort((one, other) => startOf(one) - startOf(other));
}

const startOf = ({ record }: MarkedRecord) => parseInstant(String(record.start_time)) ?? 0;
