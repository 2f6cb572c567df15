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

/**
 * Describes a change of a record: one item for each thing that somebody can notice. To visitors, a record also appears or disappears
 * if it is published, hidden or archived; otherwise, each of its properties may change.
 */
export function itemsOf(change: ChangeOnHub, services: Services): NoticedItem[] {
  const { stack, kind, definition, name, id, guesses, before, after } = change;
  const wasVisible = before !== undefined && isVisible(definition, before);
  const isNowVisible = after !== undefined && isVisible(definition, after);
  const isUnseen = !(wasVisible || isNowVisible);
  const values = after ?? before ?? {};
  const { groupedBy } = definition;
  const noticedBy = isUnseen ? "editors" : (definition.noticedBy ?? "editors");
  const record = {
    stack,
    kind,
    name,
    id,
    guesses,
    label: labelOf(kind, before ?? values),
    ...(isUnseen && { hidden: true as const }),
    ...(groupedBy !== undefined && { group: shownOf(values[groupedBy]) }),
  };
  if (before !== undefined && after !== undefined && wasVisible === isNowVisible) {
    return differencesOf({ ...change, before, after }, services).map((difference) => {
      const ofProperty = definition.properties[difference.property ?? ""]?.noticedBy;
      return { ...record, ...difference, noticedBy: isUnseen ? "editors" : (ofProperty ?? noticedBy) };
    });
  }
  const appears = isUnseen ? after !== undefined : isNowVisible;
  const happening = appears ? appearanceOf(change, services) : disappearanceOf(change, services);
  return [{ ...record, ...happening, noticedBy }];
}

function appearanceOf(change: ChangeOnHub, services: Services): Happening & Pick<Item, "label"> {
  const { kind, after = {}, dates } = change;
  return { label: labelOf(kind, after), change: "appears", ...planOf(change, after, dates.after, services) };
}

/** Whoever misses a record knows it as it was, also if it stays as a draft with another name. */
function disappearanceOf(change: ChangeOnHub, services: Services): Happening {
  const { before = {}, dates } = change;
  return { change: "disappears", ...planOf(change, before, dates.before, services) };
}

/** When a record takes place, and which services it names. */
function planOf(change: ChangeOnHub, values: Stored, dates: readonly string[], services: Services) {
  const schedule = scheduleOf(change.definition, values, dates);
  const named = services.namedIn(change, values);
  return { ...(schedule && { schedule }), ...(named && { services: named }) };
}

type Updated = ChangeOnHub & Required<Pick<RecordChange, "before" | "after">>;

/**
 * Describes a record that stays as visible as it was. A name, a group and a time have an item each, whichever of their properties differ. Each
 * other property that differs has its own.
 */
function differencesOf(change: Updated, services: Services): Happening[] {
  const { kind, definition, before, after, dates } = change;
  const { title = [], groupedBy = "", period, series } = definition;
  const items: Happening[] = [];
  const remaining = new Set(change.differing);
  /** Takes properties out of the remaining ones. Returns whether one of them was there. */
  const take = (...names: string[]): boolean => names.filter((name) => remaining.delete(name)).length > 0;
  const oldLabel = labelOf(kind, before);
  const newLabel = labelOf(kind, after);
  const isRenamed = oldLabel !== newLabel && take(...title);
  if (isRenamed) items.push({ change: "renamed", before: oldLabel, after: newLabel });
  const isInOtherGroup = take(groupedBy);
  if (isInOtherGroup)
    items.push({ change: "moved", before: shownOf(before[groupedBy]), after: shownOf(after[groupedBy]) });
  const oldSchedule = scheduleOf(definition, before, dates.before);
  const newSchedule = scheduleOf(definition, after, dates.after);
  const times = [...(period?.timed ?? []), series?.property ?? ""];
  if (oldSchedule && newSchedule && take(...times))
    items.push({ change: "moved", before: oldSchedule, after: newSchedule });
  for (const property of remaining) {
    const old = before[property];
    const next = after[property];
    if (services.differOnlyInNew(change, property, old, next)) continue;
    const shown = (value: unknown) => shownOf(services.shown(change, property, value));
    items.push({ change: "changed", property, before: shown(old), after: shown(next) });
  }
  return items;
}

/** Whether visitors may see a record. */
export const isVisible = (definition: Definition, values: Stored): boolean =>
  !isHidden(definition, values) && values.archived !== true;
