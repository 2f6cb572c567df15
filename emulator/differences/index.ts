import { z } from "zod";
import { parseInstant } from "../../model/api/instant.ts";
import type { commandLineGuesses } from "../../model/guesses/command-line.ts";
import { type GuessName, guesses } from "../../model/guesses/index.ts";
import type { operationGuesses } from "../../model/guesses/operations.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import { perform, type RoutedRequest } from "../http/request.ts";
import { invalid } from "../http-error.ts";
import type { Route } from "../route.ts";
import type { AccountStore, Snapshot } from "../tables/index.ts";
import { parsed } from "../validation.ts";
import { type EmulatorAssumptions, fieldDifferences, otherDifferences } from "./assumptions.ts";
import {
  combined,
  type Difference,
  type DifferingEmulation,
  type Fields,
  type Implementations,
  missing,
  type Next,
  onBodies,
  unchanged,
} from "./difference.ts";
import { fieldDifference, places } from "./field.ts";
import { readingDifferences } from "./reading.ts";
import { seriesDifferences } from "./series.ts";
import { writingDifferences } from "./writing.ts";

const { "write-responses": writeResponses, ...otherWriting } = writingDifferences;

const withoutOperation = (name: OperationName) => ({
  "not-allowed": missing([name], 405),
  "not-found": missing([name], 404),
});

const operationDifferences: Implementations<typeof operationGuesses> = {
  "service-list": withoutOperation("listServices"),
  "service-delete": withoutOperation("deleteService"),
  "maintenance-template-update": withoutOperation("updateMaintenanceTemplate"),
  "maintenance-template-delete": withoutOperation("deleteMaintenanceTemplate"),
};

const futureOnly = (name: "createMaintenance" | "updateMaintenance", field: string): Difference =>
  onBodies([name], (sent, { emulation }) => {
    const time = parseInstant(String(sent[field]));
    if (time !== undefined && time <= emulation.clock.now()) throw invalid(field, "must be in the future");
    return sent;
  });

const commandLineDifferences: Implementations<typeof commandLineGuesses> = {
  "start-now": { "future-only": futureOnly("createMaintenance", "start_time") },
  "end-now": { "future-only": futureOnly("updateMaintenance", "end_time") },
};

const isInferred = ({ route }: { readonly route: Route }) => route.operation.evidence === "inferred";

/** In the order in which they change a response, and in the opposite order for a request. */
const implementations: Readonly<Record<GuessName | "inferred-operations", Readonly<Record<string, Difference>>>> = {
  ...operationDifferences,
  ...otherWriting,
  ...seriesDifferences,
  ...commandLineDifferences,
  ...readingDifferences,
  "write-responses": writeResponses,
  "inferred-operations": { "not-found": missing(isInferred, 404), "not-allowed": missing(isInferred, 405) },
};

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

/** Returns the differences that are assumed, in the order in which they change a response. */
function chosenBy(assumed: EmulatorAssumptions): readonly Difference[] {
  const chosen: Difference[] = [];
  for (const name of fieldDifferences) {
    const fields = [assumed[name] ?? []].flat();
    for (const field of fields) chosen.push(fieldDifference(name, field));
  }
  for (const [name, byChoice] of Object.entries(implementations)) {
    const difference = byChoice[assumed[name as GuessName] ?? ""];
    if (difference !== undefined) chosen.push(difference);
  }
  return chosen;
}

/** In milliseconds. Older records aren't asked for. */
const longestLag = 60_000;

/** How this emulator differs, and how it performs requests because of it. */
export class Differences {
  readonly #initial: EmulatorAssumptions;
  #assumed: EmulatorAssumptions = {};
  #chosen: readonly Difference[] = [];
  #posts = 0;
  readonly #store: AccountStore;
  readonly #now: () => number;
  /** The records after each change, if lists are late. */
  #past: { readonly at: number; readonly snapshot: Snapshot }[] = [];

  constructor(
    initial: EmulatorAssumptions,
    { store, now }: { readonly store: AccountStore; readonly now: () => number },
  ) {
    this.#store = store;
    this.#now = now;
    this.#initial = initial;
    this.assume(initial);
    store.watch(() => this.#note());
  }

  /** Replaces the assumptions. Throws if a name is unknown. */
  assume(assumptions: EmulatorAssumptions): void {
    // The schema has every name, which the compiler can't follow.
    this.#assumed = parsed(assumptionsSchema, assumptions, "the assumptions") as EmulatorAssumptions;
    this.#chosen = chosenBy(this.#assumed);
    this.#past = [];
    this.#note();
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

  countEveryOther(): boolean {
    this.#posts += 1;
    return this.#posts % 2 === 1;
  }

  storeAt(time: number): Snapshot {
    const shown = this.#past.findLast(({ at }) => at <= time) ?? this.#past[0];
    return shown?.snapshot ?? this.#store.snapshot();
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
    const differing = this.#chosen.reduce((inner, outer) => combined(outer, inner), unchanged);
    return differing({ ...request, emulation, store: emulation.store, body: fields }, performAsEmulated);
  }

  #note(): void {
    if (!this.is("current-lists", "late")) return;
    const recent = this.#past.findLastIndex(({ at }) => at <= this.#now() - longestLag);
    this.#past = [...this.#past.slice(Math.max(0, recent)), { at: this.#now(), snapshot: this.#store.snapshot() }];
  }
}
