import { expect, test } from "vitest";
import { incidentTemplate } from "../../../../model/kinds/incident-template.ts";
import { haveSameText, mayBeShortened } from "../../../../provider/lifecycle/forms/server-form.ts";

const { labels, title } = incidentTemplate.properties;

test.each([
  ["A & B", "A &amp; B"],
  ["a < b > c", "a &lt; b &gt; c"],
  [`"it's"`, "&quot;it&apos;s&quot;"],
  ["a b", "a&nbsp;b"],
  ["☂", "&#9730;"],
  ["☂", "&#x2602;"],
  ["Mixed Case\n", "mixed case"],
  ["<b>bold</b> text", "bold text"],
  [`"it's" 5"`, "“it’s” 5″"],
  ["Straße", "STRASSE"],
  ["one  line\r\nmore", "one line\nmore"],
  ["ﬁne", "fine"],
])("%j and %j are forms of one text", (one, other) => {
  expect(haveSameText(title, one, other)).toBe(true);
  expect(haveSameText(labels, [one, "z"], ["z", other])).toBe(true);
});

test.each([
  ["A", "B"],
  ["&amp;", "&lt;"],
  ["&unknown;", "&"],
  ["", "0"],
])("%j and %j are not", (one, other) => {
  expect(haveSameText(title, one, other)).toBe(false);
  expect(haveSameText(labels, [one, "z"], ["z", other])).toBe(false);
});

test("null counts as empty, like empty text", () => {
  expect(haveSameText(title, null, "")).toBe(true);
  expect(haveSameText(title, null, "x")).toBe(false);
});

test.each([
  ["<p>We look.</p>", "<p>...", true],
  ["<p>We look.</p>", "<p", true],
  ["<p>We look.</p>", "We…", true],
  ["A & B", "A &am", true],
  ["We look.", "", false],
  ["We look.", "They...", false],
])("of %j, a list may show %j: %s", (whole, shown, isPossible) => {
  expect(mayBeShortened(title, shown, whole)).toBe(isPossible);
});
