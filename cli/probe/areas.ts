/** What `--write` takes: which records a run creates, and who notices them. */
export const areas = {
  templates: "up to 4 templates, which your team sees in lists",
  subscriptions: "up to 4 webhook subscriptions at addresses that don't exist, which your team sees in lists",
  services: "a service, which VISITORS SEE on the page for some seconds",
  drafts: "2 silent drafts of maintenances, one of them weekly: YOUR TEAM IS NOTIFIED, subscribers are not",
} as const;

export type Area = keyof typeof areas;

export const areaNames = Object.keys(areas) as Area[];

/** Those that nobody notices outside of the control panel. */
export const quietAreas: readonly Area[] = ["templates", "subscriptions"];
