import type { Emulator } from "../../emulator/index.ts";
import { apiOf } from "../emulator/emulation.ts";

/** Creates records on a page through the API, like someone without a program. */
export type Send = (method: "POST" | "PUT", path: string, body: object) => Promise<{ id: number | string }>;

export const sender =
  (emulator: Emulator, subdomain: string): Send =>
  async (method, path, body) => {
    const { status, body: record } = await apiOf(emulator).send(method, `/hubs/${subdomain}${path}`, body);
    if (status >= 300) throw new Error(`${method} ${path} gave ${status}: ${JSON.stringify(record)}`);
    return record;
  };

type Sizes = Readonly<Record<"services" | "templates" | "subscriptions" | "maintenances", number>>;

/** Creates a large page on hub acme, where every third maintenance is a weekly series. */
export async function fillLargePage(send: Send, sizes: Sizes): Promise<void> {
  const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
  const status = (index: number) => [{ service_id: (index % sizes.services) + 1, status: "down" }];
  for (const index of indexes(sizes.services)) {
    const service = { name: `Service ${index}`, group_id: (index % 8) + 1, custom_id: `service-${index}` };
    await send("POST", "/services", service);
  }
  for (const index of indexes(sizes.templates)) {
    const shared = {
      title: `Case ${index}`,
      body: `<p>"${index}"</p>`,
      labels: ["case"],
      service_statuses: status(index),
    };
    await send("POST", "/incident_templates", { ...shared, incident_type: "investigating" });
    await send("POST", "/maintenance_templates", { ...shared, duration: 60 });
  }
  for (const index of indexes(sizes.subscriptions)) {
    await send("POST", "/subscriptions", {
      method_name: "webhook",
      address: `https://hooks.example.com/secret-${index}`,
      services_selection: index % 2 ? { all: true } : { all: false, service_ids: [(index % sizes.services) + 1] },
      label: `Team ${index}`,
      configuration: index % 3 ? {} : { content_type: `application/private-${index}` },
    });
  }
  for (const index of indexes(sizes.maintenances)) {
    const day = String((index % 27) + 1).padStart(2, "0");
    const { id } = await send("POST", "/maintenances", {
      title: `Patching ${index}`,
      start_time: `2126-01-${day}T02:00:00Z`,
      end_time: `2126-01-${day}T03:00:00Z`,
      body: "<p>Back soon.</p>",
      service_statuses: status(index),
    });
    if (index % 3 > 0) continue;
    const event_notifications = [{ offset_in_min: -1440, offset_type: "start" }];
    await send("PUT", `/maintenances/${id}`, { event_repeat: { interval: "weekly" }, event_notifications });
  }
}
