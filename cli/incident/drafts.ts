import type { Live, Wire } from "../../model/api/form.ts";
import { parseInstant } from "../../model/api/instant.ts";
import { textOf } from "../../model/api/object.ts";
import { savedAsDraft } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { Incidents } from "./incidents.ts";
import type { Already } from "./plan.ts";
import { startOrZero } from "./present.ts";
import { compareUpdate, showsNothingElse } from "./same.ts";

/*
 * A draft isn't open, and nobody was told. But during a maintenance that suppresses events, which no response shows, StatusHub
 * makes drafts of what we post: a job that repeats itself would make one each time, and mail the team.
 */

/** A draft of an incident, or of an update. */
export interface Draft {
  /** ID of the incident. */
  readonly incident: unknown;
  /** When it was made, as far as StatusHub shows it. */
  readonly made: number;
  readonly updates: readonly Live[];
}

export const madeAt = (live: Live): number => parseInstant(textOf(live.created_at)) ?? startOrZero(live);

/** Finds a draft that shows nothing else than what would be sent, and is younger than the beginning of a maintenance under way. */
export async function findOwnDraft(
  hub: HubOfAccount,
  drafts: readonly Draft[],
  wire: Wire,
): Promise<Already | undefined> {
  const alike = drafts.filter(({ updates }) => updates.some((each) => showsNothingElse(compareUpdate(each, wire))));
  if (alike.length === 0) return undefined;
  const since = await new Incidents(hub).maintenanceSince();
  if (since === undefined) return undefined;
  const own = alike.find(({ made }) => made >= since);
  if (own === undefined) return undefined;
  const where = `${hub.subdomain}/${own.incident}`;
  const text = `${where} has it as a draft, perhaps because of a maintenance that suppresses events.`;
  return { id: own.incident, text, doubt: { question: "Post it again?", refusal: savedAsDraft.earlier({ where }) } };
}
