// region SubscriptionImports
import * as pulumi from "@pulumi/pulumi";
// endregion
// region start
import * as statushub from "pulumi-statushub";

// endregion
// region Hub
const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });
export const address = hub.subdomain;

// endregion
// region Service
const api = new statushub.Service("api", { hub, groupId: 3, name: "API", customId: "api" });
export const token = api.token;

// endregion
// region IncidentTemplate
new statushub.IncidentTemplate("api-down", {
  hub,
  title: "API is down",
  body: "<p>We are looking into it.</p>",
  incidentType: "investigating",
  labels: ["api"],
  serviceStatuses: [{ service: api, status: "down" }],
});

// endregion
// region MaintenanceTemplate
new statushub.MaintenanceTemplate("deploy", {
  hub,
  title: "API upgrade",
  body: "<p>We are updating the API. Requests may take a little longer.</p>",
  duration: 45,
  labels: ["api"],
  serviceStatuses: [{ service: api, status: "degraded-performance" }],
});

// endregion
// region Subscription
new statushub.Subscription("on-call", {
  hub,
  method: "slack",
  address: new pulumi.Config().requireSecret("slackUrl"),
  services: [api],
});

// endregion
// region Maintenance
new statushub.Maintenance("weekly-patching", {
  hub,
  title: "Weekly patching",
  startTime: statushub.utcFrom("2027-11-07 03:00", "Europe/Berlin"),
  endTime: statushub.utcFrom("2027-11-07 04:00", "Europe/Berlin"),
  serviceStatuses: [{ service: api, status: "degraded-performance" }],
  repeat: { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2028-03-25T00:00:00Z" },
  notifications: [{ offsetInMin: -1440, offsetType: "start" }],
});

// endregion
// region adopt
new statushub.Service("shop", { hub, groupId: 3, name: "Shop", customId: "shop", adopt: true });

// endregion
// region alias
const aliases = [{ name: "payments" }];
new statushub.Service("checkout", { hub, groupId: 3, name: "Cards", customId: "cards" }, { aliases });

// endregion
// region firstSunday
for (const month of ["2028-01", "2028-02"]) {
  const weekday = new Date(`${month}-01T00:00:00Z`).getUTCDay();
  const date = `${month}-0${1 + ((7 - weekday) % 7)}`;
  new statushub.Maintenance(`backup-${date}`, {
    hub,
    title: "Backup",
    startTime: statushub.utcFrom(`${date} 03:00`, "Europe/Berlin"),
    endTime: statushub.utcFrom(`${date} 05:00`, "Europe/Berlin"),
    serviceStatuses: [{ service: api, status: "degraded-performance" }],
  });
}

// endregion
// region laterIncidents
new statushub.IncidentTemplate("api-found", {
  hub,
  title: "API: cause found",
  incidentType: "identified",
  serviceStatuses: [{ service: api, status: "degraded-performance" }],
});
new statushub.IncidentTemplate("api-up", { hub, title: "API works again", incidentType: "resolved" });

// endregion
// region monitor
export const webhook = api.token.apply((token) => `https://monitoring.example.com/${token}`);

// endregion
// region getHub
const other = statushub.Hub.find("globex", { subdomain: "globex" });
export const otherName = other.name;

// endregion
// region getService
const web = statushub.Service.find("web", { hub: "globex", customId: "web" });
export const webId = web.id;

// endregion
// region getServices
export const platformServices = statushub.Service.list("platform", { hub: "globex", groupId: 10 });

// endregion
// region getIncidentTemplates
export const webIncidents = statushub.IncidentTemplate.list("web", { hub: "globex", label: "web" });

// endregion
// region getMaintenanceTemplates
export const webMaintenances = statushub.MaintenanceTemplate.list("web", { hub: "globex", label: "web" });
// endregion
