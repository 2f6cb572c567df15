import { parseInstant } from "../../model/api/instant.ts";
import type { commandLineGuesses } from "../../model/guesses/command-line.ts";
import type { GuessName } from "../../model/guesses/index.ts";
import type { operationGuesses } from "../../model/guesses/operations.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import { invalid } from "../http-error.ts";
import type { Route } from "../route.ts";
import { type EmulatorAssumptions, fieldDifferences } from "./assumptions.ts";
import { type Difference, type Implementations, missing, onBodies } from "./difference.ts";
import { fieldDifference } from "./field.ts";
import { readingDifferences } from "./reading.ts";
import { seriesDifferences } from "./series.ts";
import { writingDifferences } from "./writing.ts";

/**
 * Returns the differences that are assumed, in the order in which they change a response: the first one gets it from the emulator, and the
 * last one hands it to the client. A request meets them in the opposite order.
 */
export function differencesBy(assumed: EmulatorAssumptions): readonly Difference[] {
  const chosen: Difference[] = [];
  for (const name of fieldDifferences) {
    const places = [assumed[name] ?? []].flat();
    for (const place of places) chosen.push(fieldDifference(name, place));
  }
  for (const [name, others] of Object.entries(implementations)) {
    const choice = assumed[name as keyof typeof implementations];
    const difference = choice === undefined ? undefined : others[choice];
    if (difference !== undefined) chosen.push(difference);
  }
  return chosen;
}

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

// A response without a record is one for the client only: the other differences have to find the record in it.
const { "write-responses": writeResponses, ...otherWritingDifferences } = writingDifferences;

/** By guess, in the order of `differencesBy`. */
const implementations: Readonly<Record<GuessName | "inferred-operations", Readonly<Record<string, Difference>>>> = {
  ...operationDifferences,
  ...otherWritingDifferences,
  ...seriesDifferences,
  ...commandLineDifferences,
  ...readingDifferences,
  "write-responses": writeResponses,
  "inferred-operations": { "not-found": missing(isInferred, 404), "not-allowed": missing(isInferred, 405) },
};
