import { z } from "zod";
import { type Assumptions, type DifferenceOf, type GuessName, guesses } from "../../model/guesses/index.ts";
import { perform, type RoutedRequest } from "../http/request.ts";
import { parsed } from "../http/validation.ts";
import type { Snapshot, Store } from "../state/store.ts";
import { commandLineDifferences } from "./command-line.ts";
import type { Difference, Differing, Memory, Next } from "./difference.ts";
import { operationDifferences } from "./operations.ts";
import { readingDifferences } from "./reading.ts";
import { seriesDifferences } from "./series.ts";
import { writingDifferences } from "./writing.ts";

const {
  "record-shape": recordShape,
  "list-filters": listFilters,
  "list-pages": listPages,
  ...otherReading
} = readingDifferences;
const { "write-responses": writeResponses, ...otherWriting } = writingDifferences;

/**
 * In the order in which they change a response, and in the opposite order for a request. The last ones leave no record
 * that others could change, and `list-filters` sees only what the client has sent.
 */
const implementations: Readonly<Record<GuessName, Readonly<Record<string, Difference>>>> = {
  ...operationDifferences,
  ...otherWriting,
  ...seriesDifferences,
  ...commandLineDifferences,
  ...otherReading,
  "list-pages": listPages,
  "list-filters": listFilters,
  "record-shape": recordShape,
  "write-responses": writeResponses,
};

const choices = Object.entries(guesses).map(([name, { otherwise }]) => {
  const others = Object.keys(otherwise);
  return [name, z.enum(others, { error: `must be one of ${others.join(", ")}` }).optional()] as const;
});

/** Rejects unknown guesses and differences. */
export const assumptionsSchema = z.strictObject(Object.fromEntries(choices), {
  error: 'must be an object such as { "record-ids": "text" }',
});

/** In milliseconds. Older records aren't asked for. */
const longestLag = 60_000;

/** The guesses in which this emulator differs, and how it performs requests because of them. */
export class Differences implements Memory {
  readonly #initial: Assumptions;
  #assumed: Assumptions = {};
  #chosen: readonly Difference[] = [];
  #posts = 0;
  readonly #store: Store;
  readonly #now: () => number;
  /** The records after each change, if lists are late. */
  #past: { readonly at: number; readonly snapshot: Snapshot }[] = [];

  constructor(initial: Assumptions, { store, now }: { readonly store: Store; readonly now: () => number }) {
    this.#store = store;
    this.#now = now;
    this.#initial = initial;
    this.assume(initial);
    store.watch(() => this.#note());
  }

  /** Replaces the assumptions. Throws if a name is unknown. */
  assume(assumptions: Assumptions): void {
    // The schema has the names of every guess, which the compiler can't follow.
    this.#assumed = parsed(assumptionsSchema, assumptions, "the assumptions") as Assumptions;
    this.#chosen = Object.entries(implementations).flatMap(
      ([name, others]) => others[this.#assumed[name as GuessName] ?? ""] ?? [],
    );
    this.#past = [];
    this.#note();
  }

  get assumed(): Assumptions {
    return this.#assumed;
  }

  is<Name extends GuessName>(name: Name, difference: DifferenceOf<Name>): boolean {
    return this.#assumed[name] === difference;
  }

  reset(): void {
    this.#posts = 0;
    this.assume(this.#initial);
  }

  countEveryOther(): boolean {
    this.#posts += 1;
    return this.#posts % 2 === 1;
  }

  storeAt(time: number): Snapshot {
    const shown = this.#past.findLast(({ at }) => at <= time) ?? this.#past[0];
    return shown?.snapshot ?? this.#store.snapshot();
  }

  /** Performs an operation and returns its response body; undefined if that is empty. */
  perform(emulation: Differing, request: RoutedRequest): unknown {
    const { body: sent } = request;
    const fields = sent?.error === undefined ? (sent?.value as object | undefined) : undefined;
    const performing: Next = ({ store, emulation: performing, body, ...rest }) =>
      perform({ ...performing, store }, { ...rest, body: body === fields ? sent : { value: body, error: undefined } });
    const wrapped = this.#chosen.reduce<Next>(
      (next, difference) => (exchange) => difference(exchange, next),
      performing,
    );
    return wrapped({
      ...request,
      emulation,
      store: emulation.store,
      body: fields as Record<string, unknown> | undefined,
    });
  }

  #note(): void {
    if (!this.is("current-lists", "late")) return;
    const recent = this.#past.findLastIndex(({ at }) => at <= this.#now() - longestLag);
    this.#past = [...this.#past.slice(Math.max(0, recent)), { at: this.#now(), snapshot: this.#store.snapshot() }];
  }
}
