import type { Method } from "../../api/operation.ts";
import type { OperationName } from "../../kinds/operations.ts";
import type { Handlers, Place } from "../call.ts";
import type { HubRow, TableName, Tables } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { admitEvents } from "./event.ts";
import { hubHandlers } from "./hub.ts";
import { findIncident, incidentHandlers } from "./incident.ts";
import { findIncidentTemplate, incidentTemplateHandlers } from "./incident-template.ts";
import { findIncidentUpdate, incidentUpdateHandlers } from "./incident-update.ts";
import { findMaintenance, maintenanceHandlers } from "./maintenance.ts";
import { findMaintenanceTemplate, maintenanceTemplateHandlers } from "./maintenance-template.ts";
import { admitServices, findService, serviceHandlers } from "./service.ts";
import { findSubscriber, subscriberHandlers } from "./subscriber.ts";
import { findSubscription, subscriptionHandlers } from "./subscription.ts";

/** The operations whose paths are documented while their bodies are not: answered with 501. */
type NotOffered = "getAccessRestriction" | `${"get" | "update"}AccessRestriction${"Saml" | "GoogleOauth"}`;

/** The rules of every operation that the emulator offers. */
export const handlers: Handlers<Exclude<OperationName, NotOffered>> = {
  ...hubHandlers,
  ...serviceHandlers,
  ...incidentHandlers,
  ...incidentUpdateHandlers,
  ...maintenanceHandlers,
  ...incidentTemplateHandlers,
  ...maintenanceTemplateHandlers,
  ...subscriberHandlers,
  ...subscriptionHandlers,
};

interface PathParameter<Name extends TableName = TableName> {
  readonly table: Name;
  readonly find: (store: Store, place: Place) => Tables[Name] | undefined;
}

/** How the record that a path parameter names is found. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  service_id: { table: "services", find: findService },
  incident_id: { table: "incidents", find: findIncident },
  incident_update_id: { table: "incident_updates", find: findIncidentUpdate },
  maintenance_id: { table: "maintenances", find: findMaintenance },
  incident_template_id: { table: "incident_templates", find: findIncidentTemplate },
  maintenance_template_id: { table: "maintenance_templates", find: findMaintenanceTemplate },
  subscriber_id: { table: "subscribers", find: findSubscriber },
  subscription_id: { table: "subscriptions", find: findSubscription },
};

/** What some hubs do not allow at all, by the first name below the hub in the path. */
export const admissions: Readonly<Record<string, (hub: HubRow, method: Method) => void>> = {
  services: admitServices,
  incidents: admitEvents,
  maintenances: admitEvents,
};
