import * as statushub from "pulumi-statushub";
import data from "./page.json" with { type: "json" };

/*
 * Declares a whole status page from a JSON file in another format: 36 services in 8 groups, templates for incidents and
 * maintenances, and a maintenance on three days of each week. To run it, start the emulator in another terminal, and set the two
 * variables that it prints:
 *
 *     npx pulumi-statushub emulator --preset examples/cloud-gov/account.json
 */

/** Groups are created in the control panel. In this example their IDs count from 1, in the order of the page. */
const groups = data.groups.map(({ key }, index) => [key, { id: index + 1, services: servicesOf(key) }] as const);

function servicesOf(group: string) {
  const services = data.services.filter((service) => service.group === group);
  return byKey(services, ({ key, name, description }) => ({ name, customId: key, description }));
}

const page = new statushub.StatusPage("cloud-gov", {
  hub: { subdomain: "cloud-gov", name: data.page.name, productUrl: data.page.url },
  groups: Object.fromEntries(groups),
  incidentTemplates: byKey(data.incidentTemplates, ({ title, type, body, services, labels }) => ({
    title,
    body: `<p>${body}</p>`,
    incidentType: type as statushub.IncidentType,
    labels,
    serviceStatuses: withStatus(services, type === "resolved" ? "up" : "down"),
  })),
  maintenanceTemplates: byKey(data.maintenanceTemplates, ({ title, body, durationMinutes, services, labels }) => ({
    title,
    body: `<p>${body}</p>`,
    duration: durationMinutes,
    labels,
    serviceStatuses: withStatus(services, "degraded-performance"),
  })),
  maintenances: byKey(data.maintenances, ({ title, body, start, end, services, repeat }) => ({
    title,
    body: `<p>${body}</p>`,
    startTime: start,
    endTime: end,
    serviceStatuses: withStatus(services, "degraded-performance"),
    repeat: {
      interval: `${repeat.every}ly`,
      options: { enabledDays: repeat.days.join(",") },
      endOn: repeat.until,
    },
    notifications: [{ offsetInMin: -1440, offsetType: "start" }],
  })),
});

function byKey<Item extends { key: string }, Entry>(items: Item[], describe: (item: Item) => Entry) {
  return Object.fromEntries(items.map((item) => [item.key, describe(item)]));
}

/** Gives each service the same status. */
function withStatus(services: string[], status: statushub.ServiceStatusName) {
  return Object.fromEntries(services.map((service) => [service, status]));
}

export const serviceCount = Object.keys(page.services).length;
