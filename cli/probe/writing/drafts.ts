import { formatInstant, parseInstant } from "../../../model/api/instant.ts";
import { isSuccess } from "../exchange.ts";
import type { MarkedRecord } from "../own-records.ts";
import type { CreatedRecord } from "../session.ts";
import { note, reasonOf, type WritingRun } from "./canary.ts";

const kind = "maintenances";
const [second, hour, day] = [1_000, 3_600_000, 86_400_000];

/** In every write of a maintenance, so that none is published or announced to subscribers. */
const draft = { state: "draft", silent: true } as const;

/** Tries a maintenance that starts now, and a series. Returns why it ended early. */
export async function tryDrafts(run: WritingRun): Promise<string | undefined> {
  const { session, records, hub } = run;
  const obstacle = await records.findObstacle(kind);
  if (obstacle !== undefined) return obstacle;
  if (!run.keepsTitles) return "StatusHub changes titles, so the draft of a killed run could not be found";
  if (hub.serviceId === undefined) return "a maintenance needs a service, and the hub has none";
  const create = async (step: string, start: number, end: number) => {
    const mark = records.nextMark();
    const times = { start_time: formatInstant(start), end_time: formatInstant(end) };
    const service_statuses = [{ service_id: hub.serviceId, status: "up" }];
    return records.create(step, kind, mark, { title: mark, body: note, ...times, service_statuses, ...draft });
  };
  const now = Math.floor(run.recordTime() / second) * second;
  const current = await create("now: create", now, now + 3 * hour);
  const single = current ?? (await create("soon: create", now + hour, now + 3 * hour));
  if (single === undefined) return reasonOf(session, kind);
  await tryTimes(run, single, current ? now : now + hour);
  // Just before midnight, so that a day of the hub's own clock shows east of UTC.
  const start = Math.floor(now / day) * day + 8 * day - hour / 2;
  const first = await create("series: create", start, start + hour);
  if (first) await trySeries(run, first, start);
  if (current) {
    await session.waitUntil(session.clock.now() + Math.max(0, now + 3 * second - run.recordTime()));
    const end_time = formatInstant(run.recordTime());
    await session.ask("end now", "update", kind, { id: current.id, body: { end_time, ...draft } });
  }
  // A pattern may have made more than we know.
  await records.claimAll(kind);
  return undefined;
}

/** Asks for an end in another offset, and for a series that ends on its first day. */
async function tryTimes({ session, records }: WritingRun, { id }: CreatedRecord, start: number): Promise<void> {
  const offset = formatInstant(start + 4 * hour).replace("Z", "+02:00");
  await session.ask("offset", "update", kind, { id, body: { end_time: offset, ...draft } });
  records.expect(kind);
  const midnight = Math.floor(start / day) * day;
  await session.ask("end of series", "update", kind, { id, body: { event_repeat: weekly(start, midnight), ...draft } });
}

const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const weekly = (start: number, end: number) => ({
  interval: "weekly",
  interval_options: { enabled_days: days[new Date(start).getUTCDay()] ?? "" },
  end_on: formatInstant(end),
});

/** Makes a series of four weeks, changes its second occurrence, deletes the third, and ends it. */
async function trySeries(run: WritingRun, { id }: CreatedRecord, start: number): Promise<void> {
  const { session, records } = run;
  records.expect(kind);
  const body = { event_repeat: weekly(start, start + 21 * day + hour), ...draft };
  const made = await session.ask("series: repeat", "update", kind, { id, body });
  if (!isSuccess(made)) return;
  await session.ask("series: get", "get", kind, { id });
  await session.waitUntil(made.at + run.lag);
  const range = { start_time: formatInstant(start - hour), end_time: formatInstant(start + 23 * day) };
  let found = await findOccurrences(run, "series: list", range);
  if (found.length < 4) {
    await session.waitUntil(made.at + 11_000 + run.lag);
    found = await findOccurrences(run, "series: list later", range);
  }
  const [, later, last] = found;
  if (later && last) await tryOccurrences(run, id, [later, last]);
  const ended = { event_repeat: null, recurring: { update_following: true }, ...draft };
  await session.ask("series: empty", "update", kind, { id, body: ended });
  await session.ask("series: first after empty", "get", kind, { id });
  if (later) await session.ask("series: second after empty", "get", kind, { id: String(later.record.id) });
}

/** Returns the occurrences of the series in order, and claims them. */
async function findOccurrences(
  { session, records }: WritingRun,
  step: string,
  range: Readonly<Record<string, string>>,
) {
  const found = (await records.search(kind, step, range)).filter(({ mark }) => mark === session.mark);
  for (const { record } of found) session.claim(kind, record);
  return found.sort((one, other) => startOf(one) - startOf(other));
}

const startOf = ({ record }: MarkedRecord) => parseInstant(String(record.start_time)) ?? 0;

async function tryOccurrences(
  { session, records }: WritingRun,
  first: string,
  [later, last]: [MarkedRecord, MarkedRecord],
) {
  const update = (step: string, body: Readonly<Record<string, unknown>>) =>
    session.ask(step, "update", kind, {
      id: String(later.record.id),
      body: { ...body, recurring: { update_following: true }, ...draft },
    });
  await session.ask("series: get second", "get", kind, { id: String(later.record.id) });
  await update("series: retitle", { title: records.nextMark() });
  await session.ask("series: third after title", "get", kind, { id: String(last.record.id) });
  const [start, moved] = [startOf(later), startOf(later) + hour / 2];
  const times = { start_time: formatInstant(moved), end_time: formatInstant(moved + hour) };
  if (start > 0) await update("series: move", times);
  await session.ask("series: third after move", "get", kind, { id: String(last.record.id) });
  await records.remove(session.claim(kind, last.record), "series: delete third");
  await session.ask("series: first after delete", "get", kind, { id: first });
}
