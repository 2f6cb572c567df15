import * as statushub from "pulumi-statushub";
import page from "./page.json" with { type: "json" };

/*
 * A whole status page from data: 36 services in 8 groups, templates for incidents and maintenances, and a maintenance on
 * three days of every week. To run it on the emulator:
 *
 *     statushub emulator --preset examples/cloud-gov/account.json
 */

const hub = new statushub.Hub("cloud-gov", {
  subdomain: "cloud-gov",
  name: page.page.name,
  productUrl: page.page.url,
});

/** Groups are made in the control panel, which shows their ids. Here they count from 1, in the order of the page. */
const groups = page.groups.map(({ key }) => key);

const services = new Map(
  page.services.map(({ key, name, group, description }) => {
    const groupId = groups.indexOf(group) + 1;
    return [key, new statushub.Service(key, { hub, groupId, name, customId: key, description })];
  }),
);

/** The same status for each of the services. */
const withStatus = (keys: string[], status: statushub.ServiceStatusName) =>
  keys.map((key) => {
    const service = services.get(key);
    if (service === undefined) throw new Error(`page.json has no service "${key}"`);
    return { service, status };
  });

for (const { key, title, type, body, services: affected, labels } of page.incidentTemplates) {
  new statushub.IncidentTemplate(key, {
    hub,
    title,
    body: `<p>${body}</p>`,
    incidentType: type as statushub.IncidentType,
    labels,
    serviceStatuses: withStatus(affected, type === "resolved" ? "up" : "down"),
  });
}

for (const { key, title, body, durationMinutes, services: affected, labels } of page.maintenanceTemplates) {
  new statushub.MaintenanceTemplate(key, {
    hub,
    title,
    body: `<p>${body}</p>`,
    duration: durationMinutes,
    labels,
    serviceStatuses: withStatus(affected, "degraded-performance"),
  });
}

for (const { key, title, body, start, end, services: affected, repeat } of page.maintenances) {
  new statushub.Maintenance(key, {
    hub,
    title,
    body: `<p>${body}</p>`,
    startTime: start,
    endTime: end,
    serviceStatuses: withStatus(affected, "degraded-performance"),
    repeat: { interval: `${repeat.every}ly`, options: { enabledDays: repeat.days.join(",") } },
    notifications: [{ offsetInMin: -1440, offsetType: "start" }],
  });
}

export const serviceCount = services.size;
