import type { commandLineGuesses } from "../../guesses/command-line.ts";
import { HttpError } from "../http/http-error.ts";
import { rejection } from "./difference.ts";
import type { Implemented } from "./implemented.ts";

export const commandLineDifferences: Implemented<typeof commandLineGuesses> = {
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
};
