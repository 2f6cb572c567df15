import { recordOf } from "../exchange.ts";
import { unusedId } from "../probed-kinds.ts";
import type { CreatedRecord } from "../session.ts";
import type { WritingRun } from "./canary.ts";
import { note, reasonOf } from "./canary.ts";

const kind = "services";

/** Creates a service, which visitors see until `tryService` removes it. Returns why it doesn't. */
export async function createService(
  { session, records, hub }: WritingRun,
  group: number | undefined = hub.groupId,
): Promise<CreatedRecord | string> {
  const obstacle = await records.findObstacle(kind);
  await session.ask("services: update unused", "update", kind, { id: unusedId, body: {} });
  if (obstacle !== undefined) return obstacle;
  if (group === undefined) return "the hub has no service that shows a group: name one with --group <id>";
  const mark = records.nextMark();
  const body = { group_id: group, name: mark, public_name: "API test", custom_id: mark, description: note };
  return (await records.create("service: create", kind, mark, body)) ?? reasonOf(session, kind);
}

/** Tries the service and removes it. */
export async function tryService({ session, records }: WritingRun, service: CreatedRecord): Promise<void> {
  const { id } = service;
  await session.ask("service: update", "update", kind, { id, body: { description: `${note} Updated.` } });
  const got = recordOf(await session.ask("service: after update", "get", kind, { id }));
  await session.ask("service: blank name", "update", kind, {
    id,
    body: { group_id: Number(got?.group_id), name: " " },
  });
  await records.remove(service, "services: delete");
}
