import type { operationGuesses } from "../../model/guesses/operations.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import { missing } from "./difference.ts";
import type { Implementations } from "./implementations.ts";

const withoutOperation = (name: OperationName) => ({
  "not-allowed": missing([name], 405),
  "not-found": missing([name], 404),
});

export const operationDifferences: Implementations<typeof operationGuesses> = {
  "service-list": withoutOperation("listServices"),
  "service-delete": withoutOperation("deleteService"),
  "maintenance-template-update": withoutOperation("updateMaintenanceTemplate"),
  "maintenance-template-delete": withoutOperation("deleteMaintenanceTemplate"),
};
