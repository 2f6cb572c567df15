import { beforeAll, expect, test } from "vitest";
import { type Assumptions, differences, type GuessName, guesses } from "../../../model/guesses/index.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { preload } from "../../engine-model/process.ts";
import type { ProviderName } from "../../engine-model/program.ts";
import { codesOf, unknownDegraded } from "../explained.ts";
import type { Played } from "../scenario.ts";
import { tell, tellConflict } from "./story.ts";

beforeAll(preload);

/** Returns the codes of a story's errors. After a lost response, it only counts those that the guess explains. */
function codesIn({ messages }: Played, explained: readonly string[]): string[] {
  const codes = new Set(messages.map((message) => /\[(SH\d{4})\]$/.exec(message)?.[1] ?? message));
  return [...codes].filter((code) => explained.includes(code) || !undecided.includes(code));
}

/** Times have whole seconds, so on any server they may leave it open whether a request has created a record. */
const undecided = ["SH4002", "SH4004"];

const providers: readonly ProviderName[] = ["dynamic", "native"];

const resultOf = (played: Played, explained: readonly string[]): string =>
  [...codesIn(played, explained), ...(played.degradation ? ["degrades"] : [])].join(" ") || "works";

test.each(Object.keys(definitions))("without a difference, the story of %s has no error", async (kind) => {
  for (const provider of providers) {
    const played = await tell(kind, provider, {});
    expect([played.violation?.message, codesIn(played, [])]).toEqual([undefined, []]);
  }
});

test("[GUE-1] under each guess turned round, a resource's life keeps the laws, and errors say what differs", async () => {
  const results: Record<string, Record<string, string>> = {};
  const wrong: unknown[] = [];
  for (const difference of differences.keys()) {
    const [name = "", other] = difference.split("=");
    const kinds = guesses[name as GuessName].concerns ?? Object.keys(definitions).filter((kind) => kind !== "Hub");
    const explained = codesOf(name as GuessName);
    const row: Record<string, string> = {};
    for (const [index, kind] of kinds.entries()) {
      const found = new Set<string>();
      // The server differs below both providers, so the kinds take turns.
      const [through = "dynamic"] = providers.slice(index % 2);
      for (const provider of kinds.length === 1 ? providers : [through]) {
        const played = await tell(kind, provider, { [name]: other } as Assumptions);
        const unexplained = codesIn(played, explained).filter((code) => !explained.includes(code));
        if (played.violation !== undefined || unexplained.length > 0)
          wrong.push({ difference, kind, provider, violation: played.violation?.message, unexplained });
        found.add(resultOf(played, explained));
      }
      row[kind] = [...found].join(", or ");
    }
    results[difference] = row;
  }
  expect(wrong).toEqual([]);
  const rows = Object.entries(results).map((entry) => entry.map((part) => JSON.stringify(part)).join(":"));
  await expect(`{\n${rows.join(",\n")}\n}\n`).toMatchFileSnapshot("results.json");
});

const rejections = [...differences.keys()].filter((each) =>
  /^(error-body|rejection-status|conflict-status)=/.test(each),
);

test.each(rejections)("[GUE-1] with %s, a rejection names the record that blocks a create", async (difference) => {
  const [name = "", other] = difference.split("=");
  for (const [index, kind] of ["Service", "Subscription"].entries()) {
    const { violation, messages } = await tellConflict(kind, providers[index] ?? "dynamic", { [name]: other });
    expect(violation?.message).toBeUndefined();
    const id = kind === "Service" ? 7 : 1;
    expect(messages).toEqual([expect.stringMatching(new RegExp(`^(?!.*<).* ${kind} ${id}, .*\\[SH4005\\]$`))]);
  }
});

test("each kind that a guess concerns exists, and each law that doesn't hold names a difference", () => {
  const concerned = Object.values(guesses).flatMap(({ concerns = [] }) => concerns);
  expect(concerned.filter((kind) => !(kind in definitions))).toEqual([]);
  expect(unknownDegraded).toEqual([]);
});
