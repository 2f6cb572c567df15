import fc from "fast-check";
import { expect, test } from "vitest";
import { areaNames, quietAreas } from "../../../cli/probe/areas.ts";
import { entries, judge } from "../../../cli/probe/judge/index.ts";
import { redact } from "../../../cli/probe/recording.ts";
import { documentedOnly, type EmulatorOptions } from "../../../emulator/index.ts";
import { type Assumptions, differences, type GuessName } from "../../../model/guesses/index.ts";
import { type Played, Scene } from "./scene.ts";

/** Differences that no run against an account with every right can show, and why. */
const untold: Readonly<Record<string, string>> = {
  // Several of them would need more than the 30 days for which a run makes drafts.
  "series-clock=clamped": "a change of clocks, and months without a 31st, don't show within 30 days",
  "maintenance-silent=per-request": "only subscribers of a published maintenance would notice",
  "renamed-hub=redirect": "only shows after a hub was renamed, which a run never does",
  // A run never uses up the limit, which others need.
  "early-429=late": "only shows if another client uses up the rate limit of the key",
  // Told apart with the key of an editor, below.
  "permissions-first=record-first": "only shows with a key that may not write everything",
};

const assuming = (...all: readonly string[]): Assumptions =>
  Object.fromEntries(all.map((difference) => difference.split("=") as [string, string]));

const isClean = { harm: [], left: [], live: [], failure: undefined };

/** Whether a recording without the texts of the account gets the same answers. */
function expectSameAgain({ recording, answers }: Played): void {
  const hidden = redact(recording);
  const again = judge(hidden);
  const told = (all: Played["answers"]) => Object.entries(all).map(([name, each]) => [name, { ...each, seen: "" }]);
  expect(told(again)).toEqual(told(answers));
  expect(JSON.stringify(hidden)).not.toMatch(/acme|Down & out|hooks\.example|example\.com|Zk9|key-of/i);
}

test.each([...differences.keys()])("[PRB-2] a run against %s reports exactly it", async (difference) => {
  const { areas, untried } = entries[difference.split("=")[0] as GuessName];
  const isSeries = difference === "series-clock=local" || difference === "series-clock=rolling";
  const played = await Scene.play({ assume: assuming(difference), areas });
  expect(untold[difference]).toBe(difference in untold && !isSeries ? untried : undefined);
  expect(played.differing).toEqual(difference in untold ? [] : [difference]);
  expect(played.harm).toEqual([]);
  // Without a working DELETE, the template stays, and the report names it.
  expect(played.left).toEqual(difference === "delete-effect=none" ? ["incident template 4 on hub acme"] : []);
  expect(played.live.length).toBe(played.left.length);
  expectSameAgain(played);
});

test("[PRB-2] against no difference, a run with all areas reports nothing, within its limits", async () => {
  const played = await Scene.play();
  expect(played).toMatchObject({ ...isClean, differing: [] });
  const untried = Object.entries(played.answers).filter(([, { answer }]) => answer === "not tried");
  expect(untried.map(([name]) => name).sort()).toEqual(
    [
      "early-429",
      "maintenance-silent",
      "masked-values",
      "permissions-first",
      "renamed-hub",
      "series-clock",
      "server-errors",
    ].sort(),
  );
  expect(played.sent.length).toBeLessThanOrEqual(135);
  expect(played.took).toBeLessThan(20_000);
  const reading = await Scene.play({ areas: [], hub: undefined });
  expect(reading).toMatchObject({ ...isClean, differing: [] });
  expect(reading.sent.every(({ method }) => method === "GET")).toBe(true);
  expect(reading.sent.length).toBeLessThanOrEqual(40);
});

test("[PRB-2] of two differences, none is taken for another", async () => {
  const names = [...differences.keys()];
  const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names));
  const different = pair.filter(([one, other]) => one.split("=")[0] !== other.split("=")[0]);
  await fc.assert(
    fc.asyncProperty(different, async (both) => {
      const { differing, answers, harm, live, left } = await Scene.play({ assume: assuming(...both) });
      expect([both, harm, live.length]).toEqual([both, [], left.length]);
      expect(both).toEqual(expect.arrayContaining([...differing]));
      // What it misses wasn't tried.
      for (const each of both) {
        const { answer } = answers[each.split("=")[0] as GuessName];
        expect([both, each, answer]).not.toEqual([both, each, "holds"]);
      }
    }),
    { numRuns: 10, examples: [[["list-filters=ignored", "incident-drafts=rejected"]]] },
  );
});

test.each(["editor", "manager", "read-only"])("the key of a %s tries what it may", async (role) => {
  const played = await Scene.play({ role, areas: [...quietAreas, "services"] });
  expect(played).toMatchObject({ ...isClean, differing: [] });
  const { answers } = played;
  expect(answers["permissions-first"].answer).toBe("holds");
  expect(answers["template-content"].answer).toBe(role === "read-only" ? "not tried" : "holds");
  const other = await Scene.play({
    role,
    areas: [...quietAreas, "services"],
    assume: assuming("permissions-first=record-first"),
  });
  expect(other).toMatchObject({ harm: [], left: [] });
});

test.each<[string, EmulatorOptions, object]>([
  ["an empty hub", {}, { hub: "empty", group: 3 }],
  ["a connected hub", {}, { hub: "partners" }],
  ["the documented operations only", { assume: documentedOnly }, {}],
  ["a restore with a new ID", { assume: { "restored-id": "new" } }, {}],
])("with %s, a run is clean", async (_, options, playing) => {
  const played = await Scene.play(playing, options);
  expect(played).toMatchObject(isClean);
  expectSameAgain(played);
  if (options.assume !== documentedOnly) expect(played.differing).toEqual([]);
  else expect(played.differing.join(" ")).toMatch(/^service-list=not-found .*list-filters=ignored/);
  expect(areaNames.filter((area) => played.recording.skipped[area] !== undefined).length).toBeLessThan(4);
});
