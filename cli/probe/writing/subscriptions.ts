import { subscriberSubscriptionOperations } from "../../../model/kinds/subscription.ts";
import { recordOf } from "../exchange.ts";
import type { WritingRun } from "./canary.ts";
import { reasonOf } from "./canary.ts";

/** Tries webhooks at addresses that can't exist. Returns why it ended early. */
export async function trySubscriptions({ session, records, hub }: WritingRun): Promise<string | undefined> {
  const kind = "subscriptions";
  const obstacle = await records.findObstacle(kind);
  if (obstacle !== undefined) return obstacle;
  const { serviceId } = hub;
  const body = (mark: string, address: string) => ({
    address,
    method_name: "webhook",
    label: mark,
    configuration: { content_type: "application/json" },
    services_selection: serviceId === undefined ? { all: true } : { all: false, service_ids: [serviceId] },
  });
  const mark = records.nextMark();
  const address = `https://${mark}.invalid/`;
  const webhook = await records.create("webhook: create", kind, mark, body(mark, address));
  if (webhook === undefined) return reasonOf(session, kind);
  const { id } = webhook;
  const twin = records.nextMark();
  await records.create("webhook: same address", kind, twin, body(twin, address));
  const plain = records.nextMark();
  await records.create("webhook: no scheme", kind, plain, body(plain, `${plain}.invalid/`));
  const got = recordOf(await session.ask("get", "get", kind, { id }));
  for (const [step, change] of [
    ["http", { address: `http://${mark}.invalid/` }],
    ["method", { method_name: "teams" }],
  ] as const)
    await session.ask(`webhook: ${step}`, "update", kind, { id, body: change });
  const last = recordOf(await session.ask("webhook: after method", "get", kind, { id }));
  await records.remove(webhook, "webhook: delete");
  const subscriber = String(got?.subscriber_id);
  if (session.isOurs("subscribers", subscriber)) {
    await session.ask("webhook: subscriber", "get", "subscribers", { id: subscriber });
    const params = { subdomain: hub.subdomain, subscriber_id: subscriber, subscription_id: id };
    const restored = await session.send("webhook: restore", subscriberSubscriptionOperations.restore, params);
    const { id: restoredId } = recordOf(restored) ?? {};
    // Documented: a restored record may have a new ID.
    if (restored.status < 400)
      await records.remove(session.claim(kind, { id: restoredId ?? id }), "webhook: delete restored");
  }
  if (typeof last?.address !== "string") return undefined;
  const freed = records.nextMark();
  const again = { ...body(freed, last.address), method_name: String(last.method_name) };
  // `checkRequest` only lets webhooks be created.
  if (again.method_name === "webhook") await records.create("webhook: freed address", kind, freed, again);
  return undefined;
}
