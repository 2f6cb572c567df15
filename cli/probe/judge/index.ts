import { type GuessName, guessNames } from "../../../model/guesses/index.ts";
import type { Area } from "../areas.ts";
import { type KindName, kinds } from "../probed-kinds.ts";
import { isAlike, type Recording } from "../recording.ts";
import { roleStep } from "../role.ts";
import { accepted, type Entry, Evidence, type Judge, needing, ofStep, type Verdict, verdict } from "./evidence.ts";
import { readingEntries } from "./reading.ts";
import { seriesEntries } from "./series.ts";
import { writingEntries } from "./writing.ts";

const judgeList: Judge = (evidence) => {
  const list = evidence.all("list").find(({ path }) => path.endsWith("/services"));
  const missing = list?.status === 405 ? "not-allowed" : list?.status === 404 ? "not-found" : undefined;
  return list && verdict(missing ?? (list.isSuccess ? "holds" : undefined), list);
};

/** Judges an operation by a request with an unused ID, and by the one for an own record. */
const offered = (area: Area, kind: KindName, verb: "update" | "delete"): Entry => {
  const judge: Judge = (evidence) => {
    const used = evidence.last(`${kind}: ${verb}`);
    const [missing, unused] = ["get", verb].map((each) => evidence.last(`${kind}: ${each} unused`));
    const exchange = used ?? unused;
    if (exchange === undefined) return undefined;
    if (exchange.status === 405) return verdict("not-allowed", exchange);
    const isMissing = exchange.status === 404 && (used || (missing && !isAlike(missing, exchange)));
    if (isMissing) return verdict("not-found", exchange);
    return used?.isSuccess ? verdict("holds", used) : undefined;
  };
  return needing(area)(judge, { untried: `no ${kinds[kind].noun} could be created` });
};

const judgePermissions: Judge = (evidence) => {
  const forbidden = evidence.all(roleStep).find(({ status }) => status === 403);
  if (forbidden !== undefined) return verdict("holds", forbidden);
  for (const [unused, create] of [
    ["templates: update unused", "canary: create"],
    ["services: update unused", "service: create"],
    ["subscriptions: delete unused", "webhook: create"],
  ] as const) {
    const update = evidence.last(unused);
    if (update?.status === 403) return verdict("holds", update);
    if (update?.status === 404 && evidence.last(create)?.status === 403) return verdict("record-first", update);
  }
  return undefined;
};

const judgeStart = ofStep("now: create", (now, evidence) => {
  if (now.isSuccess) return "holds";
  const soon = evidence.last("soon: create");
  return now.isRejection && soon?.isSuccess ? "future-only" : undefined;
});

/** How each guess is judged. The compiler asks for every entry. */
export const entries: Readonly<Record<GuessName, Entry>> = {
  "service-list": needing()(judgeList, { untried: "only a primary hub has services" }),
  "service-delete": offered("services", "services", "delete"),
  "maintenance-template-update": offered("templates", "maintenance_templates", "update"),
  "maintenance-template-delete": offered("templates", "maintenance_templates", "delete"),
  ...readingEntries,
  ...writingEntries,
  ...seriesEntries,
  "permissions-first": needing("templates")(judgePermissions, {
    untried: "only shows with a key that may not write everything",
  }),
  "start-now": needing("drafts")(judgeStart),
  "end-now": needing("drafts")(accepted("end now", "future-only"), { follows: ["start-now"] }),
};

export type Answers = Readonly<Record<GuessName, Verdict>>;

/** Judges what a run has seen. The same recording always gets the same answers. */
export function judge(recording: Recording): Answers {
  const evidence = new Evidence(recording);
  const told = new Map<string, Verdict | undefined>(guessNames.map((name) => [name, entries[name].judge(evidence)]));
  const answerOf = (name: GuessName): Verdict => {
    const verdict = told.get(name);
    if (verdict?.answer === "holds" || verdict?.answer === "differs") return verdict;
    const other = entries[name].follows?.find((each) => told.get(each)?.answer === "differs");
    if (other !== undefined) return { answer: "not tried", reason: `follows from ${other}` };
    return verdict ?? { answer: "not tried", reason: reasonFor(name, recording) };
  };
  // Every guess has an answer, which the compiler can't follow.
  return Object.fromEntries(guessNames.map((name) => [name, answerOf(name)])) as unknown as Answers;
}

function reasonFor(name: GuessName, { areas, skipped }: Recording): string {
  const { areas: needed, untried } = entries[name];
  const missing = needed.filter((area) => !areas.includes(area));
  const reason = needed.map((area) => skipped[area]).find((each) => each !== undefined);
  if (reason !== undefined) return reason;
  if (missing.length > 0) return `needs --write ${missing.join(" ")}`;
  return untried ?? "the responses don't tell";
}
