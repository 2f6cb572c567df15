import { parseInstant } from "../../model/api/instant.ts";
import { subscriberSubscriptionOperations } from "../../model/kinds/subscription.ts";
import { type Canary, tryDrafts } from "./drafts.ts";
import { kinds, unusedId } from "./probed-kinds.ts";
import type { Hub } from "./reading.ts";
import type { Exchange } from "./recording.ts";
import type { CreatedRecord, ProbeOptions } from "./session.ts";
import { longestLag, note, type WritingSession } from "./writing-session.ts";

/** Creates and changes records on a hub, area by area. Asks first, and removes what interrupted runs have left. */
export async function write(session: WritingSession, hub: Hub, { areas, group, confirm }: ProbeOptions): Promise<void> {
  session.hub = hub.subdomain;
  const leftovers = await session.findLeftovers();
  await confirm(
    hub.subdomain,
    leftovers.map(({ kind, record }) => `${kinds[kind].noun} ${record.id}`),
  );
  for (const { kind, record } of leftovers) await session.remove(session.claim(kind, record));
  // Changes nothing. A key that may not write gets a 403 or a 404.
  await session.ask("templates: update unused", "update", "incident_templates", { id: unusedId, wire: {} });
  const { skipped } = session;
  const canary = await tryCanary(session);
  if (typeof canary === "string") {
    for (const area of areas) skipped[area] = canary;
    return;
  }
  if (hub.isConnected)
    for (const area of ["services", "drafts"] as const)
      if (areas.includes(area)) skipped[area] = "this is a connected hub";
  const isTried = (area: (typeof areas)[number]) => areas.includes(area) && skipped[area] === undefined;
  const created = isTried("services") ? await createService(session, group ?? hub.groupId) : undefined;
  if (typeof created === "string") skipped.services = created;
  const service = typeof created === "object" ? created : undefined;
  // Visitors see the service until it is removed, so the other areas only use it if the hub has no other.
  const isNeeded = hub.serviceId === undefined;
  const used = service && isNeeded ? { ...hub, serviceId: Number(service.id) } : hub;
  if (service && !isNeeded) await tryService(session, service);
  for (const [area, attempt] of attempts) {
    const reason = isTried(area) ? await attempt(session, used, canary) : undefined;
    if (reason !== undefined) skipped[area] = reason;
  }
  if (service && isNeeded) await tryService(session, service);
}

/**
 * Creates a template and deletes it. Documented: it can be deleted. Unless it is gone afterwards, nothing else is created.
 *
 * @returns what it has shown, or why nothing else may be created
 */
async function tryCanary(session: WritingSession): Promise<Canary | string> {
  const kind = "incident_templates";
  const mark = session.nextMark();
  const canary = await session.create("canary: create", kind, mark, { title: mark, labels: [mark] });
  if (canary === undefined) return session.reasonFor(kind);
  const { id } = canary;
  const isShown = async (step: string) => (await session.list(step, kind))?.some((each) => String(each.id) === id);
  const { at } = session.exchanges.findLast(({ step }) => step === "canary: create") as Exchange;
  let lag = 0;
  if (!(await isShown("canary: list"))) {
    lag = longestLag;
    await session.waitUntil(at + lag);
    await isShown("canary: list later");
  }
  const { created_at, title } = (await session.ask("canary: get", "get", kind, { id })).record ?? {};
  const created = parseInstant(String(created_at)) ?? session.serverTime() - (session.clock.now() - at);
  let isRemoved = await session.remove(canary, "canary: delete");
  if (isRemoved) {
    await session.ask("canary: update deleted", "update", kind, { id, wire: { labels: [session.mark] } });
    canary.isRemoved = (await session.ask("canary: after update of deleted", "get", kind, { id })).isGone;
    // The update may have restored it.
    isRemoved = canary.isRemoved || (await session.remove(canary, "canary: delete again"));
  }
  if (!isRemoved) return "a deleted template is still there";
  const keepsTitles = String(title).toLowerCase() === mark;
  return { lag, keepsTitles, recordTime: () => created + session.clock.now() - at };
}

/** Creates a service, which visitors see until `tryService` removes it. Returns why it doesn't. */
async function createService(session: WritingSession, group: number | undefined): Promise<CreatedRecord | string> {
  const kind = "services";
  const obstacle = await session.findObstacle(kind);
  await session.ask("services: update unused", "update", kind, { id: unusedId, wire: {} });
  if (obstacle !== undefined) return obstacle;
  if (group === undefined) return "the hub has no service that shows a group: name one with --group <id>";
  const mark = session.nextMark();
  const wire = { group_id: group, name: mark, public_name: "API test", custom_id: mark, description: note };
  return (await session.create("service: create", kind, mark, wire)) ?? session.reasonFor(kind);
}

