import { z } from "zod";
import { guesses } from "../../model/guesses/index.ts";
import { perform, type RoutedRequest } from "../http/request.ts";
import type { AccountStore, Snapshot } from "../tables/index.ts";
import { parsed } from "../validation.ts";
import { type EmulatorAssumptions, fieldDifferences, otherDifferences } from "./assumptions.ts";
import { combined, type Difference, type DifferingEmulation, type Fields, type Next, unchanged } from "./difference.ts";
import { places } from "./field.ts";
import { differencesBy } from "./implementations.ts";
import { Past } from "./past.ts";

/** How this emulator differs, and how it performs requests because of it. */
export class Differences {
  readonly #initial: EmulatorAssumptions;
  #assumed: EmulatorAssumptions = {};
  #difference: Difference = unchanged;
  #posts = 0;
  readonly #store: AccountStore;
  readonly #now: () => number;
  readonly #past = new Past();

  constructor(
    initial: EmulatorAssumptions,
    { store, now }: { readonly store: AccountStore; readonly now: () => number },
  ) {
    this.#store = store;
    this.#now = now;
    this.#initial = initial;
    this.assume(initial);
    store.watch(() => this.#noteRecords());
  }

  /** Replaces the assumptions. Throws if a name is unknown. */
  assume(assumptions: EmulatorAssumptions): void {
    // The schema has every name, which the compiler can't follow.
    this.#assumed = parsed(assumptionsSchema, assumptions, "the assumptions") as EmulatorAssumptions;
    // The first difference is next to the emulator, and each later one is around those before it.
    this.#difference = differencesBy(this.#assumed).reduce((inner, outer) => combined(outer, inner), unchanged);
    this.#past.clear();
    this.#noteRecords();
  }

  get assumed(): EmulatorAssumptions {
    return this.#assumed;
  }

  is<Name extends keyof EmulatorAssumptions>(name: Name, difference: EmulatorAssumptions[Name]): boolean {
    return this.#assumed[name] === difference;
  }

  reset(): void {
    this.#posts = 0;
    this.assume(this.#initial);
  }

  countPost(): number {
    this.#posts += 1;
    return this.#posts;
  }

  recordsAt(time: number): Snapshot {
    return this.#past.recordsAt(time) ?? this.#store.snapshot();
  }

  /** Performs an operation and returns its response body; undefined if that is empty. */
  perform(emulation: DifferingEmulation, request: RoutedRequest): unknown {
    const { body: sent } = request;
    const fields = sent?.error === undefined ? (sent?.value as Fields | undefined) : undefined;
    const performAsEmulated: Next = ({ store, emulation: differing, body, ...rest }) => {
      // A body that no difference has changed stays as it was read, perhaps with an error.
      const isChanged = body !== fields;
      return perform({ ...differing, store }, { ...rest, body: isChanged ? { value: body, error: undefined } : sent });
    };
    return this.#difference({ ...request, emulation, store: emulation.store, body: fields }, performAsEmulated);
  }

  #noteRecords(): void {
    if (this.is("current-lists", "late")) this.#past.add(this.#now(), this.#store.snapshot());
  }
}

const choiceOf = (names: readonly string[]): z.ZodType =>
  z.enum(names, { error: `must be one of ${names.join(", ")}` }).optional();

export const assumptionsSchema = z.strictObject(
  Object.fromEntries<z.ZodType>([
    ...Object.entries(guesses).map(([name, { otherwise }]) => [name, choiceOf(Object.keys(otherwise))] as const),
    ...Object.entries(otherDifferences).map(([name, others]) => [name, choiceOf(others)] as const),
    ...fieldDifferences.map((name) => [name, places.optional()] as const),
  ]),
  { error: 'must be an object such as { "record-ids": "text" }' },
);
