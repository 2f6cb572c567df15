import type { Emulator, Preset } from "../../emulator/index.ts";

const dayLength = 86_400_000;

/** The account in the screenshot. */
export const demoPreset: Preset = {
  hubs: [
    {
      subdomain: "acme",
      name: "Acme Cloud",
      groups: ["Application", "API", "Payments"],
      product_url: "https://acme.example",
    },
  ],
};

/** The time of the screenshot. */
export const demoTime = Date.UTC(2026, 2, 10, 14, 20);

const demoServices = [
  { group_id: 1, name: "Web application" },
  { group_id: 1, name: "Mobile application" },
  { group_id: 1, name: "Sign-in", description: "Passwords, single sign-on and two-factor codes" },
  { group_id: 2, name: "REST API", description: "Public API, all versions" },
  { group_id: 2, name: "Webhooks" },
  { group_id: 3, name: "Card payments" },
  { group_id: 3, name: "Bank transfers" },
] as const;

type Post = (path: string, body: object) => Promise<{ id: number }>;

const postTo =
  ({ url, apiKey }: Emulator): Post =>
  async (path, body) => {
    const headers = { "X-API-KEY": apiKey, "Content-Type": "application/json" };
    const response = await fetch(`${url}/hubs/acme${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The demo could not be made: POST ${path} gave ${await response.text()}`);
    // The API responds to every POST with a record and its ID.
    return (await response.json()) as { id: number };
  };

/** Fills hub acme with services and their past incidents. */
export async function fillServices(emulator: Emulator): Promise<void> {
  const post = postTo(emulator);
  for (const service of demoServices) await post("/services", service);
  for (const trouble of pastIncidents) await addPast(post, trouble);
}

/** Fills hub acme with services, past and open incidents, and a planned maintenance. */
export async function fillDemo(emulator: Emulator): Promise<void> {
  await fillServices(emulator);
  const post = postTo(emulator);
  const { id } = await post("/incidents", {
    title: "Webhooks are late",
    start_time: "2026-03-10T13:31:00Z",
    incident_type: "investigating",
    body: "<p>Webhooks arrive up to <b>ten minutes</b> late. We are looking into it.</p>",
    service_statuses: [{ service_id: 5, status: "degraded-performance" }],
  });
  await post(`/incidents/${id}/incident_updates`, {
    title: "Webhooks are late",
    start_time: "2026-03-10T13:58:00Z",
    incident_type: "identified",
    body: "<p>One of two queues has stopped. Nothing is lost; deliveries catch up as soon as it runs again.</p>",
    service_statuses: [{ service_id: 5, status: "degraded-performance" }],
  });
  await post("/maintenances", {
    title: "Database upgrade",
    start_time: "2026-03-12T02:00:00Z",
    end_time: "2026-03-12T03:30:00Z",
    body: "<p>Payments are read-only for a few minutes.</p>",
    service_statuses: [{ service_id: 6, status: "degraded-performance" }],
  });
}

interface Trouble {
  daysAgo: number;
  service_id: number;
  status: string;
  hours: number;
}

const pastIncidents: readonly Trouble[] = [
  { daysAgo: 71, service_id: 4, status: "down", hours: 1.5 },
  { daysAgo: 52, service_id: 1, status: "degraded-performance", hours: 3 },
  { daysAgo: 33, service_id: 6, status: "down", hours: 0.4 },
  { daysAgo: 32, service_id: 6, status: "degraded-performance", hours: 2 },
  { daysAgo: 18, service_id: 5, status: "degraded-performance", hours: 5 },
];

async function addPast(post: Post, { daysAgo, service_id, status, hours }: Trouble): Promise<void> {
  const start = demoTime - daysAgo * dayLength;
  const common = { title: "Trouble", body: "" };
  const { id } = await post("/incidents", {
    ...common,
    start_time: new Date(start).toISOString(),
    incident_type: "investigating",
    service_statuses: [{ service_id, status }],
  });
  await post(`/incidents/${id}/incident_updates`, {
    ...common,
    start_time: new Date(start + hours * 3_600_000).toISOString(),
    incident_type: "resolved",
  });
}
