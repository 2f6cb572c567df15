import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unknown } from "../../../../model/api/form.ts";
import { maintenance } from "../../../../model/kinds/maintenance.ts";
import { service } from "../../../../model/kinds/service.ts";
import { subscription } from "../../../../model/kinds/subscription.ts";
import { checkFailure } from "../../../../provider/check-failure.ts";
import { maskOf } from "../../../../provider/lifecycle/forms/mask.ts";
import { planUpdate } from "../../../../provider/lifecycle/forms/plan.ts";
import { forMessage } from "../../../../provider/lifecycle/forms/secrets.ts";
import { readState } from "../../../../provider/lifecycle/forms/state.ts";
import { warnOfPublishing } from "../../../../provider/lifecycle/preview.ts";
import { repositoryRoot } from "../../../../tools/engine/local.ts";
import { contextOf } from "../context.ts";

test("a message shows a value if it is certain that it isn't secret: cut, and with its unknown parts marked", () => {
  const open = { definition: subscription, marked: new Set(["label"]) };
  expect(forMessage(open, "services", { first: unknown, last: "API" })).toBe('{"first":"(unknown)","last":"API"}');
  expect(forMessage(open, "method", "x".repeat(78))).toBe(`"${"x".repeat(78)}"`);
  expect(forMessage(open, "method", "x".repeat(79))).toBe(`"${"x".repeat(79)}...`);
  for (const name of ["address", "label"]) expect(forMessage(open, name, "x")).toBeUndefined();
  expect(forMessage({ ...open, marked: "unknown" }, "method", "x")).toBeUndefined();
});

test.each(["unknown", new Set(["name", "hub", "repeat"])] as const)(
  "[MSG-1] no message of a check shows what a program marks as secret, or may mark: %s",
  (marked) => {
    const failures = [
      { path: ["name"], reason: "must be text", got: "hush" },
      { path: ["name", "part"], reason: "must be text", got: "hush" },
      { path: ["hub"], reason: "must be a Hub", got: { id: "hush" } },
    ];
    for (const failure of failures) {
      const { property, reason } = checkFailure({ definition: service, marked }, failure);
      // Pulumi prints the value of the property that a failure names.
      expect([property, reason]).toEqual(["", expect.stringContaining(failure.path.join("."))]);
      expect(reason).not.toContain("hush");
    }
    const context = contextOf(maintenance, { marked });
    const state = readState({ title: "hush", state: "draft" });
    const declared = { title: "Patching" };
    const plan = planUpdate(maintenance, { state, declared, page: undefined }, 0);
    warnOfPublishing(context, plan, declared);
    expect(context.said).not.toEqual([]);
    expect(context.said.join()).not.toContain("hush");
  },
);

test("what the provider marks for itself isn't what the program hides", () => {
  const values = { address: "https://example.com/hush", __adopt: "1" };
  const mask = maskOf({ definition: subscription, marked: new Set(["address", "__adopt"]) }, values);
  expect(mask(`1: ${values.address}`)).toBe("1: [secret]");
});

/** Text that isn't a message, or that holds no value of a program or a record. */
const others = {
  "forms/compare.ts": "compares values",
  "forms/text.ts": "digests and compares values",
  "forms/secrets.ts": "is the one place",
  "record/create-once.ts": "quotes the API",
  "record/declarations.ts": "compares values",
  "record/explain.ts": "quotes the API",
  "record/operation-error.ts": "quotes the API",
  "record/owners.ts": "compares values",
  "series/adopt.ts": "quotes the times and the pattern of a record",
  "check.ts": "quotes the name of a property, and values that the API documents",
  "import.ts": "quotes what the user has typed",
  "read.ts": "quotes what the user has typed",
};

test("[MSG-1] no other file of the lifecycle turns a value into text", () => {
  const folder = join(repositoryRoot, "provider/lifecycle");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const formatting = files.filter((file) => /JSON\.stringify|inspect\(/.test(readFileSync(join(folder, file), "utf8")));
  expect(formatting.sort()).toEqual(Object.keys(others).sort());
});
