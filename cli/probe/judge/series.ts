import { parseInstant } from "../../../model/api/instant.ts";
import { isObject } from "../../../model/api/object.ts";
import { type Fields, isDeleted } from "../recording.ts";
import { type Evidence, needing, ofRecords, ofStep } from "./evidence.ts";
import { judgeNulls } from "./reading.ts";

const week = 7 * 86_400_000;

const startOf = (record: Fields | undefined) => parseInstant(String(record?.start_time));

/** The starts of the series' live occurrences in a list; undefined if there was no list. */
function startsIn(evidence: Evidence, step: string): readonly number[] | undefined {
  const first = startOf(evidence.last("series: create")?.sent) ?? 0;
  const own = evidence
    .shown("maintenances")
    .filter((shown) => shown.step === step && evidence.isOurs(shown.record) && !isDeleted(shown.record));
  const all = new Map(own.map(({ record }) => [record.id, startOf(record) ?? 0]));
  return evidence.last(step) && [...all.values()].filter((start) => start >= first);
}

const judgeOccurrences = ofStep("series: list", (_, evidence) => {
  const [early, late] = ["series: list", "series: list later"].map((step) => startsIn(evidence, step)?.length);
  if (early !== undefined && early >= 3) return "holds";
  if (late === undefined) return undefined;
  return late >= 3 ? "late" : late === 1 ? "hidden" : { unexpected: `${late} occurrences of 4` };
});

/** A clock that isn't UTC shifts days or times. */
const judgeClock = ofStep("series: create", ({ sent }, evidence) => {
  const first = startOf(sent);
  const starts = startsIn(evidence, "series: list later") ?? startsIn(evidence, "series: list") ?? [];
  if (first === undefined || starts.length < 3) return undefined;
  if (starts.some((start) => (start - first) % week !== 0)) return "local";
  return Math.max(...starts) === first + 2 * week ? "rolling" : undefined;
});

const keysOf = (pattern: Fields) => [...Object.keys(pattern), ...Object.keys(pattern.interval_options ?? {})];

const judgePattern = ofStep("series: get", ({ record }, evidence) => {
  const { event_repeat: got } = record ?? { event_repeat: null };
  const sent = evidence.last("series: repeat")?.sent?.event_repeat;
  if (!isObject(sent)) return undefined;
  if (!isObject(got)) return got === undefined ? "missing" : { unexpected: "event_repeat is null" };
  if (keysOf(got).some((key) => !keysOf(sent).includes(key))) return "completed";
  const isSame = parseInstant(String(got.end_on)) === parseInstant(String(sent.end_on));
  return isSame ? "holds" : { unexpected: `end_on ${got.end_on}` };
});

const inMaintenances = (evidence: Evidence) => evidence.read("maintenances");

/** A pattern that somebody else has sent only tells something by what nobody sends. */
const judgeOther = ofRecords(inMaintenances, (record, _, evidence) => {
  const { event_repeat: pattern } = record;
  if (isObject(pattern)) return Object.values(pattern.interval_options ?? {}).includes(null) ? "completed" : undefined;
  return pattern === undefined && judgeNulls(evidence)?.answer === "holds" ? "missing" : undefined;
});

const judgeInterval = ofRecords(inMaintenances, ({ event_repeat: pattern }) => {
  const { interval } = isObject(pattern) ? pattern : {};
  if (typeof interval !== "string") return undefined;
  if (/^(daily|weekly|monthly|yearly)$/.test(interval)) return "holds";
  return /^[A-Z]+$/.test(interval) ? "capitals" : { unexpected: `the interval ${interval}` };
});

const judgeRepeat = ofStep("series: repeat", (repeat) => (repeat.isRejection ? "unknown" : undefined));

const judgeFollowing = ofStep("series: retitle", (update, evidence) => {
  const title = evidence.last("series: third after title")?.record?.title;
  if (!update.isSuccess || typeof title !== "string") return undefined;
  return title.toLowerCase().includes(String(update.sent?.title)) ? "holds" : "one-occurrence";
});

const judgeMove = ofStep("series: move", (update, evidence) => {
  const [before, after] = ["title", "move"].map((step) =>
    startOf(evidence.last(`series: third after ${step}`)?.record),
  );
  const isFollowing = judgeFollowing(evidence)?.answer === "holds";
  if (!update.isSuccess || !isFollowing || before === undefined || after === undefined) return undefined;
  const minutes = (after - before) / 60_000;
  return minutes === 0 ? "kept" : minutes === 30 ? "holds" : { unexpected: `the third moved by ${minutes} minutes` };
});

const judgeSecond = ofStep("series: get second", (_, evidence) => {
  const [first, second] = ["series: get", "series: get second"].map((step) => evidence.last(step)?.record);
  if (first?.event_repeat == null || second === undefined) return undefined;
  return second.event_repeat == null ? "first-only" : "holds";
});

const judgeDelete = ofStep("series: first after delete", (first, evidence) => {
  const removed = evidence.last("series: delete third");
  return removed?.isSuccess ? (first.isGone ? "whole-series" : "holds") : undefined;
});

const judgeEmpty = ofStep("series: empty", (update, evidence) => {
  const second = evidence.last("series: second after empty");
  if (evidence.last("series: first after delete")?.isGone) return undefined;
  if (update.isRejection) return "rejected";
  if (!update.isSuccess || second === undefined) return undefined;
  if (second.isGone) return "holds";
  const isKept = evidence.last("series: first after empty")?.record?.event_repeat != null;
  return isKept || judgeFollowing(evidence)?.answer === "holds" ? "ignored" : undefined;
});

const judgeEnd = ofStep("end of series", (end, evidence) => {
  const repeat = evidence.last("series: repeat");
  // Otherwise, the pattern may be the reason.
  if (!repeat?.isSuccess) return undefined;
  return end.isSuccess ? "holds" : end.isRejection ? "exact" : undefined;
});

const drafts = needing("drafts");
const series = ["repeat-values", "occurrences"];

export const seriesEntries = {
  occurrences: drafts(judgeOccurrences, { follows: ["repeat-values"] }),
  "series-clock": drafts(judgeClock, {
    follows: series,
    untried: "a change of clocks, and months without a 31st, don't show within 30 days",
  }),
  "completed-repeat": drafts((evidence) => judgePattern(evidence) ?? judgeOther(evidence), {
    follows: ["repeat-values"],
  }),
  "repeat-values": drafts((evidence) => judgeRepeat(evidence) ?? judgeInterval(evidence), {
    follows: ["completed-repeat"],
  }),
  "update-following": drafts(judgeFollowing, { follows: series }),
  "pattern-of-occurrences": drafts(judgeSecond, { follows: [...series, "completed-repeat"] }),
  "series-move": drafts(judgeMove, { follows: [...series, "update-following"] }),
  "empty-repeat": drafts(judgeEmpty, { follows: [...series, "update-following", "series-delete"] }),
  "series-delete": drafts(judgeDelete, { follows: series }),
  "series-end": drafts(judgeEnd, { follows: ["repeat-values"] }),
  "maintenance-silent": needing()(() => undefined, {
    untried: "only subscribers of a published maintenance would notice",
  }),
};
