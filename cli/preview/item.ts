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

export type NoticedItem = Item & { readonly noticedBy: Audience };

/** Describes a change of a record: one item for each thing that somebody can notice. */
export function itemsOf(change: ChangeOnHub, services: Services): NoticedItem[] {
  const { stack, kind, definition, name, id, before, after } = change;
  const shown = after ?? before ?? {};
  const was = before !== undefined && isVisible(definition, before);
  const is = after !== undefined && isVisible(definition, after);
  const isUnseen = !(was || is);
  const noticedBy = isUnseen ? "editors" : (definition.noticedBy ?? "editors");
  const { groupedBy } = definition;
  const base = {
    stack,
    kind,
    name,
    id,
    guesses: change.guesses,
    label: labelOf(kind, before ?? shown),
    ...(isUnseen && { hidden: true as const }),
    ...(groupedBy !== undefined && { group: shownOf(shown[groupedBy]) }),
  };
  if (before !== undefined && after !== undefined && was === is) {
    return differencesOf({ ...change, before, after }, services).map((item) => ({
      ...base,
      noticedBy: (!isUnseen && definition.properties[item.property ?? ""]?.noticedBy) || noticedBy,
      ...item,
    }));
  }
  const appears = isUnseen ? after !== undefined : is;
  return [{ ...base, ...passageOf(change, appears ? "appears" : "disappears", services), noticedBy }];
}

type Passage = Pick<Item, "change" | "label" | "schedule" | "services">;

/** Whoever misses a record knows it as it was, also if it stays as a draft with another name. */
function passageOf(change: ChangeOnHub, passage: "appears" | "disappears", services: Services): Passage {
  const { kind, definition, before, after, dates } = change;
  const isThere = passage === "appears";
  const seen = (isThere ? after : before) ?? {};
  const schedule = scheduleOf(definition, seen, isThere ? dates.after : dates.before);
  const named = services.namedIn(change, seen);
  return {
    label: labelOf(kind, seen),
    change: passage,
    ...(schedule && { schedule }),
    ...(named && { services: named }),
  };
}

type ItemDifference = Pick<Item, "change" | "property" | "before" | "after">;

type Updated = ChangeOnHub & Required<Pick<RecordChange, "before" | "after">>;

function differencesOf(change: Updated, services: Services): ItemDifference[] {
  const { kind, definition, before, after, dates } = change;
  const { title = [], groupedBy = "", period, series } = definition;
  const remaining = new Set(change.differing);
  const items: ItemDifference[] = [];
  const take = (...names: string[]) => names.filter((name) => remaining.delete(name)).length > 0;
  const was = labelOf(kind, before);
  const is = labelOf(kind, after);
  if (was !== is && take(...title)) items.push({ change: "renamed", before: was, after: is });
  if (take(groupedBy))
    items.push({ change: "moved", before: shownOf(before[groupedBy]), after: shownOf(after[groupedBy]) });
  const old = scheduleOf(definition, before, dates.before);
  const planned = scheduleOf(definition, after, dates.after);
  if (old && planned && take(...(period?.timed ?? []), series?.property ?? ""))
    items.push({ change: "moved", before: old, after: planned });
  for (const property of remaining) {
    const pair = services.pairOf(change, property, [before[property], after[property]]);
    if (pair) items.push({ change: "changed", property, before: shownOf(pair[0]), after: shownOf(pair[1]) });
  }
  return items;
}

/** Whether visitors may see a record. */
export const isVisible = (definition: Definition, values: Stored): boolean =>
  !isHidden(definition, values) && values.archived !== true;
