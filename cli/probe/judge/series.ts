import { parseInstant } from "../../../model/api/instant.ts";
import { isObject } from "../../../model/api/object.ts";
import { type Exchange, type Fields, flagsOf, isGone, isRejection, isSuccess, recordOf } from "../recording.ts";
import { type Evidence, type Indication, needing, ofRecords, ofStep, type ShownRecord } from "./evidence.ts";
import { judgeNulls } from "./reading.ts";

const week = 7 * 86_400_000;

const startOf = (record: Fields | undefined) => parseInstant(String(record?.start_time));

/** The starts of the series' live occurrences in a list; undefined if there was no list. */
function startsIn(evidence: Evidence, step: string): readonly number[] | undefined {
  const first = startOf(evidence.last("series: create")?.sent) ?? 0;
  const own = evidence
    .shown("maintenances")
    .filter(
      ({ record, exchange }) => exchange.step === step && evidence.isOurs(record) && flagsOf(record).deleted !== true,
    );
  const all = new Map(own.map(({ record }) => [record.id, startOf(record) ?? 0]));
  return evidence.last(step) && [...all.values()].filter((start) => start >= first);
}

function tellOccurrences(_: Exchange, evidence: Evidence): Indication {
  const [early, late] = ["series: list", "series: list later"].map((step) => startsIn(evidence, step)?.length);
  if (early !== undefined && early >= 3) return "holds";
  if (late === undefined) return undefined;
  return late >= 3 ? "late" : late === 1 ? "hidden" : { unexpected: `${late} occurrences of 4` };
}

/** A clock that isn't UTC shifts days or times. */
function tellClock({ sent }: Exchange, evidence: Evidence): Indication {
  const first = startOf(sent);
  const starts = startsIn(evidence, "series: list later") ?? startsIn(evidence, "series: list") ?? [];
  if (first === undefined || starts.length < 3) return undefined;
  if (starts.some((start) => (start - first) % week !== 0)) return "local";
  return Math.max(...starts) === first + 2 * week ? "rolling" : undefined;
}

const keysOf = (pattern: Fields) => [...Object.keys(pattern), ...Object.keys(pattern.interval_options ?? {})];

function tellPattern(read: Exchange, evidence: Evidence): Indication {
  const { event_repeat: got } = recordOf(read) ?? { event_repeat: null };
  const sent = evidence.last("series: repeat")?.sent?.event_repeat;
  if (!isObject(sent)) return undefined;
  if (!isObject(got)) return got === undefined ? "missing" : { unexpected: "event_repeat is null" };
  if (keysOf(got).some((key) => !keysOf(sent).includes(key))) return "completed";
  const isSame = parseInstant(String(got.end_on)) === parseInstant(String(sent.end_on));
  return isSame ? "holds" : { unexpected: `end_on ${got.end_on}` };
}

/** A pattern that somebody else has sent only tells something by what nobody sends. */
function tellOther(record: Fields, _: ShownRecord, evidence: Evidence): Indication {
  const { event_repeat: pattern } = record;
  if (isObject(pattern)) return Object.values(pattern.interval_options ?? {}).includes(null) ? "completed" : undefined;
  return pattern === undefined && judgeNulls(evidence)?.answer === "holds" ? "missing" : undefined;
}

function tellInterval({ event_repeat: pattern }: Fields): Indication {
  const { interval } = isObject(pattern) ? pattern : {};
  if (typeof interval !== "string") return undefined;
  if (/^(daily|weekly|monthly|yearly)$/.test(interval)) return "holds";
  return /^[A-Z]+$/.test(interval) ? "capitals" : { unexpected: `the interval ${interval}` };
}

function tellFollowing(update: Exchange, evidence: Evidence): Indication {
  const title = evidence.record("series: third after title")?.title;
  if (!isSuccess(update) || typeof title !== "string") return undefined;
  return title.toLowerCase().includes(String(update.sent?.title)) ? "holds" : "one-occurrence";
}

const judgeFollowing = ofStep("series: retitle", tellFollowing);

function tellMove(update: Exchange, evidence: Evidence): Indication {
  const [before, after] = ["title", "move"].map((step) => startOf(evidence.record(`series: third after ${step}`)));
  const isFollowing = judgeFollowing(evidence)?.answer === "holds";
  if (!isSuccess(update) || !isFollowing || before === undefined || after === undefined) return undefined;
  const minutes = (after - before) / 60_000;
  return minutes === 0 ? "kept" : minutes === 30 ? "holds" : { unexpected: `the third moved by ${minutes} minutes` };
}

function tellSecond(_: Exchange, evidence: Evidence): Indication {
  const [first, second] = ["series: get", "series: get second"].map((step) => evidence.record(step));
  if (first?.event_repeat == null || second === undefined) return undefined;
  return second.event_repeat == null ? "first-only" : "holds";
}

function tellDelete(first: Exchange, evidence: Evidence): Indication {
  const removed = evidence.last("series: delete third");
  return removed && isSuccess(removed) ? (isGone(first) ? "whole-series" : "holds") : undefined;
}

function tellEmpty(update: Exchange, evidence: Evidence): Indication {
  const [before, second] = ["series: first after delete", "series: second after empty"].map((step) =>
    evidence.last(step),
  );
  if (before && isGone(before)) return undefined;
  if (isRejection(update)) return "rejected";
  if (!isSuccess(update) || second === undefined) return undefined;
  if (isGone(second)) return "holds";
  const isKept = evidence.record("series: first after empty")?.event_repeat != null;
  return isKept || judgeFollowing(evidence)?.answer === "holds" ? "ignored" : undefined;
}

const drafts = needing("drafts");
const series = ["repeat-values", "occurrences"];

export const seriesEntries = {
  occurrences: drafts(ofStep("series: list", tellOccurrences), { follows: ["repeat-values"] }),
  "series-clock": drafts(ofStep("series: create", tellClock), {
    follows: series,
    untried: "a change of clocks, and months without a 31st, don't show within 30 days",
  }),
  "completed-repeat": drafts(
    (evidence) =>
      ofStep("series: get", tellPattern)(evidence) ??
      ofRecords(() => evidence.read("maintenances"), tellOther)(evidence),
    { follows: ["repeat-values"] },
  ),
  "repeat-values": drafts(
    (evidence) =>
      ofStep("series: repeat", (repeat) => (isRejection(repeat) ? "unknown" : undefined))(evidence) ??
      ofRecords(() => evidence.read("maintenances"), tellInterval)(evidence),
    { follows: ["completed-repeat"] },
  ),
  "update-following": drafts(judgeFollowing, { follows: series }),
  "pattern-of-occurrences": drafts(ofStep("series: get second", tellSecond), {
    follows: [...series, "completed-repeat"],
  }),
  "series-move": drafts(ofStep("series: move", tellMove), { follows: [...series, "update-following"] }),
  "empty-repeat": drafts(ofStep("series: empty", tellEmpty), {
    follows: [...series, "update-following", "series-delete"],
  }),
  "series-delete": drafts(ofStep("series: first after delete", tellDelete), { follows: series }),
  "series-end": drafts(
    ofStep("end of series", (end, evidence) => {
      const repeat = evidence.last("series: repeat");
      // Otherwise, the pattern may be the reason.
      if (!repeat || !isSuccess(repeat)) return undefined;
      return isSuccess(end) ? "holds" : isRejection(end) ? "exact" : undefined;
    }),
    { follows: ["repeat-values"] },
  ),
  "maintenance-silent": needing()(() => undefined, {
    untried: "only subscribers of a published maintenance would notice",
  }),
};
