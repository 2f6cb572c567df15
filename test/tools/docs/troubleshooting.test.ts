import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMessages } from "../../../tools/docs/messages.ts";
import { chapters } from "../../../tools/docs/troubleshooting/index.ts";
import { explain, renderTroubleshooting, troubleshootingPath } from "../../../tools/docs/troubleshooting.ts";

const { messages, others } = readMessages();
const entry = "add it to an entry in tools/docs/troubleshooting, then: npm run troubleshooting";

test("every message of the package has an entry, and every entry a message", () => {
  const { unexplained, stale } = explain(messages);

  expect(messages.length).toBeGreaterThan(150);
  expect(unexplained, entry).toEqual([]);
  expect(stale, "no message has these words any more").toEqual([]);
});

test("no text that a user may see is in a form that the reader of messages does not know", () => {
  expect(others, "give it one of the forms that tools/docs/messages.ts lists").toEqual([]);
});

test("docs/troubleshooting.md is what the source and the entries say now", () => {
  expect(readFileSync(troubleshootingPath, "utf8"), "run: npm run troubleshooting").toBe(
    renderTroubleshooting(messages),
  );
});

test("every anchor of the page is the same in every renderer, and leads to one entry", () => {
  const titles = chapters.flatMap(({ title, entries }) => [title, ...entries.map((one) => one.title)]);

  expect(titles.filter((title) => !/^[A-Za-z-]+( [A-Za-z-]+)*$/.test(title))).toEqual([]);
  expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(titles.length);
});

test("a message belongs to the entry that quotes the most of it", () => {
  const one = { title: "One", messages: ["is required"], cause: "", cure: "" };
  const other = { title: "Other", messages: ["is required: a hub", "was never said"], cause: "", cure: "" };
  const said = (text: string) => ({ text, file: "sdk/hub.ts" });

  const { byEntry, unexplained, stale } = explain(
    [said("is required"), said("is required: a hub"), said("new")],
    [one, other],
  );

  expect(byEntry.get(one)).toEqual(["is required"]);
  expect(byEntry.get(other)).toEqual(["is required: a hub"]);
  expect(unexplained).toEqual([said("new")]);
  expect(stale).toEqual(["was never said"]);
});
