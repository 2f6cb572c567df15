import { expect, it } from "vitest";
import { describeNext } from "../../../cli/recover/report.ts";

it("says what the next up does, also that it deletes what the interrupted run has replaced", () => {
  const create = { op: "create", urn: "urn:pulumi:dev::page::statushub:index:Service::web" } as const;
  const original = { urn: create.urn, type: "statushub:index:Service", delete: true };
  expect(describeNext("pulumi up", [create], [original])).toBe(
    "Next, run pulumi up, which creates 1 resource, deletes 1 resource.\n",
  );
  expect(describeNext("pulumi up", [], [])).toBe("Next, run pulumi up, which changes nothing.\n");
});
