import { unusedId } from "../probed-kinds.ts";
import type { WritingRun } from "./canary.ts";
import { reasonOf } from "./canary.ts";

/** Tries both kinds of templates. Returns why it ended early. */
export async function tryTemplates({ session, records, hub, lag }: WritingRun): Promise<string | undefined> {
  const kind = "incident_templates";
  const mark = records.nextMark();
  const { serviceId } = hub;
  const statuses = [{ service_id: serviceId, status: "up" }];
  const body = { title: mark, labels: [mark], ...(serviceId !== undefined && { service_statuses: statuses }) };
  const template = await records.create("template: create", kind, mark, body);
  if (template === undefined) return reasonOf(session, kind);
  const other = records.nextMark();
  await records.create("other template: create", kind, other, { title: other, labels: [other] });
  const { id } = template;
  await session.waitUntil(session.clock.now() + lag);
  await session.list("list", kind);
  await session.ask("get", "get", kind, { id });
  await session.ask("filter", "list", kind, { query: { page: 1, per_page: 100, q: `${mark}-none` } });
  for (const page of [1, 2]) await session.ask(`page ${page}`, "list", kind, { query: { page, per_page: 1 } });
  for (const [step, title] of [
    ["tags", `${mark} <b>b</b>`],
    ["bracket", `${mark} < 2`],
  ] as const) {
    await session.ask(`template: ${step}`, "update", kind, { id, body: { title } });
    await session.ask(`template: after ${step}`, "get", kind, { id });
  }
  if (serviceId !== undefined) {
    const twice = [...statuses, { service_id: serviceId, status: "down" }];
    await session.ask("template: service twice", "update", kind, { id, body: { service_statuses: twice } });
  }
  await session.ask("template: empty", "update", kind, { id, body: { title: null, body: null } });
  await tryMaintenanceTemplates({ session, records });
  return undefined;
}

async function tryMaintenanceTemplates({ session, records }: Pick<WritingRun, "session" | "records">): Promise<void> {
  const kind = "maintenance_templates";
  const obstacle = await records.findObstacle(kind);
  await session.ask(`${kind}: update unused`, "update", kind, { id: unusedId, body: {} });
  if (obstacle !== undefined) return;
  const mark = records.nextMark();
  // Null would not show whether the key is in responses.
  const template = await records.create(`${kind}: create`, kind, mark, { title: mark, labels: [mark], silent: true });
  if (template === undefined) return;
  await session.ask("get", "get", kind, { id: template.id });
  await session.ask(`${kind}: update`, "update", kind, { id: template.id, body: { duration: 60 } });
  await records.remove(template, `${kind}: delete`);
}