/** Tries the service and removes it. */
async function tryService(session: WritingSession, service: CreatedRecord): Promise<void> {
  const { kind, id } = service;
  await session.ask("service: update", "update", kind, { id, wire: { description: `${note} Updated.` } });
  const { record } = await session.ask("service: after update", "get", kind, { id });
  const blank = { group_id: Number(record?.group_id), name: " " };
  await session.ask("service: blank name", "update", kind, { id, wire: blank });
  await session.remove(service, "services: delete");
}

/** Tries both kinds of templates. Returns why it ended early. */
async function tryTemplates(session: WritingSession, { serviceId }: Hub, { lag }: Canary): Promise<string | undefined> {
  const kind = "incident_templates";
  const mark = session.nextMark();
  const statuses = [{ service_id: serviceId, status: "up" }];
  const body = { title: mark, labels: [mark], ...(serviceId !== undefined && { service_statuses: statuses }) };
  const template = await session.create("template: create", kind, mark, body);
  if (template === undefined) return session.reasonFor(kind);
  const other = session.nextMark();
  await session.create("other template: create", kind, other, { title: other, labels: [other] });
  const { id } = template;
  await session.waitUntil(session.clock.now() + lag);
  await session.list("list", kind);
  await session.ask("get", "get", kind, { id });
  await session.ask("filter", "list", kind, { query: { page: 1, per_page: 100, q: `${mark}-none` } });
  for (const page of [1, 2]) await session.ask(`page ${page}`, "list", kind, { query: { page, per_page: 1 } });
  const update = (step: string, wire: Readonly<Record<string, unknown>>) =>
    session.ask(`template: ${step}`, "update", kind, { id, wire });
  for (const [step, title] of [
    ["tags", `${mark} <b>b</b>`],
    ["bracket", `${mark} < 2`],
  ] as const) {
    await update(step, { title });
    await session.ask(`template: after ${step}`, "get", kind, { id });
  }
  const twice = [...statuses, { service_id: serviceId, status: "down" }];
  if (serviceId !== undefined) await update("service twice", { service_statuses: twice });
  await update("empty", { title: null, body: null });
  await tryMaintenanceTemplates(session);
  return undefined;
}

async function tryMaintenanceTemplates(session: WritingSession): Promise<void> {
  const kind = "maintenance_templates";
  const obstacle = await session.findObstacle(kind);
  await session.ask(`${kind}: update unused`, "update", kind, { id: unusedId, wire: {} });
  if (obstacle !== undefined) return;
  const mark = session.nextMark();
  // Null would not show whether the key is in responses.
  const template = await session.create(`${kind}: create`, kind, mark, { title: mark, labels: [mark], silent: true });
  if (template === undefined) return;
  await session.ask("get", "get", kind, { id: template.id });
  await session.ask(`${kind}: update`, "update", kind, { id: template.id, wire: { duration: 60 } });
  await session.remove(template, `${kind}: delete`);
}

/** Tries webhooks at addresses that can't exist. Returns why it ended early. */
async function trySubscriptions(session: WritingSession, { serviceId }: Hub): Promise<string | undefined> {
  const kind = "subscriptions";
  const obstacle = await session.findObstacle(kind);
  if (obstacle !== undefined) return obstacle;
  const create = (step: string, mark: string, address: string) =>
    session.create(`webhook: ${step}`, kind, mark, {
      address,
      method_name: "webhook",
      label: mark,
      configuration: { content_type: "application/json" },
      services_selection: serviceId === undefined ? { all: true } : { all: false, service_ids: [serviceId] },
    });
  const mark = session.nextMark();
  const address = `https://${mark}.invalid/`;
  const webhook = await create("create", mark, address);
  if (webhook === undefined) return session.reasonFor(kind);
  const { id } = webhook;
  await create("same address", session.nextMark(), address);
  const plain = session.nextMark();
  await create("no scheme", plain, `${plain}.invalid/`);
  const { record: got } = await session.ask("get", "get", kind, { id });
  await session.ask("webhook: http", "update", kind, { id, wire: { address: `http://${mark}.invalid/` } });
  await session.ask("webhook: method", "update", kind, { id, wire: { method_name: "teams" } });
  const { record: last } = await session.ask("webhook: after method", "get", kind, { id });
  await session.remove(webhook, "webhook: delete");
  const subscriber = String(got?.subscriber_id);
  if (session.isOurs("subscribers", subscriber)) {
    await session.ask("webhook: subscriber", "get", "subscribers", { id: subscriber });
    const params = { subdomain: session.hub, subscriber_id: subscriber, subscription_id: id };
    const restored = await session.send("webhook: restore", subscriberSubscriptionOperations.restore, params);
    // Documented: a restored record may have a new ID.
    const again = { id: restored.record?.id ?? id };
    if (restored.status < 400) await session.remove(session.claim(kind, again), "webhook: delete restored");
  }
  // `checkRequest` only lets webhooks be created.
  if (typeof last?.address === "string" && last.method_name === "webhook")
    await create("freed address", session.nextMark(), last.address);
  return undefined;
}

const attempts = [
  ["templates", tryTemplates],
  ["subscriptions", trySubscriptions],
  ["drafts", tryDrafts],
] as const;
