import { readFile } from "node:fs/promises";
import type { Emulator, Preset } from "../../emulator/index.ts";

/** Creates records on a page through the API, like someone without a program. */
export type Send = (method: "POST" | "PUT", path: string, body: object) => Promise<{ id: number | string }>;

export const sender =
  (emulator: Emulator, subdomain: string): Send =>
  async (method, path, body) => {
    const headers = { "X-API-KEY": emulator.apiKey, "content-type": "application/json" };
    const url = `${emulator.url}/hubs/${subdomain}${path}`;
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} gave ${answer.status}: ${await answer.text()}`);
    // The response to a write is a record with its ID.
    return (await answer.json()) as { id: number };
  };

interface Item {
  key: string;
  title: string;
  body?: string;
  services: string[];
  labels?: string[];
}

/** A page in the data of the examples. */
export interface PageData {
  page: { name: string; url?: string };
  groups: { key: string; name: string }[];
  services: { key: string; name: string; group: string; description?: string }[];
  incidentTemplates?: (Item & { type: string })[];
  maintenanceTemplates?: (Item & { durationMinutes: number })[];
  maintenances?: (Item & { start: string; end: string; repeat?: { every: string; days?: string[]; until?: string } })[];
}

export const readPageData = async (path: string): Promise<PageData> => JSON.parse(await readFile(path, "utf8"));

/** The preset of a page: its hub with its groups. */
export const presetOf = (subdomain: string, { page, groups }: PageData): Preset => ({
  hubs: [
    { subdomain, name: page.name, groups: groups.map(({ name }) => name), ...(page.url && { product_url: page.url }) },
  ],
});

/** Creates every record of a page. */
export async function fillPage(send: Send, data: PageData): Promise<void> {
  const ids = new Map<string, number>();
  for (const { key, name, group, description = null } of data.services) {
    const group_id = data.groups.findIndex((candidate) => candidate.key === group) + 1;
    const { id } = await send("POST", "/services", { name, group_id, description, custom_id: key });
    ids.set(key, Number(id));
  }
  const statuses = (keys: string[], status: string) => keys.map((key) => ({ service_id: ids.get(key), status }));
  for (const { title, type, body, services, labels } of data.incidentTemplates ?? []) {
    const service_statuses = statuses(services, type === "resolved" ? "up" : "down");
    await send("POST", "/incident_templates", { title, incident_type: type, body, labels, service_statuses });
  }
  for (const { title, durationMinutes, body, services, labels } of data.maintenanceTemplates ?? []) {
    const service_statuses = statuses(services, "degraded-performance");
    await send("POST", "/maintenance_templates", { title, duration: durationMinutes, body, labels, service_statuses });
  }
  for (const { title, start, end, body = "", services, repeat } of data.maintenances ?? []) {
    const service_statuses = statuses(services, "degraded-performance");
    const { id } = await send("POST", "/maintenances", {
      title,
      start_time: start,
      end_time: end,
      body,
      service_statuses,
    });
    if (repeat === undefined) continue;
    const interval = repeat.every === "day" ? "daily" : `${repeat.every}ly`;
    const enabled_days = repeat.days?.join(",");
    const event_repeat = {
      interval,
      ...(enabled_days && { interval_options: { enabled_days } }),
      end_on: repeat.until,
    };
    await send("PUT", `/maintenances/${id}`, { event_repeat });
  }
}

export interface Sizes {
  readonly services: number;
  /** Number of templates of each kind. */
  readonly templates: number;
  readonly subscriptions: number;
  readonly maintenances: number;
}

/** Creates a large page on hub acme, where every third maintenance is a weekly series. */
export async function fillLargePage(send: Send, sizes: Sizes): Promise<void> {
  const times = (count: number, make: (index: number) => Promise<unknown>) =>
    Array.from({ length: count }).reduce<Promise<unknown>>(
      (before, _, index) => before.then(() => make(index)),
      Promise.resolve(),
    );
  const status = (index: number) => [{ service_id: (index % sizes.services) + 1, status: "down" }];
  await times(sizes.services, (index) =>
    send("POST", "/services", { name: `Service ${index}`, group_id: (index % 8) + 1, custom_id: `service-${index}` }),
  );
  await times(sizes.templates, async (index) => {
    const shared = {
      title: `Case ${index}`,
      body: `<p>"${index}"</p>`,
      labels: ["case"],
      service_statuses: status(index),
    };
    await send("POST", "/incident_templates", { ...shared, incident_type: "investigating" });
    await send("POST", "/maintenance_templates", { ...shared, duration: 60 });
  });
  await times(sizes.subscriptions, (index) =>
    send("POST", "/subscriptions", {
      method_name: "webhook",
      address: `https://hooks.example.com/secret-${index}`,
      services_selection: index % 2 ? { all: true } : { all: false, service_ids: [(index % sizes.services) + 1] },
      label: `Team ${index}`,
      configuration: index % 3 ? {} : { content_type: `application/private-${index}` },
    }),
  );
  await times(sizes.maintenances, async (index) => {
    const day = String((index % 27) + 1).padStart(2, "0");
    const { id } = await send("POST", "/maintenances", {
      title: `Patching ${index}`,
      start_time: `2126-01-${day}T02:00:00Z`,
      end_time: `2126-01-${day}T03:00:00Z`,
      body: "<p>Back soon.</p>",
      service_statuses: status(index),
    });
    if (index % 3 === 0) {
      const event_notifications = [{ offset_in_min: -1440, offset_type: "start" }];
      await send("PUT", `/maintenances/${id}`, { event_repeat: { interval: "weekly" }, event_notifications });
    }
  });
}
