// Written by `npm run generate` from kinds/. Edit the kind instead.
import type { Shape } from "./declare.ts";

export const shapes = {
  Hub: {
    kind: "Hub",
    names: ["subdomain", "name", "productUrl", "type", "customDomain", "parentId", "createdAt"],
    unique: ["subdomain"],
  },
  Service: {
    kind: "Service",
    names: [
      "hub",
      "hubId",
      "groupId",
      "name",
      "publicName",
      "description",
      "customId",
      "token",
      "archived",
      "createdAt",
    ],
    unique: ["customId"],
  },
  IncidentTemplate: {
    kind: "IncidentTemplate",
    names: [
      "hub",
      "hubId",
      "title",
      "body",
      "labels",
      "serviceStatuses",
      "incidentType",
      "silentUpdate",
      "author",
      "createdAt",
    ],
    references: ["serviceStatuses"],
  },
  MaintenanceTemplate: {
    kind: "MaintenanceTemplate",
    names: ["hub", "hubId", "title", "body", "labels", "serviceStatuses", "duration", "silent", "author", "createdAt"],
    references: ["serviceStatuses"],
  },
  Subscription: {
    kind: "Subscription",
    names: [
      "hub",
      "hubId",
      "method",
      "address",
      "services",
      "configuration",
      "label",
      "lessVerbose",
      "protected",
      "subscriberId",
      "recordId",
      "createdAt",
    ],
    unique: ["address"],
    references: ["services"],
    secrets: ["address", "configuration"],
  },
  Maintenance: {
    kind: "Maintenance",
    names: [
      "hub",
      "hubId",
      "title",
      "startTime",
      "endTime",
      "serviceStatuses",
      "body",
      "state",
      "silent",
      "suppressEvents",
      "repeat",
      "notifications",
      "author",
      "createdAt",
    ],
    references: ["serviceStatuses"],
  },
} satisfies Record<string, Shape>;

/** The settings of a provider. */
export const settingNames: readonly string[] = ["apiKey", "account", "region", "baseUrl", "verify"];
