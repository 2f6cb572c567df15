import * as field from "../../api/field.ts";
import { parseInstant } from "../../api/instant.ts";
import { maintenanceId, maintenanceStates } from "../../api/maintenance.ts";
import { operations } from "../../api/operations.ts";
import { answered, defineResource, type Failure, type Values, type Wire } from "./define.ts";
import { notifications, repeat } from "./maintenance-schedule.ts";
import { instant, nullable, plain, serviceStatuses, text } from "./value.ts";

const isSeries = ({ repeat: declared }: Values) => declared !== undefined && declared !== null;

/** Documented: in the update request only. Inferred: true means this record and the later ones of its series. */
const withFollowing = (body: Wire): Wire => ({ ...body, recurring: { update_following: true } });

/** Documented: basic flags say whether it is a draft. Nothing else in an answer carries the state. */
function readState({ flags }: Wire): unknown {
  const { draft } = (flags ?? {}) as { draft?: unknown };
  return typeof draft === "boolean" ? (draft ? "draft" : "published") : undefined;
}

function rules({ startTime, endTime }: Values): Failure[] {
  const start = parseInstant(String(startTime));
  const end = parseInstant(String(endTime));
  if (start === undefined || end === undefined || end > start) return [];
  return [{ path: ["endTime"], reason: `must be after startTime, which is ${startTime}` }];
}

/** Planned work, once or in a series. */
export const maintenance = defineResource({
  kind: "Maintenance",
  operations: {
    // Documented: a string. Inferred: a number, as of every other kind, means the same.
    recordId: maintenanceId.or(field.recordId),
    list: operations.listMaintenances,
    get: operations.getMaintenance,
    create: operations.createMaintenance,
    update: operations.updateMaintenance,
    delete: operations.deleteMaintenance,
  },
  label: ["title"],
  properties: {
    title: { wire: "title", type: text(field.filledPlainText), required: true },
    startTime: { wire: "start_time", type: instant, required: true },
    endTime: { wire: "end_time", type: instant, required: true },
    // Documented: attached to at least one service.
    serviceStatuses: { wire: "service_statuses", type: serviceStatuses({ atLeast: 1 }), required: true },
    body: { wire: "body", type: text(field.text), cleared: "" },
    state: {
      wire: "state",
      type: plain(field.requestedEnum(maintenanceStates)),
      cleared: "published",
      read: readState,
    },
    // Documented: both are request fields. Inferred: no answer carries them, and both are false by default.
    silent: { wire: "silent", type: plain(field.flag), cleared: false, writeOnly: true },
    suppressEvents: { wire: "suppress_events", type: plain(field.flag), cleared: false, writeOnly: true },
    // Documented: both are fields of PUT and not of POST.
    repeat: { wire: "event_repeat", type: nullable(repeat), cleared: null, putOnly: true },
    notifications: { wire: "event_notifications", type: notifications, cleared: [], putOnly: true },
  },
  outputs: { author: answered("author"), createdAt: answered("created_at") },
  rules,
  completeUpdate: (body, { olds, news }) => (isSeries(olds) || isSeries(news) ? withFollowing(body) : body),
  // Inferred: a DELETE takes this record alone; ending the series first takes the later ones with it.
  beforeDelete: (olds) => (isSeries(olds) ? withFollowing({ event_repeat: null }) : undefined),
});
