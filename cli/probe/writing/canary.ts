import { parseInstant } from "../../../model/api/instant.ts";
import type { Exchange } from "../exchange.ts";
import { isGone, recordOf } from "../exchange.ts";
import { longestLag, notAllowed, type OwnRecords } from "../own-records.ts";
import { type KindName, kinds } from "../probed-kinds.ts";
import type { Hub } from "../reading.ts";
import type { CreatedRecord, Session } from "../session.ts";

/** What the areas of a run share. */
export interface WritingRun {
  readonly session: Session;
  readonly records: OwnRecords;
  readonly hub: Hub;
  /** Milliseconds that lists lag behind writes. */
  readonly lag: number;
  /** Whether a title keeps the mark of this run. */
  readonly keepsTitles: boolean;
  /** Milliseconds since 1970 by the clock that dates records. */
  recordTime(): number;
}

/** Shown to anybody who notices a record. */
export const note = "Created by pulumi-statushub probe, which removes it after some seconds.";

/** Why an area ends early, from the response to its last create. */
export function reasonOf({ exchanges }: Session, kind: KindName): string {
  const { status = 0 } = exchanges.findLast(({ method }) => method === "POST") ?? {};
  return status === 403 ? notAllowed(kind) : `the create of a ${kinds[kind].noun} returned ${status}`;
}

/** Updates a deleted record, and deletes it again if that restores it. Returns whether it is gone. */
async function staysDeleted(session: Session, records: OwnRecords, canary: CreatedRecord): Promise<boolean> {
  const { kind, id } = canary;
  await session.ask("canary: update deleted", "update", kind, { id, body: { labels: [session.mark] } });
  const after = await session.ask("canary: after update of deleted", "get", kind, { id });
  canary.isRemoved = isGone(after);
  return canary.isRemoved || records.remove(canary, "canary: delete again");
}

/**
 * Creates a template and deletes it. Documented: it can be deleted. Unless it is gone afterwards, nothing else is created.
 *
 * @returns why nothing else may be created, and what the template has shown
 */
export async function tryCanary(
  session: Session,
  records: OwnRecords,
): Promise<{ readonly obstacle: string | undefined } & Pick<WritingRun, "lag" | "keepsTitles" | "recordTime">> {
  const kind = "incident_templates";
  const mark = records.nextMark();
  const canary = await records.create("canary: create", kind, mark, { title: mark, labels: [mark] });
  if (canary === undefined)
    return { obstacle: reasonOf(session, kind), lag: 0, keepsTitles: false, recordTime: () => 0 };
  const isShown = async (step: string) => (await session.list(step, kind))?.some(({ id }) => String(id) === canary.id);
  const { at } = session.exchanges.findLast(({ step }) => step === "canary: create") as Exchange;
  let lag = 0;
  if (!(await isShown("canary: list"))) {
    lag = longestLag;
    await session.waitUntil(at + lag);
    await isShown("canary: list later");
  }
  const { created_at, title } = recordOf(await session.ask("canary: get", "get", kind, { id: canary.id })) ?? {};
  const created = parseInstant(String(created_at)) ?? session.serverTime() - (session.clock.now() - at);
  const isRemoved = (await records.remove(canary, "canary: delete")) && (await staysDeleted(session, records, canary));
  return {
    obstacle: isRemoved ? undefined : "a deleted template is still there",
    lag,
    keepsTitles: String(title).toLowerCase() === mark,
    recordTime: () => created + session.clock.now() - at,
  };
}
