import type { Declared } from "../../../model/api/form.ts";
import { StatusHubError } from "../../client/errors.ts";
import { pastAnnounced } from "../../errors/up.ts";
import { declaresSeries, type Kept, stateWith, withOffset } from "../forms/state.ts";
import { wireOfPost } from "../forms/wire.ts";
import { makeRecord } from "../record/create.ts";
import { createOnce } from "../record/create-once.ts";
import { requireNoLeftover } from "../record/leftover.ts";
import { asWritable } from "../record/scope.ts";
import { leftToSend, writeKept } from "../record/write.ts";
import { hiddenUntilWhole, soughtIn } from "./leftover.ts";
import { asOccurrence, beginningAt, nextDate, type SeriesScope } from "./occurrence.ts";
import { writeSeries } from "./write.ts";

/*
 * A series begins with the first date that isn't over: nobody needs to hear of the others. It needs a second request for
 * its pattern, which the API may reject, so it is created hidden, and published with its pattern.
 *
 *     program    Sundays from 2 December, published
 *     clock      12 December
 *     sent       POST { start_time: "16 December", state: "draft" }
 *                PUT 1 { event_repeat: Sundays, state: "published", recurring: { update_following: true } }
 *     state      startTime "2 December", __occurrences { 1: 14 days, 2: 21 days }
 */

export async function makeSeries(scope: SeriesScope, declared: Declared): Promise<Kept> {
  const { definition } = scope;
  if (!declaresSeries(definition, declared)) return makeRecord(scope, declared);
  const date = nextDate(scope, declared);
  if (date === undefined && definition.series.announces(declared)) throw new StatusHubError(pastAnnounced());
  const begin = date ?? 0;
  const hidden = hiddenUntilWhole(definition);
  const draft = beginningAt(definition, { ...declared, ...hidden }, begin);
  const post = wireOfPost(definition, draft);
  const begun = beginningAt(definition, declared, begin);
  const sought = soughtIn(scope, begun);
  await requireNoLeftover(scope, begun, sought);

  const live = await createOnce(scope, draft, post);
  const id = String(live.id);
  // The state only declares that the record is hidden. So the PUT shows it, or if that fails, the next up does.
  const stored = { ...stateWith(hidden), ...withOffset(id, begin) };
  const known = { id, stored, live: asOccurrence(definition, live, -begin), sent: sought.sent };
  const record = asWritable({ ...scope, id });
  return writeKept(record, known, leftToSend(record, known, declared), { by: writeSeries });
}
