// Written by `npm run generate` from model/kinds/. Edit the kind instead.
import type { Shape } from "./resource.ts";

export const shapes = {
  Hub: {
    kind: "Hub",
    inputs: ["subdomain", "name", "productUrl"],
    outputs: ["type", "customDomain", "parentId", "createdAt"],
    found: true,
    unique: ["subdomain"],
  },
  Service: {
    kind: "Service",
    inputs: ["hub", "groupId", "name", "publicName", "description", "customId"],
    outputs: ["hubId", "token", "archived", "createdAt"],
    found: true,
    listed: "services",
    unique: ["customId"],
  },
  IncidentTemplate: {
    kind: "IncidentTemplate",
    inputs: ["hub", "title", "body", "labels", "serviceStatuses", "incidentType", "silentUpdate"],
    outputs: ["hubId", "author", "createdAt"],
    listed: "incidentTemplates",
    references: ["serviceStatuses"],
  },
  MaintenanceTemplate: {
    kind: "MaintenanceTemplate",
    inputs: ["hub", "title", "body", "labels", "serviceStatuses", "duration", "silent"],
    outputs: ["hubId", "author", "createdAt"],
    listed: "maintenanceTemplates",
    references: ["serviceStatuses"],
  },
  Subscription: {
    kind: "Subscription",
    inputs: [
      "hub",
      "method",
      "address",
      "services",
      "configuration",
      "label",
      "lessVerbose",
      "protected",
      "subscriberId",
    ],
    outputs: ["hubId", "recordId", "createdAt"],
    unique: ["address"],
    references: ["services"],
    secrets: ["address", "configuration"],
  },
  Maintenance: {
    kind: "Maintenance",
    inputs: [
      "hub",
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
    ],
    outputs: ["hubId", "author", "createdAt"],
    references: ["serviceStatuses"],
  },
} satisfies Record<string, Shape>;

/** The settings of a provider. */
export const settingNames: readonly string[] = ["apiKey", "account", "region", "baseUrl"];
