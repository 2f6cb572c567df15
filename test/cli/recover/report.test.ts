import { expect, it } from "vitest";
import { describeNext } from "../../../cli/recover/report.ts";

it("says what a preview shows, and that an up also deletes what the interrupted run has replaced", () => {
  const create = { op: "create", urn: "urn:pulumi:dev::page::statushub:index:Service::web" } as const;
  const original = { urn: create.urn, type: "statushub:index:Service", delete: true };
  expect(describeNext([create], [original])).toBe(
    "A preview of pulumi up shows 1 resource to create, 1 resource to delete.",
  );
  expect(describeNext([], [])).toBe("A preview of pulumi up shows no changes.");
});
