import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import type { seriesGuesses } from "../../model/guesses/series.ts";
import type { Settings } from "../call.ts";
import { HttpError, invalid } from "../http-error.ts";
import { isOccurrence } from "../resources/maintenance.ts";
import { occurrenceStarts } from "../resources/occurrence-starts.ts";
import type { MaintenanceRow } from "../tables/maintenance.ts";
import {
  combined,
  type Difference,
  type Exchange,
  type Fields,
  type Implementations,
  onBodies,
  onLists,
  onRecords,
  onRequests,
  without,
} from "./difference.ts";
import { showing, shows } from "./field.ts";

/** With other differences, IDs of maintenances begin with `m-`. */
const rowOf = ({ store }: Exchange, id: unknown): MaintenanceRow | undefined =>
  store.table("maintenances").find(Number(String(id).replace(/^m-/, "")));

/** Hides later occurrences of series, in lists and from requests by ID. */
function hiding(isHiddenNow: (row: MaintenanceRow, exchange: Exchange) => boolean): Difference {
  const isHidden = (exchange: Exchange, id: unknown) => {
    const row = rowOf(exchange, id);
    return row !== undefined && isOccurrence(row) && isHiddenNow(row, exchange);
  };
  const fromRequests = onRequests(
    ({ params }) => params.maintenance_id !== undefined,
    (exchange) => {
      const { maintenance_id: id } = exchange.params;
      if (isHidden(exchange, id)) throw new HttpError(404, `maintenance_id ${id} does not exist`);
      return exchange;
    },
  );
  const inLists = onLists(["maintenances"], (records, exchange) => records.filter(({ id }) => !isHidden(exchange, id)));
  return combined(fromRequests, inLists);
}

/** Counts the dates of series by another clock. */
function counting(seriesClock: Settings["seriesClock"]): Difference {
  return (exchange, next) => {
    const { emulation } = exchange;
    const settings = { ...emulation.settings, seriesClock };
    return next({ ...exchange, emulation: { ...emulation, settings } });
  };
}

const twoWeeks = 14 * 86_400_000;

/** When a service that extends its series as time passes adds an occurrence. One that somebody has moved was there before. */
function addedAt(row: MaintenanceRow, { store, emulation: { settings } }: Exchange): number {
  const { created_at, start_time, event_repeat } = row;
  const first = store.table("maintenances").find(row.series_id ?? row.id) ?? row;
  const starts = event_repeat === null ? [] : occurrenceStarts(first.start_time, event_repeat, settings);
  const wasMoved = !starts.includes(start_time);
  const isEarly = Date.parse(start_time) <= Date.parse(first.start_time) + twoWeeks;
  if (wasMoved || isEarly) return Date.parse(created_at);
  return Math.max(Date.parse(created_at), Date.parse(start_time) - twoWeeks);
}

/** Occurrences appear two weeks before they start. */
const rolling: Difference = combined(
  hiding((row, exchange) => addedAt(row, exchange) > exchange.emulation.clock.now()),
  onRecords(["maintenances"], (record, exchange) => {
    const row = rowOf(exchange, record.id);
    if (row === undefined || !isOccurrence(row)) return record;
    return { ...record, created_at: formatInstant(addedAt(row, exchange)) };
  }),
);

function endsSeries(exchange: Exchange): boolean {
  const row = rowOf(exchange, exchange.params.maintenance_id);
  return exchange.body?.event_repeat === null && row?.event_repeat !== null;
}

const year = 366 * 86_400_000;

/** Returns a pattern with all of its keys: those that the client hasn't sent are null, and the end is in a year. */
function completed(repeat: Fields, start: unknown): Fields {
  const options = { enabled_days: null, type: null, ...(repeat.interval_options as Fields | undefined) };
  const end = formatInstant((parseInstant(String(start)) ?? 0) + year);
  return { ...repeat, interval_options: options, end_on: repeat.end_on ?? end };
}

/** The undocumented texts of a recurrence and a notification. */
const repeatTexts = [
  "event_repeat.interval",
  "event_repeat.interval_options.enabled_days",
  "event_repeat.interval_options.type",
  "event_notifications.offset_type",
];

export const seriesDifferences: Implementations<typeof seriesGuesses> = {
  occurrences: {
    late: hiding(({ created_at }, { emulation }) => emulation.clock.now() - Date.parse(created_at) < 10_000),
    hidden: hiding(() => true),
  },
  "series-clock": { local: counting("local"), clamped: counting("clamped"), rolling },
  "completed-repeat": {
    completed: onRecords(["maintenances"], (record) => {
      const { event_repeat: repeat, start_time } = record;
      return repeat ? { ...record, event_repeat: completed(repeat as Fields, start_time) } : record;
    }),
    missing: showing(["maintenances"], ["event_repeat", "event_notifications"], shows.omit),
  },
  "repeat-values": {
    capitals: showing(["maintenances"], repeatTexts, shows["upper-case"]),
    unknown: onBodies(["updateMaintenance"], (sent) => {
      if (sent.event_repeat) throw invalid("event_repeat.interval", "is not an interval");
      const { event_notifications: items = [] } = sent;
      if (Array.isArray(items) && items.length > 0)
        throw invalid("event_notifications[0].offset_type", "is not a type");
      return sent;
    }),
  },
  "update-following": {
    "one-occurrence": onBodies(["updateMaintenance"], (sent) => without(sent, "recurring")),
  },
  "pattern-of-occurrences": {
    "first-only": onRecords(["maintenances"], (record, exchange) => {
      const row = rowOf(exchange, record.id);
      return row && isOccurrence(row) && "event_repeat" in record ? { ...record, event_repeat: null } : record;
    }),
  },
  "empty-repeat": {
    ignored: onRequests(endsSeries, (exchange) => ({
      ...exchange,
      body: exchange.body && without(exchange.body, "event_repeat"),
    })),
    rejected: onRequests(endsSeries, () => {
      throw invalid("event_repeat", "must not be null");
    }),
  },
  "series-delete": {
    "whole-series": (exchange, next) => {
      const { store, route, params } = exchange;
      const row = route.name === "deleteMaintenance" ? rowOf(exchange, params.maintenance_id) : undefined;
      const result = next(exchange);
      if (row === undefined || row.series_id === null) return result;
      const updated_at = formatInstant(exchange.emulation.clock.now());
      const series = store.table("maintenances").by("series", row.series_id);
      store.transaction(() => {
        for (const each of series.filter(({ deleted }) => !deleted))
          store.table("maintenances").put({ ...each, deleted: true, updated_at });
      });
      return result;
    },
  },
  "series-end": {
    exact: onBodies(["updateMaintenance"], (sent, exchange) => {
      const { end_on } = (sent.event_repeat ?? {}) as Fields;
      const start = sent.start_time ?? rowOf(exchange, exchange.params.maintenance_id)?.start_time;
      const first = parseInstant(String(start));
      const last = parseInstant(String(end_on));
      if (first !== undefined && last !== undefined && last < first)
        throw invalid("event_repeat.end_on", "is before the start_time");
      return sent;
    }),
  },
  "maintenance-silent": {
    "per-request": onBodies(["updateMaintenance"], (sent) => ({ silent: false, ...sent })),
  },
};
