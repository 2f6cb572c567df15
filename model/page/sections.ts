// Written by `npm run generate` from model/kinds/. Edit the kind instead.
/** The records of a page that stand in groups, whose ID is one of their properties. */
export const grouped = { section: "services", kind: "Service", property: "groupId" } as const;

/** The other sections of a page, with their kinds. */
export const sections = {
  incidentTemplates: "IncidentTemplate",
  maintenanceTemplates: "MaintenanceTemplate",
  subscriptions: "Subscription",
  maintenances: "Maintenance",
} as const;

/** The kinds whose records a page protects unless told otherwise. */
export const protectedKinds: readonly string[] = ["Service"];

/** The properties that refer to services. */
export const referring: readonly string[] = ["serviceStatuses", "services"];
