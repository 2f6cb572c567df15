import type { Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { isHidden } from "../../model/kinds/kind.ts";
import type { Audience } from "../../model/kinds/property.ts";
import { labelOf, type ReportedRecord, shownOf } from "../records.ts";
import type { RecordChange } from "../rehearsal/difference.ts";
import { type Schedule, scheduleOf } from "../report/schedule.ts";
import type { ServiceInWords, Services } from "../report/services.ts";
import type { SourcePosition } from "../report/source-position.ts";

/** One change in the words of the page. */
export interface Item extends ReportedRecord {
  /** What readers call the record: never an address. */
  readonly label: string;
  /** Missing if it isn't known. */
  readonly sourcePosition?: SourcePosition;
  /** A draft, or archived. */
  readonly hidden?: true;
  /** ID of the group of a service; `[unknown]` if only the update will know. */
  readonly group?: unknown;
  readonly change: "appears" | "disappears" | "renamed" | "moved" | "changed";
  /** The names of our guesses about StatusHub from which this follows. */
  readonly guesses: readonly string[];
  /** The property that changes, if the record neither appears nor disappears. */
  readonly property?: string;
  /** Null if there is no value. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** When a maintenance takes place that appears, or is moved to another time. */
  readonly schedule?: Schedule;
  /** The services that a new maintenance or subscription names. */
  readonly services?: readonly ServiceInWords[] | "all";
}

/** A change of a record on a hub. */
export interface ChangeOnHub extends RecordChange {
  readonly hub: string;
}

type NoticedItem = Item & { readonly noticedBy: Audience };

/** What an item says besides which record changes. */
type Happening = Pick<Item, "change" | "property" | "before" | "after" | "schedule" | "services">;

/** Describes a change of a record: one item for each thing that somebody can notice. */
export function itemsOf(change: ChangeOnHub, services: Services): NoticedItem[] {
  const { stack, kind, definition, name, id, guesses, before, after } = change;
  const { groupedBy } = definition;
  const latest = after ?? before ?? {};
  const isUnseen = [before, after].every((values) => values === undefined || !isVisible(definition, values));
  return happeningsOf(change, services).map((happening) => {
    // Whoever misses a record, or sees it change, knows it by the name that it had.
    const named = happening.change === "appears" ? after : before;
    return {
      stack,
      kind,
      name,
      id,
      guesses,
      label: labelOf(kind, named ?? latest),
      ...(isUnseen && { hidden: true as const }),
      ...(groupedBy !== undefined && { group: shownOf(latest[groupedBy]) }),
      ...happening,
      noticedBy: isUnseen ? "editors" : audienceOf(definition, happening.property),
    };
  });
}

/** Who notices a change of a property or, without one, that a record appears or disappears. */
function audienceOf(definition: Definition, property = ""): Audience {
  const ofProperty = definition.properties[property]?.noticedBy;
  return ofProperty ?? definition.noticedBy ?? "editors";
}

/**
 * Says what happens to a record. To visitors, it also appears when it is published or unarchived, and disappears when it is archived or
 * becomes a draft. If a record stays as visible as it was, each of its properties may change.
 */
function happeningsOf(change: ChangeOnHub, services: Services): Happening[] {
  const { definition, before, after } = change;
  if (before === undefined) return [appearanceOf(change, after ?? {}, services)];
  if (after === undefined) return [disappearanceOf(change, before, services)];
  const wasVisible = isVisible(definition, before);
  const isNowVisible = isVisible(definition, after);
  if (isNowVisible && !wasVisible) return [appearanceOf(change, after, services)];
  if (wasVisible && !isNowVisible) return [disappearanceOf(change, before, services)];
  return differencesOf({ ...change, before, after }, services);
}

const appearanceOf = (change: ChangeOnHub, after: Stored, services: Services): Happening => ({
  change: "appears",
  ...planOf(change, after, change.dates.after, services),
});

const disappearanceOf = (change: ChangeOnHub, before: Stored, services: Services): Happening => ({
  change: "disappears",
  ...planOf(change, before, change.dates.before, services),
});

/** When a record takes place, and which services it names. */
function planOf(change: ChangeOnHub, values: Stored, dates: readonly string[], services: Services) {
  const schedule = scheduleOf(change.definition, values, dates);
  const named = services.namedIn(change, values);
  return { ...(schedule && { schedule }), ...(named && { services: named }) };
}

type Updated = ChangeOnHub & Required<Pick<RecordChange, "before" | "after">>;

/**
 * Describes a record that stays as visible as it was. A name, a group and a time are one item each, whichever of their properties differ.
 * Each other property that differs has its own item.
 */
function differencesOf(change: Updated, services: Services): Happening[] {
  const { kind, definition, before, after, dates, differing } = change;
  const { title = [], groupedBy, period, series } = definition;
  const happenings: Happening[] = [];
  /** Properties about which an item says all. */
  const said: string[] = [];

  const differsIn = (properties: readonly string[]) => properties.some((property) => differing.includes(property));

  const oldLabel = labelOf(kind, before);
  const newLabel = labelOf(kind, after);
  if (differsIn(title) && oldLabel !== newLabel) {
    happenings.push({ change: "renamed", before: oldLabel, after: newLabel });
    said.push(...title);
  }

  if (groupedBy !== undefined && differing.includes(groupedBy)) {
    happenings.push({ change: "moved", before: shownOf(before[groupedBy]), after: shownOf(after[groupedBy]) });
    said.push(groupedBy);
  }

  const oldSchedule = scheduleOf(definition, before, dates.before);
  const newSchedule = scheduleOf(definition, after, dates.after);
  const times = [...(period?.timed ?? []), ...(series ? [series.property] : [])];
  if (differsIn(times) && oldSchedule && newSchedule) {
    happenings.push({ change: "moved", before: oldSchedule, after: newSchedule });
    said.push(...times);
  }

  for (const property of differing) {
    const old = before[property];
    const next = after[property];
    if (said.includes(property) || services.differOnlyInNew(change, property, old, next)) continue;
    const shown = (value: unknown) => shownOf(services.shown(change, property, value));
    happenings.push({ change: "changed", property, before: shown(old), after: shown(next) });
  }
  return happenings;
}

/** Whether visitors may see a record. */
export const isVisible = (definition: Definition, values: Stored): boolean =>
  !isHidden(definition, values) && values.archived !== true;
