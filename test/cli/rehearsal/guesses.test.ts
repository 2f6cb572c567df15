import { expect, it } from "vitest";
import type { PreviewReport } from "../../../cli/preview/facts.ts";
import { previewInWords } from "../../../cli/preview/words.ts";
import { renderText } from "../../../cli/report/render.ts";
import { previewOf, rehearse } from "../preview/rehearsal.ts";
import { type Edit, edits } from "./edits.ts";
import { keys, startPage } from "./page.ts";
import { turn } from "./turn.ts";

const guessesIn = ({ hubs }: PreviewReport): string[] => {
  const lines = hubs.flatMap(({ page, subscribers, editors, messages }) => [
    ...[...page, ...subscribers, ...editors],
    ...messages,
  ]);
  return [...new Set(lines.flatMap(({ guesses }) => guesses))].sort();
};

it("[SAY-1] marks exactly the lines that follow from a guess, and names it", async () => {
  const found = Object.entries(edits).map(async ([edit, { before, meanwhile, after }]) => {
    const emulator = await startPage();
    const stack = rehearse({ emulator, provider: "native", keys });
    await stack.up(before);
    meanwhile?.(emulator);
    const report = await previewOf(emulator, [await stack.ask(after)]);
    const marks = renderText(previewInWords(report)).match(/, as far as we know$/gm)?.length ?? 0;
    return [edit, { guesses: guessesIn(report), marks }];
  });
  const expected = Object.entries(edits).map(([edit, { guesses = [], marks = 0 }]) => [edit, { guesses, marks }]);
  expect(Object.fromEntries(await Promise.all(found))).toEqual(Object.fromEntries(expected));
});

/** Judges reports about a service that differs from the copy, by the difference and the edit. */
const turned: readonly (readonly [difference: string, edit: string, verdict: string])[] = [
  ["service-list=not-allowed", "a service is new", "not known"],
  ["service-delete=not-found", "a service leaves", "marked"],
  ["maintenance-template-update=not-allowed", "a maintenance template changes", "marked"],
  ["maintenance-template-delete=not-found", "a maintenance template leaves", "marked"],
  ["list-fields=minimal", "a service is renamed", "not known"],
  ["service-put=required", "a service is renamed", "marked"],
  ["service-put=replaces", "a description changes, and a name stays", "marked"],
  ["write-responses=no-record", "a service is new", "right"],
  ["texts=capitals", "a title changes its case", "right"],
  ["texts=capitals", "a title changes its case back", "marked"],
  ["texts=prefixed", "a service is new", "marked"],
  ["address-forms=strict", "a subscription is new", "right"],
  ["address-forms=strict", "a subscription without https is new", "marked"],
  ["address-forms=strict", "an address is rotated to one without https", "marked"],
  ["maintenance-silent=per-request", "a silent maintenance is renamed", "right"],
  ["maintenance-silent=per-request", "a maintenance is silent no more", "marked"],
  ["server-clock=fast", "a subscription is new", "marked"],
  ["deleted-in-lists=unmarked", "a service that somebody has deleted is created again", "right"],
  ["list-fields=shortened", "a service with a long name is renamed", "right"],
  ["service-statuses=nested", "a series is renamed", "right"],
  ["completed-repeat=missing", "a series leaves", "right"],
  ["delete-effect=none", "a maintenance leaves", "marked"],
  ["freed-values=reserved", "a service that somebody has deleted is created again", "marked"],
  ["last-subscription=no-restore", "a subscription that somebody has deleted is restored", "marked"],
  ["start-now=future-only", "a maintenance has begun", "marked"],
  ["repeat-values=unknown", "a maintenance reminds", "marked"],
  ["update-following=one-occurrence", "a series is renamed", "right"],
  ["empty-repeat=ignored", "a series leaves", "marked"],
  ["series-end=exact", "a series ends on the day of its start", "marked"],
];

it("[SAY-1] is right, marked with the guess, or not known, whatever StatusHub does instead", async () => {
  const found = turned.map(async ([difference, edit]) => {
    const { verdict } = await turn(edits[edit] as Edit, difference);
    return [difference, edit, verdict];
  });
  expect(await Promise.all(found)).toEqual(turned);
});
