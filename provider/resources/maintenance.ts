import * as field from "../../api/field.ts";
import { calendar, parseInstant } from "../../api/instant.ts";
import { maintenanceId, maintenanceStates } from "../../api/maintenance.ts";
import { operations } from "../../api/operations.ts";
import { answered, defineResource, type Failure, type Values, type Wire } from "./define.ts";
import { notifications, repeat } from "./maintenance-schedule.ts";
import { instant, nullable, plain, serviceStatuses, text } from "./value.ts";

const isSeries = ({ repeat: declared }: Values) => declared !== undefined && declared !== null;

/** Documented: in the update request only. Inferred: true means this record and the later ones of its series. */
const withFollowing = (body: Wire): Wire => ({ ...body, recurring: { update_following: true } });

/** Documented: basic flags say whether it is a draft. Nothing else in a response carries the state. */
function readState({ flags }: Wire): unknown {
  const { draft } = (flags ?? {}) as { draft?: unknown };
  return typeof draft === "boolean" ? (draft ? "draft" : "published") : undefined;
}

function rules(declared: Values): Failure[] {
  const start = parseInstant(String(declared.startTime));
  const end = parseInstant(String(declared.endTime));
  const failures: Failure[] = [];
  if (start !== undefined && end !== undefined && end <= start) {
    failures.push({ path: ["endTime"], reason: `must be after startTime, which is ${declared.startTime}` });
  }
  if (start !== undefined) failures.push(...checkSeriesEnd(declared, start), ...checkOffsets(declared, start));
  return failures;
}

/** Inferred: the time of day of an end may not count, so the day of the start is a sound end. */
function checkSeriesEnd({ startTime, repeat: declared }: Values, start: number): Failure[] {
  const { endOn } = (declared ?? {}) as { endOn?: unknown };
  const end = parseInstant(String(endOn));
  if (end === undefined || dayOf(end) >= dayOf(start)) return [];
  const reason = `must not be before the day of startTime, which is ${startTime}`;
  return [{ path: ["repeat", "endOn"], reason, got: JSON.stringify(endOn) }];
}

const dayOf = (instant: number) => Math.floor(instant / 86_400_000);

/** Documented: minutes, perhaps negative, and times in years of four digits. */
function checkOffsets({ notifications: declared = [] }: Values, start: number): Failure[] {
  return (declared as { offsetInMin: number }[]).flatMap(({ offsetInMin }, index) =>
    calendar.contains(start + offsetInMin * 60_000)
      ? []
      : [
          {
            path: ["notifications", index, "offsetInMin"],
            reason: "must be minutes from the start or end that do not lead out of the years 0000 to 9999",
            got: String(offsetInMin),
          },
        ],
  );
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
  // Documented in the help centre: events are worked on in the primary hub.
  onPrimaryHubs: true,
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
    // Documented: both are request fields. Inferred: no response carries them, and both are false by default.
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
