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
