import type { z } from "zod";
import { formatInstant } from "../../api/instant.ts";
import type { maintenanceShapes } from "../../kinds/maintenance.ts";
import type { CallOf, Handlers, Place } from "../call.ts";
import { invalid } from "../http/refusal.ts";
import type { MaintenanceRow } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import { affectsHub, eventsOn, listedEvents, toInstant } from "./event.ts";
import { changeSeries, checkPeriod } from "./maintenance-series.ts";
import { toPage } from "./paging.ts";
import { answerStatuses, checkStatuses } from "./shared-service.ts";

type MaintenanceOperation =
  | "createMaintenance"
  | "listMaintenances"
  | "getMaintenance"
  | "updateMaintenance"
  | "deleteMaintenance";

export const maintenanceHandlers: Handlers<MaintenanceOperation> = {
  createMaintenance: (call) => {
    const { body, store, hub, now, key } = call;
    checkStatuses(call, body.service_statuses);
    const maintenance = {
      hub_id: hub.id,
      author: key.owner,
      title: body.title,
      body: body.body ?? "",
      start_time: formatInstant(toInstant(body.start_time)),
      end_time: formatInstant(toInstant(body.end_time)),
      service_statuses: body.service_statuses,
      silent: body.silent ?? false,
      state: body.state ?? "published",
      suppress_events: body.suppress_events ?? false,
      // Documented: fields of PUT only.
      event_repeat: null,
      event_notifications: [],
      series_id: null,
      deleted: false,
      created_at: now,
      updated_at: now,
    };
    checkPeriod(maintenance);
    return answer(store.table("maintenances").insert(maintenance));
  },
  listMaintenances: ({ store, hub, query, settings }) => {
    const maintenances = eventsOn(
      hub,
      (hubId) => store.table("maintenances").by("hub", hubId),
      (maintenance) => affectsHub(store, hub, maintenance.service_statuses),
    );
    const found = listedEvents(maintenances, query, ({ state }) => state === "draft");
    return toPage(found, query, settings.lists === "full" ? answer : basicAnswer);
  },
  getMaintenance: (call) => answer(call.record("maintenances")),
  updateMaintenance: (call) => {
    const maintenance = call.record("maintenances");
    if (maintenance.deleted) throw invalid("maintenance_id", `${maintenance.id} is deleted and cannot be changed`);
    if (call.body.service_statuses) checkStatuses(call, call.body.service_statuses);
    return answer(changeSeries(call, maintenance, changesOf(call)));
  },
  // Inferred: this occurrence only, where it is one of a series.
  deleteMaintenance: (call) => answer(call.change("maintenances", call.record("maintenances"), { deleted: true })),
};

export function findMaintenance(store: Store, { id, hub }: Place): MaintenanceRow | undefined {
  const maintenance = store.table("maintenances").find(id);
  if (maintenance?.hub_id === hub.id) return maintenance;
  const shared = maintenance?.hub_id === hub.parent_id;
  return maintenance && shared && affectsHub(store, hub, maintenance.service_statuses) ? maintenance : undefined;
}

type Changes = Partial<MaintenanceRow>;

function changesOf({ body }: CallOf<"updateMaintenance">): Changes {
  const { recurring, start_time, end_time, event_repeat, ...rest } = body;
  const changes = {
    ...rest,
    ...(start_time !== undefined && { start_time: formatInstant(toInstant(start_time)) }),
    ...(end_time !== undefined && { end_time: formatInstant(toInstant(end_time)) }),
    ...(event_repeat !== undefined && {
      event_repeat: event_repeat && {
        ...event_repeat,
        ...(event_repeat.end_on && { end_on: formatInstant(toInstant(event_repeat.end_on)) }),
      },
    }),
  };
  // Fields that were not sent are absent, which the schema's types do not say.
  return changes as Changes;
}

const answer = (row: MaintenanceRow): z.input<typeof maintenanceShapes.record> => ({
  // Documented: a string. Inferred: of digits, like the id of any other record.
  id: String(row.id),
  author: row.author,
  title: row.title,
  body: row.body,
  start_time: row.start_time,
  end_time: row.end_time,
  service_statuses: answerStatuses(row.service_statuses),
  event_repeat: row.event_repeat,
  event_notifications: row.event_notifications.map(({ offset_in_min, offset_type }) => ({
    offset_in_min,
    offset_type,
  })),
  created_at: row.created_at,
  updated_at: row.updated_at,
  // Inferred: `silent`, `state` and `suppress_events` are request fields; a draft shows here.
  flags: { deleted: row.deleted, draft: row.state === "draft" },
});

/** Documented: lists carry basic info. Inferred: these fields are left out. */
function basicAnswer(row: MaintenanceRow): z.input<typeof maintenanceShapes.listRecord> {
  const { body, service_statuses, event_repeat, event_notifications, ...basic } = answer(row);
  return basic;
}
