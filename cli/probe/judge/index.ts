import { type GuessName, guessNames } from "../../../model/guesses/index.ts";
import type { Recording } from "../exchange.ts";
import { commandLineEntries } from "./command-line.ts";
import { Evidence } from "./evidence.ts";
import { operationEntries } from "./operations.ts";
import { readingEntries } from "./reading.ts";
import { seriesEntries } from "./series.ts";
import type { Entry, Verdict } from "./verdict.ts";
import { writingEntries } from "./writing.ts";

/** How each guess is judged. The compiler asks for every entry. */
export const entries: Readonly<Record<GuessName, Entry>> = {
  ...operationEntries,
  ...readingEntries,
  ...writingEntries,
  ...seriesEntries,
  ...commandLineEntries,
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
