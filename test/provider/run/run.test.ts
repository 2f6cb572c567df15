import { expect, test } from "vitest";
import { Run } from "../../../provider/run/run.ts";

test("a line that several operations report is shown once for each resource", () => {
  const lines: (readonly [line: string, urn: string | undefined])[] = [];
  const run = new Run({
    setting: () => undefined,
    engine: undefined,
    say: (_severity, line, urn) => lines.push([line, urn]),
    version: async () => "0.0.0",
  });

  run.say("warning", "twice", "one");
  run.say("warning", "twice", "one");
  run.say("warning", "twice", "other");

  expect(lines).toEqual([
    ["twice", "one"],
    ["twice", "other"],
  ]);
});

test("[FLT-9] what is wrong with the settings is said once, whatever Pulumi asks for", async () => {
  const settings = { account: "Not An Account", apiKey: "k" };
  const start = () =>
    new Run({
      setting: (key) => Object.entries(settings).find(([name]) => key === `statushub:${name}`)?.[1],
      engine: undefined,
      say: () => undefined,
      version: async () => "0.0.0",
    });
  const failureOf = (run: Run) => run.account().catch(({ message }: Error) => message);

  const reading = start();
  expect(await failureOf(reading)).toMatch(/^statushub:account must be .* \[SH1004\]$/);
  expect(await failureOf(reading)).toMatch(/^The settings are .* as the error SH1004 of this run says\. \[SH3011\]$/);
  expect(reading.findConfigProblem()).toBeUndefined();

  const checking = start();
  expect(checking.findConfigProblem()).toMatch(/\[SH1004\]$/);
  expect(await failureOf(checking)).toMatch(/\[SH3011\]$/);
});
