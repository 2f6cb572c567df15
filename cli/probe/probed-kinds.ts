import { type Operation, pathParameters } from "../../model/api/operation.ts";
import { incidentTemplateOperations } from "../../model/kinds/incident-template.ts";
import { maintenanceOperations } from "../../model/kinds/maintenance.ts";
import { maintenanceTemplateOperations } from "../../model/kinds/maintenance-template.ts";
import { serviceOperations } from "../../model/kinds/service.ts";
import { subscriptionOperations } from "../../model/kinds/subscription.ts";
import { subscriberOperations } from "../../model/kinds/unmanaged/subscriber.ts";

interface Kind {
  readonly noun: string;
  /** The field whose whole value, or one of its values, is the mark of a run. */
  readonly marked: string;
  readonly operations: Readonly<Record<"create" | "list" | "get" | "update" | "delete", Operation>>;
}

/** The records that a run may create, by the name in their path, in the order in which they are removed. */
export const kinds = {
  maintenances: { noun: "maintenance", marked: "title", operations: maintenanceOperations },
  subscriptions: { noun: "subscription", marked: "label", operations: subscriptionOperations },
  // Comes with its first subscription, and goes with its last one.
  subscribers: { noun: "subscriber", marked: "", operations: subscriberOperations },
  incident_templates: { noun: "incident template", marked: "labels", operations: incidentTemplateOperations },
  maintenance_templates: { noun: "maintenance template", marked: "labels", operations: maintenanceTemplateOperations },
  services: { noun: "service", marked: "custom_id", operations: serviceOperations },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as KindName[];

/** The kinds that have a list of their own which is searched. */
export const listedKinds = kindNames.filter((name) => name !== "subscribers");

/** The parameter of a path that holds the ID, such as `service_id`. */
export const idParameter = (kind: KindName): string => pathParameters(kinds[kind].operations.get).at(-1) ?? "";

/** An ID that no record has, so that a write to it changes nothing. */
export const unusedId = "2147483647";
