import { expect, test } from "vitest";
import { peerDependencies } from "../../cli/package.ts";
import { oldestPulumi } from "../../cli/project/pulumi.ts";
import { mayRequest, roles } from "../../emulator/api-key.ts";
import { resourceOf } from "../../emulator/resources/index.ts";
import { kinds } from "../../model/kinds/index.ts";
import { kebab, nounOf } from "../../model/kinds/kind.ts";
import { oldestNode } from "../../model/versions.ts";
import { backoff, requestsPerSecond, retries, timeLimits, waitLimits } from "../../provider/client/limits.ts";
import { readText } from "../../tools/engine/local.ts";
import { readPages } from "./pages.ts";

const { reads, writes } = requestsPerSecond;
const attempts = Array.from({ length: retries }, (_, attempt) => attempt);
const searching = (chance: number) =>
  Math.round(attempts.reduce((sum, attempt) => sum + backoff(attempt, chance), 0) / 1000);

/** Sentences with a figure that the code decides, and the figures. */
const figures: readonly (readonly [sentence: RegExp, figures: readonly (string | number)[]])[] = [
  [/(\d+) reads and (\d+) writes a second/g, [reads, writes]],
  [/(\d+) writes and (\d+) reads a second/g, [writes, reads]],
  [/1,000 (?:creates|new services) take(?: at least)? (\d+) seconds/g, [1000 / writes]],
  [/(\d+) minutes of only 429s/g, [waitLimits.rateLimited / 60_000]],
  [/again up to (\w+) times/g, [["no", "one", "two", "three", "four", "five"][retries] ?? retries]],
  [/within (\d+) seconds and be complete within (\d+)/g, [timeLimits.response / 1000, timeLimits.complete / 1000]],
  [/a search of (\d+) to (\d+) seconds/g, [searching(0), searching(1)]],
  [/Node (\d+\.\d+) or newer/g, [oldestNode]],
  [/CLI (\d+\.\d+) or newer/g, [oldestPulumi.replace(/\.0$/, "")]],
  [/`@pulumi\/pulumi` (\d+\.\d+) or newer/g, [peerDependencies["@pulumi/pulumi"].replace(/^\^|\.0$/g, "")]],
];

test.each(figures)("the docs have the figures of the code in %s", (sentence, expected) => {
  const pages = readPages().map(({ path }) => readText(path).replace(/\s+/g, " "));
  const found = pages.flatMap((text) => [...text.matchAll(sentence)].map(([, ...values]) => values));

  expect(new Set(found.map(String))).toEqual(new Set([String(expected)]));
});

test("the README shows what the preview in the guide prints", () => {
  const [, session = ""] =
    /```console\n(\$ npx pulumi-statushub preview\n.*?)\n\[/s.exec(readText("docs/guides/reviewing.md")) ?? [];
  expect(readText("README.md")).toContain(`\`\`\`text\n${session.replace("...\n", "")}\n\`\`\``);
});

test("the guide to API keys has the lowest role that may write each kind", () => {
  const guide = readText("docs/guides/api-keys.md");
  const rows = [...guide.matchAll(/^\| (?:also )?manage (.+) \| ([\w-]+) \|$/gm)];
  const found = kinds.map((kind) => rows.find(([, what = ""]) => what.includes(nounOf(kind)))?.[2]);

  expect(found).toEqual(
    kinds.map(({ plural }) => {
      const { area = "everything else" } = resourceOf(kebab(plural).replace("-", "_")) ?? {};
      return roles.findLast((role) => mayRequest(role, "PUT", area));
    }),
  );
});
