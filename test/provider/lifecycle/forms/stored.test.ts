import { describe, expect, it } from "vitest";
import { incidentTemplate } from "../../../../model/kinds/incident-template.ts";
import { maintenance } from "../../../../model/kinds/maintenance.ts";
import { maintenanceTemplate } from "../../../../model/kinds/maintenance-template.ts";
import type { Property } from "../../../../model/kinds/property.ts";
import { subscription } from "../../../../model/kinds/subscription.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { compare } from "../../../../provider/lifecycle/forms/compare.ts";
import { compareWithRead, compareWithWrite } from "../../../../provider/lifecycle/forms/compare-response.ts";
import { storedAfterRead } from "../../../../provider/lifecycle/forms/stored.ts";
import { wireOf } from "../../../../provider/lifecycle/forms/wire.ts";

interface Write {
  readonly of: Property;
  readonly sent: unknown;
  readonly returned: unknown;
  readonly before?: unknown;
}

const write = ({ of, sent, returned, before }: Write) => {
  const stored = before === undefined ? undefined : of.type.fromWire(before, undefined);
  return compareWithWrite(of, { [of.key]: returned }, sent, { stored });
};

const read = (of: Property, response: object, declared: unknown, serverForm?: string) =>
  compareWithRead(of, { ...response }, declared, { serverForm });

const { title, labels, incidentType, serviceStatuses } = incidentTemplate.properties;
const { duration } = maintenanceTemplate.properties;
const { notifications } = maintenance.properties;
const { configuration } = subscription.properties;

describe("the response to a write", () => {
  it.each<[string, Write]>([
    ["a trimmed text", { of: title, sent: " API ", returned: "API", before: "Web" }],
    ["an encoded text", { of: title, sent: "A & B", returned: "A &amp; B", before: "A" }],
    ["a text in lower case, as before", { of: title, sent: "API", returned: "api", before: "api" }],
    ["a shortened text", { of: title, sent: "A long title", returned: "A long", before: "Web" }],
    ["an empty text kept as null", { of: title, sent: "", returned: null, before: null }],
    ["an empty object kept as null", { of: configuration, sent: {}, returned: null, before: {} }],
    ["an empty object kept as a list", { of: configuration, sent: {}, returned: [], before: { a: 1 } }],
    ["labels in lower case", { of: labels, sent: ["API", "DB"], returned: ["db", "api"], before: [] }],
    ["a re-cased enumeration", { of: incidentType, sent: "resolved", returned: "Resolved", before: null }],
    ["a number as text", { of: duration, sent: 90, returned: "90", before: 60 }],
    ["an entity without a character", { of: title, sent: "&#x110000;", returned: "&amp;#x110000;" }],
  ])("is in the server's form, also in a later read: %s", (_, sample) => {
    const { value, serverForm, ignored } = write(sample);

    expect({ value, ignored }).toEqual({ value: sample.sent, ignored: undefined });
    expect(read(sample.of, { [sample.of.key]: sample.returned }, sample.sent, serverForm)).toEqual({
      value,
      serverForm,
    });
  });

  it.each<[string, Write, unknown]>([
    ["the previous text", { of: title, sent: "API", returned: "Web", before: "Web" }, "Web"],
    ["no text", { of: title, sent: "API", returned: null }, null],
    ["a text that should be cleared", { of: title, sent: null, returned: "Web", before: "Web" }, "Web"],
    ["no configuration", { of: configuration, sent: { a: 1 }, returned: {}, before: {} }, { a: null }],
    ["other labels", { of: labels, sent: ["api", "db"], returned: ["api"], before: ["web"] }, ["api"]],
    ["another value of the enumeration", { of: incidentType, sent: "resolved", returned: "monitoring" }, "monitoring"],
    ["another number", { of: duration, sent: 90, returned: 60 }, 60],
  ])("shows that the write was ignored: %s", (_, sample, live) => {
    expect(write(sample)).toEqual({ value: live, ignored: true });
  });

  it.each([
    ["case", "API", "Api", "API"],
    ["case, in the server's form of what was declared before", "Api", "API", "[Acme] Api"],
  ])("shows that a change of something small was ignored: %s", (_, previous, sent, returned) => {
    const { serverForm } = compareWithWrite(title, { title: returned }, previous, {});
    const known = { previous, stored: previous, serverForm };
    const compared = compareWithWrite(title, { title: returned }, sent, known);

    expect(compared).toEqual({ value: returned, ignored: true });
    expect(compareWithWrite(title, { title: returned }, previous, known).ignored).toBeUndefined();
  });

  it.each([
    ["white space around it", "API", "API ", "API"],
    ["its encoding", "A &amp; B", "A & B", "A &amp; B"],
  ])("is in the server's form if only this differs from before: %s", (_, previous, sent, returned) => {
    const known = { previous, stored: previous };
    expect(compareWithWrite(title, { title: returned }, sent, known).ignored).toBeUndefined();
  });

  it.each([
    [serviceStatuses, [{ service: 1, status: "up" }], [{ service_id: 1, status: "up", name: "API" }]],
    [notifications, [{ offsetInMin: 60, offsetType: "end" }], [{ offset_in_min: 60, offset_type: "end", id: 1 }]],
  ])("compares $wire without additional keys", (of, sent, returned) => {
    expect(write({ of, sent, returned })).toEqual({ value: sent });
  });
});

/** A state that no version of this package has written, but one might. */
const strange = { hub: "acme", hubId: "1", title: { en: "Down" }, serviceStatuses: [null] };
const record = { id: 1, title: "Down", service_statuses: [{ service_id: 1, status: "up" }], flags: {} };

it("a state value in an unknown form is read as the live value", () => {
  const response = { definition: incidentTemplate, live: record, collection: { hub: { id: "1" } } };
  const known = { title: "Down", serviceStatuses: [{ service: "1", status: "up" }] };
  expect(storedAfterRead(response, strange)).toMatchObject(known);
});

it("a state value in an unknown form differs from every declaration, and is cleared when the program drops it", () => {
  const declared = { hub: "acme", title: "Down" };
  expect(diff(incidentTemplate, strange, declared).changed).toEqual(["title", "serviceStatuses"]);
  expect(wireOf(compare(incidentTemplate, strange, declared)).body).toEqual({ title: "Down", service_statuses: [] });
});
