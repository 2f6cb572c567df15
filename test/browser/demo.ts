import type { Preset } from "../../emulator/index.ts";

const hour = 3_600_000;

/** The time of the visit. */
export const demoTime = Date.UTC(2026, 2, 10, 14, 20);

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

/** An account with services and their past incidents. */
export const demoPreset: Preset = {
  hubs: [
    {
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
      incidents: pastIncidents,
    },
  ],
};
