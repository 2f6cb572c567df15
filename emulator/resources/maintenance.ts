import { maintenanceShapes } from "../../model/kinds/maintenance.ts";
import { panelKey } from "../api-key.ts";
import type { Call, CallOf, ChangesOf } from "../call.ts";
import type { MaintenanceRow } from "../tables/maintenance.ts";
import { listedEvents, toTime } from "./list.ts";
import { changeSeries, checkPeriod } from "./maintenance-series.ts";
import { isDraft } from "./publication.ts";
import type { Rules } from "./rules.ts";
import { admitEvents, affectsHub, checkStatuses } from "./shared-service.ts";

export const area = "events";

const { event_repeat, event_notifications } = maintenanceShapes.update.shape;

export const preset = {
  body: maintenanceShapes.create.extend({ event_repeat, event_notifications }),
  description: "Bodies of POST maintenances, with the fields that only a PUT accepts.",
};

export const rules: Rules<"Maintenance", "maintenances"> = {
  admit: admitEvents,
  isShared: ({ service_statuses }, { store, hub }) => affectsHub(store, hub, service_statuses),
  check: (call) => checkStatuses(call, call.body.service_statuses ?? []),
  create: (call) => {
    const { body } = call;
    const period = { start_time: toTime(body.start_time), end_time: toTime(body.end_time) };
    checkPeriod(period);
    if (period.start_time <= call.now) call.follow("start-now");
    return call.insert("maintenances", {
      body: "",
      silent: false,
      state: "published",
      suppress_events: false,
      // Documented: only accepted by PUT.
      event_notifications: [],
      ...body,
      ...period,
    });
  },
  list: ({ query }, maintenances) => listedEvents(maintenances, query, isDraft),
  update: (call, maintenance) => changeSeries(call, maintenance, changesOf(call)),
  // Inferred: deleting one of a series only deletes this occurrence.
  delete: (call, maintenance) => {
    if (maintenance.series_id !== null) call.follow("series-delete");
    return call.change("maintenances", maintenance, { deleted: true });
  },
  // Documented: the ID is a string. Inferred: it consists of digits, like all other IDs. `silent`, `state` and
  // `suppress_events` are request fields; the flags show whether it is a draft.
  shown: (maintenance) => ({ id: String(maintenance.id), flags: { draft: isDraft(maintenance) } }),
};

/** Whether it is one of the later occurrences of a series. */
export const isOccurrence = ({ id, series_id }: MaintenanceRow): boolean => series_id !== null && series_id !== id;

function changesOf({ body }: CallOf<"updateMaintenance">): ChangesOf<MaintenanceRow> {
  const { recurring, start_time, end_time, event_repeat, ...rest } = body;
  return {
    ...rest,
    start_time: start_time && toTime(start_time),
    end_time: end_time && toTime(end_time),
    event_repeat: event_repeat && {
      ...event_repeat,
      ...(event_repeat.end_on && { end_on: toTime(event_repeat.end_on) }),
    },
  };
}

/**
 * Whether a maintenance with `suppress_events` keeps this hub's events from being published at this time. Documented:
 * those that automation (the API) creates, without a limit to the services of the maintenance; they are saved as draft or
 * ignored, as configured. Inferred: as draft.
 */
export function isSuppressed({ store, hub, now, key }: Pick<Call, "store" | "hub" | "now" | "key">): boolean {
  if (key === panelKey) return false;
  const isUnderWay = ({ deleted, state, start_time, end_time }: MaintenanceRow) =>
    !deleted && state === "published" && start_time <= now && now < end_time;
  const maintenances = store.table("maintenances").by("hub", hub.id);
  return maintenances.some((each) => each.suppress_events && isUnderWay(each));
}
