import type { Preset } from "../../emulator/index.ts";

const ids = [1, 2, 3] as const;
const event = (service_id: number) => ({
  title: `Event ${service_id}`,
  start_time: "2026-01-01T00:00:00Z",
  service_statuses: [{ service_id, status: "down" as const }],
});
const all = { all: true };

/** Records under the ids 1 to 3 of every kind: a parameter with one of these is that of a record, with any of the others. */
export const preset: Preset = {
  hubs: [
    {
      subdomain: "00",
      name: "Acme",
      groups: ["One", "Two", "Three"],
      services: ids.map((group_id) => ({ group_id, name: `Service ${group_id}` })),
      incident_templates: ids.map((id) => ({ title: `Template ${id}` })),
      maintenance_templates: ids.map((id) => ({ title: `Template ${id}` })),
      subscribers: [
        {
          subscriptions: [
            { address: "one@example.com", method_name: "email", services_selection: all },
            { address: "+1 555 0100 200", method_name: "sms", services_selection: all },
            { address: "https://example.com/three", method_name: "webhook", services_selection: all },
          ],
        },
      ],
      incidents: [
        {
          ...event(1),
          incident_type: "investigating",
          incident_updates: [2, 3].map((id) => ({
            ...event(id),
            incident_type: "monitoring" as const,
            start_time: `2026-01-0${id}T00:00:00Z`,
          })),
        },
      ],
      maintenances: ids.map((id) => ({ ...event(id), end_time: "2026-02-01T00:00:00Z" })),
    },
    { subdomain: "acme-partners", name: "Acme Partners", parent: "00", shared_groups: [1, 2] },
  ],
};
