import { parseInstant } from "../../model/api/instant.ts";
import type { commandLineGuesses } from "../../model/guesses/command-line.ts";
import { HttpError, invalid } from "../http-error.ts";
import { body, type Difference, rejection } from "./difference.ts";
import type { Implementations } from "./implementations.ts";

const futureOnly = (name: "createMaintenance" | "updateMaintenance", field: string): Difference =>
  body([name], (sent, { emulation }) => {
    const time = parseInstant(String(sent[field]));
    if (time !== undefined && time <= emulation.clock.now()) throw invalid(field, "must be in the future");
    return sent;
  });

export const commandLineDifferences: Implementations<typeof commandLineGuesses> = {
  "permissions-first": {
    "record-first": rejection((error, { store, route, params }) => {
      const [, record] = route.parameters;
      if (error.status !== 403 || record === undefined) return error;
      const id = params[record.name] ?? "";
      return store.table(record.table).find(Number(id))
        ? error
        : new HttpError(404, `${record.name} ${id} does not exist`);
    }),
  },
  "start-now": { "future-only": futureOnly("createMaintenance", "start_time") },
  "end-now": { "future-only": futureOnly("updateMaintenance", "end_time") },
};
