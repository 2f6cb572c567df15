import { describe, expect, it } from "vitest";
import { comparisonOf, hasChanges } from "../../../cli/during/changes.ts";
import { parseDuration } from "../../../cli/during.ts";
import type { PreviewStep } from "../../../cli/project/pulumi-preview.ts";

const step = (op: PreviewStep["op"], type: string, { name = "db-main", custom = true } = {}) => ({
  op,
  urn: `urn:pulumi:prod::shop::shop:Database$${type}::${name}`,
  newState: { custom },
});

const instance = "aws:rds/instance:Instance";
const ours = "pulumi-nodejs:dynamic/statushub:Service";

describe("changes that are announced", () => {
  it.each([
    [["create", "update", "replace", "create-replacement", "delete-replaced", "delete"], true],
    [["same", "refresh", "read", "read-replacement", "discard", "discard-replaced"], false],
    [["remove-pending-replace", "import", "import-replacement"], false],
  ] as const)("are those with the operations %j: %s", (ops, isCounted) => {
    for (const op of ops) expect(hasChanges([step("same", instance), step(op, instance)]), op).toBe(isCounted);
  });

  it.each([
    [ours, {}],
    ["statushub:index:IncidentTemplate", {}],
    ["pulumi:pulumi:Stack", {}],
    ["pulumi:providers:aws", {}],
    ["shop:index:Database", { custom: false }],
  ])("aren't those of %s", (type, options) => {
    expect(hasChanges([step("create", type, options)])).toBe(false);
  });

  it.each([
    [instance, ["aws:rds/*"], true],
    [instance, ["aws:*"], true],
    [instance, ["aws:s3/*"], false],
    [instance, ["aws:s3/*", "db-*"], true],
    [ours, ["db-*"], true],
    [ours, ["*statushub:*"], true],
    [ours, ["aws:*"], false],
  ])("of %s match %j: %s", (type, patterns, isCounted) => {
    expect(hasChanges([step("update", type)], patterns)).toBe(isCounted);
  });
});

it.each([
  [["pulumi", "up", "--yes", "--refresh"], true],
  [["/opt/pulumi/bin/pulumi", "--stack", "prod", "up", "-yr"], true],
  [["pulumi.exe", "update", "-r", "--refresh=false"], false],
  [["pulumi", "up", "--refresh=true"], true],
  [["npx", "pulumi", "up", "-r"], true],
  [["doppler", "run", "--", "/opt/pulumi/bin/pulumi", "up", "--refresh=false"], false],
  [["pulumi", "up", "--yes"], "project"],
  [["pulumi", "destroy", "--refresh"], "project"],
  [["./deploy.sh", "up", "--refresh"], "project"],
  [["docker", "up", "--refresh", "pulumi"], "project"],
] as const)("the preview before %j refreshes: %s", (command, refresh) => {
  expect(comparisonOf(command)).toEqual({ refresh, runProgram: false });
});

it.each([
  [["pulumi", "up", "--yes", "--refresh", "--run-program"], true],
  [["pulumi", "up", "--run-program=false"], false],
  [["./deploy.sh", "up", "--run-program"], false],
] as const)("the preview before %j runs the program first: %s", (command, runProgram) => {
  expect(comparisonOf(command)).toMatchObject({ runProgram });
});

describe("an option", () => {
  it.each([
    ["45m", 45 * 60_000],
    ["1h30m", 90 * 60_000],
    ["90s", 90_000],
    ["99h59m", 5999 * 60_000],
  ])("takes the duration %s", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(["", "0", "0m", "45", "m", "45 m", "-1m", "1.5h", "30m1h", "100h", "1d"])(
    "rejects the duration %j",
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});
