import type { Preset } from "../../emulator/index.ts";

const hour = 3_600_000;

/** The time of the screenshot. */
export const demoTime = Date.UTC(2026, 2, 10, 14, 20);

const hub = {
  subdomain: "acme",
  name: "Acme Cloud",
  groups: ["Application", "API", "Payments"],
  product_url: "https://acme.example",
  services: [
    { group_id: 1, name: "Web application" },
    { group_id: 1, name: "Mobile application" },
    { group_id: 1, name: "Sign-in", description: "Passwords, single sign-on and two-factor codes" },
    { group_id: 2, name: "REST API", description: "Public API, all versions" },
    { group_id: 2, name: "Webhooks" },
    { group_id: 3, name: "Card payments" },
    { group_id: 3, name: "Bank transfers" },
  ],
};

type Incident = NonNullable<Preset["hubs"][number]["incidents"]>[number];

const at = (time: number) => new Date(time).toISOString();

function past(daysAgo: number, hours: number, service_id: number, status: "down" | "degraded-performance"): Incident {
  const start = demoTime - daysAgo * 24 * hour;
  const common = { title: "Trouble", body: "" };
  return {
    ...common,
    start_time: at(start),
    incident_type: "investigating",
    service_statuses: [{ service_id, status }],
    incident_updates: [{ ...common, start_time: at(start + hours * hour), incident_type: "resolved" }],
  };
}

const pastIncidents = [
  past(71, 1.5, 4, "down"),
  past(52, 3, 1, "degraded-performance"),
  past(33, 0.4, 6, "down"),
  past(32, 2, 6, "degraded-performance"),
  past(18, 5, 5, "degraded-performance"),
];

/** The account in the screenshot: services and their past incidents. */
export const demoPreset: Preset = { hubs: [{ ...hub, incidents: pastIncidents }] };

const service_statuses = [{ service_id: 5, status: "degraded-performance" as const }];

const openIncident: Incident = {
  title: "Webhooks are late",
  start_time: "2026-03-10T13:31:00Z",
  incident_type: "investigating",
  body: "<p>Webhooks arrive up to <b>ten minutes</b> late. We are looking into it.</p>",
  service_statuses,
  incident_updates: [
    {
      title: "Webhooks are late",
      start_time: "2026-03-10T13:58:00Z",
      incident_type: "identified",
      body: "<p>One of two queues has stopped. Nothing is lost; deliveries catch up as soon as it runs again.</p>",
      service_statuses,
    },
  ],
};

/** The same account with an open incident and a planned maintenance. */
export const troubledPreset: Preset = {
  hubs: [
    {
      ...hub,
      incidents: [...pastIncidents, openIncident],
      maintenances: [
        {
          title: "Database upgrade",
          start_time: "2026-03-12T02:00:00Z",
          end_time: "2026-03-12T03:30:00Z",
          body: "<p>Payments are read-only for a few minutes.</p>",
          service_statuses: [{ service_id: 6, status: "degraded-performance" }],
        },
      ],
    },
  ],
};
