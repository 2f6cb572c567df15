import * as statushub from "pulumi-statushub";
import data from "./page.json" with { type: "json" };

/*
 * Declares a whole status page from a JSON file: 36 services in 8 groups, templates for incidents and maintenances, and a
 * maintenance on three days of each week. To run it, start the emulator in another terminal, and set the two variables that it
 * prints:
 *
 *     npx pulumi-statushub emulator --preset examples/cloud-gov/account.json
 */

interface Text {
  key: string;
  title: string;
  body: string;
  services: string[];
  labels: string[];
}

/** Without this type, an empty list in the file would have no type. */
export interface Page {
  page: { subdomain: string; name?: string; url?: string };
  groups: { key: string; id: number }[];
  services: { key: string; name: string; group: string; description?: string; customId?: string }[];
  incidentTemplates: (Text & { type: string })[];
  maintenanceTemplates: (Text & { durationMinutes: number })[];
  maintenances: (Omit<Text, "labels"> & {
    start: string;
    end: string;
    repeat: { every: string; days: string[]; until: string };
  })[];
}

const { page, ...content }: Page = data;
const hub = new statushub.Hub(page.subdomain, { subdomain: page.subdomain, name: page.name, productUrl: page.url });

/** Groups are created in the control panel. `adopt <hub> --json` shows their IDs. */
const groupIds = new Map(content.groups.map(({ key, id }) => [key, id]));

const services = new Map(
  content.services.map(({ key, name, group, description, customId = key }) => {
    const groupId = groupIds.get(group);
    if (groupId === undefined)
      throw new Error(`The service ${key} is in the group ${group}, which the page doesn't have.`);
    return [key, new statushub.Service(key, { hub, groupId, name, customId, description })];
  }),
);

function withStatus(keys: string[], status: statushub.ServiceStatusName) {
  return keys.map((key) => ({ service: services.get(key) as statushub.Service, status }));
}

for (const { key, title, type, body, services: affected, labels } of content.incidentTemplates) {
  new statushub.IncidentTemplate(key, {
    hub,
    title,
    body: `<p>${body}</p>`,
    incidentType: type as statushub.IncidentType,
    labels,
    serviceStatuses: withStatus(affected, type === "resolved" ? "up" : "down"),
  });
}

for (const { key, title, body, durationMinutes, services: affected, labels } of content.maintenanceTemplates) {
  new statushub.MaintenanceTemplate(key, {
    hub,
    title,
    body: `<p>${body}</p>`,
    duration: durationMinutes,
    labels,
    serviceStatuses: withStatus(affected, "degraded-performance"),
  });
}

for (const { key, title, body, start, end, services: affected, repeat } of content.maintenances) {
  new statushub.Maintenance(key, {
    hub,
    title,
    body: `<p>${body}</p>`,
    startTime: start,
    endTime: end,
    serviceStatuses: withStatus(affected, "degraded-performance"),
    repeat: { interval: `${repeat.every}ly`, options: { enabledDays: repeat.days.join(",") }, endOn: repeat.until },
    notifications: [{ offsetInMin: -1440, offsetType: "start" }],
  });
}

export const serviceCount = services.size;
