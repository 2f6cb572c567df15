import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";

const config = new pulumi.Config();
const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });

const api = new statushub.Service("api", {
  hub, // a Hub, or a subdomain
  groupId: 3,
  name: "API",
  customId: "api",
  description: "Public REST API",
});

new statushub.IncidentTemplate("api-down", {
  hub,
  title: "API is down",
  body: "<p>We are looking into it.</p>",
  incidentType: "investigating",
  labels: ["api"],
  serviceStatuses: [{ service: api, status: "down" }], // a Service, or an ID
});

new statushub.MaintenanceTemplate("db-upgrade", { hub, title: "Database upgrade", duration: 90, labels: ["db"] });

new statushub.Subscription("on-call", {
  hub,
  method: "slack",
  address: config.requireSecret("slackUrl"),
  services: [api], // or "all"
});

new statushub.Maintenance("weekly-patching", {
  hub,
  title: "Weekly patching",
  startTime: "2030-12-01T02:00:00Z",
  endTime: "2030-12-01T03:00:00Z",
  serviceStatuses: [{ service: api, status: "degraded-performance" }],
  repeat: { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2031-12-31T00:00:00Z" },
  notifications: [{ offsetInMin: -1440, offsetType: "start" }],
  suppressEvents: true,
});
