import type { DescribedDifference, Guesses } from "./guess.ts";

/** The two ways in which an operation can be missing. */
const missing = (effect: string) =>
  ({
    "not-allowed": { service: "There is no such operation: 405.", effect },
    "not-found": { service: "There is no such path: 404.", effect: "The same." },
  }) as const satisfies Readonly<Record<string, DescribedDifference>>;

const deleteByHand =
  "SH3008 asks you to delete the record in the control panel and to remove it from the state with `pulumi state delete`.";

/** Operations that the description lacks and that resources need. */
export const operationGuesses = {
  "service-list": {
    concerns: ["Service"],
    assumed: "There is a list of services, and every list of records can be searched.",
    operation: "listServices",
    otherwise: missing(
      "Services are read one by one, and one only counts as deleted if the run has read another (SH5005). One without a `customId` is only created with `adopt: false` (SH4004). A search for the record " +
        "of a lost response fails with SH4002, and another POST may be rejected (SH3001). `adopt: true` fails with SH4009, which asks for the ID, `adopt` with SH6010, and `recover` with SH3007 or SH3008.",
    ),
  },
  "service-delete": {
    concerns: ["Service"],
    assumed: "A service can be deleted.",
    operation: "deleteService",
    otherwise: missing(deleteByHand),
  },
  "maintenance-template-update": {
    concerns: ["MaintenanceTemplate"],
    assumed: "A maintenance template can be changed.",
    operation: "updateMaintenanceTemplate",
    otherwise: missing("An update fails with SH3008, and the template isn't replaced."),
  },
  "maintenance-template-delete": {
    concerns: ["MaintenanceTemplate"],
    assumed: "A maintenance template can be deleted.",
    operation: "deleteMaintenanceTemplate",
    otherwise: missing(deleteByHand),
  },
} as const satisfies Guesses;
