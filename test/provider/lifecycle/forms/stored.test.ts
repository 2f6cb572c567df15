import { describe, expect, it } from "vitest";
import type { Declared } from "../../../../model/api/form.ts";
import { incidentTemplate } from "../../../../model/kinds/incident-template.ts";
import type { Definition } from "../../../../model/kinds/kind.ts";
import { maintenance } from "../../../../model/kinds/maintenance.ts";
import { maintenanceTemplate } from "../../../../model/kinds/maintenance-template.ts";
import type { Property } from "../../../../model/kinds/property.ts";
import { subscription } from "../../../../model/kinds/subscription.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { compare } from "../../../../provider/lifecycle/forms/compare.ts";
import { compareWithRead, compareWithWrite } from "../../../../provider/lifecycle/forms/compare-response.ts";
import { readState } from "../../../../provider/lifecycle/forms/state.ts";
import { stateAfterRead } from "../../../../provider/lifecycle/forms/stored.ts";
import { wireOf } from "../../../../provider/lifecycle/forms/wire.ts";
import { asSent } from "./sent.ts";

interface Write {
  readonly of: Property;
  readonly sent: unknown;
  readonly returned: unknown;
  readonly before?: unknown;
}

const write = ({ of, sent, returned, before }: Write) => {
  const stored = before === undefined ? undefined : of.type.fromWire(before, undefined);
  return compareWithWrite(of, { [of.key]: returned }, asSent(of, sent), { stored });
};

const read = (of: Property, response: object, declared: unknown, serverForm?: string) =>
  compareWithRead(of, { ...response }, declared, { serverForm });

const { title, body, labels, incidentType, serviceStatuses } = incidentTemplate.properties;
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
    ["a new tag that is dropped", { of: body, sent: "<p><b>We</b></p>", returned: "<p>We</p>", before: "<p>We</p>" }],
    [
      "a changed attribute that is dropped",
      {
        of: body,
        sent: '<p class="y"><a href="/" id="b">We</a></p>',
        returned: '<p><a href="/">We</a></p>',
        before: '<p><a href="/">We</a></p>',
      },
    ],
    [
      "attributes in another order, with other quotes",
      {
        of: body,
        sent: "<A rel=me href='/'>We</A>",
        returned: '<a href="/" rel="me">We</a>',
        before: '<a href="/" rel="me">We</a>',
      },
    ],
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
    [
      "a changed link",
      {
        of: body,
        sent: '<p>We <a href="/b">look</a></p>',
        returned: '<p>We <a href="/a">look</a></p>',
        before: '<p>We <a href="/a">look</a></p>',
      },
      '<p>We <a href="/a">look</a></p>',
    ],
    [
      "a removed tag that the service keeps",
      { of: body, sent: "<p>We look</p>", returned: "<p>We <b>look</b></p>", before: "<p>We <b>look</b></p>" },
      "<p>We <b>look</b></p>",
    ],
    [
      "text between angle brackets",
      { of: body, sent: "if 1 < 2 > 0", returned: "if 1 < 3 > 0", before: "if 1 < 3 > 0" },
      "if 1 < 3 > 0",
    ],
    ["no text", { of: title, sent: "API", returned: null }, null],
    ["a text that should be cleared", { of: title, sent: null, returned: "Web", before: "Web" }, "Web"],
    ["no configuration", { of: configuration, sent: { a: 1 }, returned: {}, before: {} }, { a: null }],
    ["other labels", { of: labels, sent: ["api", "db"], returned: ["api"], before: ["web"] }, ["api"]],
    ["another value of the enumeration", { of: incidentType, sent: "resolved", returned: "monitoring" }, "monitoring"],
    ["another number", { of: duration, sent: 90, returned: 60 }, 60],
  ])("shows that the write was ignored: %s", (_, sample, live) => {
    expect(write(sample)).toEqual({ value: live, ignored: true });
  });

  it.each<[string, Property, { before: unknown; returned: unknown }, object]>([
    ["the cleared value", title, { before: "Web", returned: null }, { value: null }],
    ["a default", title, { before: "Web", returned: "API" }, { value: "API" }],
    ["what was there", title, { before: "Web", returned: "Web" }, { value: "Web", stillShown: true }],
    ["a default of a key", configuration, { before: { a: 1 }, returned: { a: 2 } }, { value: { a: 2 } }],
  ])("to a reset is never ignored: %s", (_, of, { before, returned }, expected) => {
    expect(write({ of, sent: undefined, returned, before })).toEqual(expected);
  });

  it("may show a default for a key that is no longer declared", () => {
    const declared = { of: configuration, sent: { a: 1 }, before: { a: 1, type: "form" } };
    expect(write({ ...declared, returned: { a: 1, type: "json" } })).toEqual({ value: { a: 1 } });
    expect(write({ ...declared, returned: { a: 1, type: "form" } })).toEqual({ value: { a: 1 }, stillShown: true });
    const changed = { ...declared, sent: { a: 2 } };
    expect(write({ ...changed, returned: { a: 1, type: "form" } })).toEqual({ value: { a: 1 }, ignored: true });
  });

  it.each([
    ["case", "API", "Api", "API"],
    ["case, in the server's form of what was declared before", "Api", "API", "[Acme] Api"],
  ])("shows that a change of something small was ignored: %s", (_, previous, sent, returned) => {
    const { serverForm } = compareWithWrite(title, { title: returned }, asSent(title, previous), {});
    const known = { previous, stored: previous, serverForm };
    const compared = compareWithWrite(title, { title: returned }, asSent(title, sent), known);

    expect(compared).toEqual({ value: returned, ignored: true });
    expect(compareWithWrite(title, { title: returned }, asSent(title, previous), known).ignored).toBeUndefined();
  });

  it.each([
    ["white space around it", "API", "API ", "API"],
    ["its encoding", "A &amp; B", "A & B", "A &amp; B"],
  ])("is in the server's form if only this differs from before: %s", (_, previous, sent, returned) => {
    const known = { previous, stored: previous };
    expect(compareWithWrite(title, { title: returned }, asSent(title, sent), known).ignored).toBeUndefined();
  });

  it.each([
    [serviceStatuses, [{ service: 1, status: "up" }], [{ service_id: 1, status: "up", name: "API" }]],
    [notifications, [{ offsetInMin: 60, offsetType: "end" }], [{ offset_in_min: 60, offset_type: "end", id: 1 }]],
  ])("compares $wire without additional keys", (of, sent, returned) => {
    expect(write({ of, sent, returned })).toEqual({ value: sent });
  });
});

