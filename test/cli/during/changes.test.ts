import { describe, expect, it } from "vitest";
import { hasChanges } from "../../../cli/during/changes.ts";

const step = (op: string, type: string, { name = "db-main", custom = true } = {}) => ({
  op,
  urn: `urn:pulumi:prod::shop::shop:Database$${type}::${name}`,
  newState: { custom },
});

const instance = "aws:rds/instance:Instance";
const ours = "pulumi-nodejs:dynamic/statushub:Service";

describe("changes that are announced", () => {
  it.each(["create", "update", "replace", "create-replacement", "delete-replaced", "delete", "import"])(
    "are those with the operation %s",
    (op) => {
      expect(hasChanges([step("same", instance), step(op, instance)])).toBe(true);
    },
  );

  it.each(["same", "refresh", "read"])("aren't those with the operation %s", (op) => {
    expect(hasChanges([step(op, instance)])).toBe(false);
  });

  it.each([
    [ours, {}],
    ["statushub:index:IncidentTemplate", {}],
    ["statushub:index:StatusPage", { custom: false }],
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