/** A state that no version of this package has written, but one might. */
const strange = readState({ hub: "acme", hubId: "1", title: { en: "Down" }, serviceStatuses: [null] });
const record = { id: 1, title: "Down", service_statuses: [{ service_id: 1, status: "up" }], flags: {} };

it("a state value in an unknown form is read as the live value", () => {
  const place = { definition: incidentTemplate, collection: { hub: { id: "1" } } };
  const known = { title: "Down", serviceStatuses: [{ service: "1", status: "up" }] };
  expect(stateAfterRead(place, record, strange).values).toMatchObject(known);
});

it("a state value in an unknown form differs from every declaration, and is cleared when the program drops it", () => {
  const declared = { hub: "acme", title: "Down" };
  expect(diff(incidentTemplate, strange, declared).changed).toEqual(["title", "serviceStatuses"]);
  expect(wireOf(compare(incidentTemplate, strange, declared)).body).toEqual({ title: "Down", service_statuses: [] });
});

it("what is newly declared is sent unless the record shows exactly that value", () => {
  const wireOfNew = (definition: Definition, stored: object, declared: Declared) =>
    wireOf(compare(definition, readState({ ...stored, __declared: [] }), declared)).body;
  // Responses show null and false alike.
  expect(wireOfNew(incidentTemplate, { silentUpdate: false }, { silentUpdate: false })).toEqual({
    silent_update: false,
  });
  expect(wireOfNew(incidentTemplate, { silentUpdate: true }, { silentUpdate: true })).toEqual({});
  // Keys that the program doesn't declare aren't compared, and a PUT would drop them.
  expect(wireOfNew(subscription, { configuration: { a: 1, b: 2 } }, { configuration: { a: 1 } })).toEqual({});
  expect(wireOfNew(subscription, { configuration: { a: 1 } }, { configuration: { a: 1 } })).toEqual({});
});
