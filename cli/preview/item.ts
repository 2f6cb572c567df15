import type { Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { isHidden } from "../../model/kinds/kind.ts";
import type { Audience } from "../../model/kinds/property.ts";
import { wireIn } from "../../provider/inspect.ts";
import { labelOf, type ReportedRecord, shownOf } from "../records.ts";
import type { RecordChange } from "../report/change.ts";
import { type Schedule, scheduleOf } from "../report/schedule.ts";
import type { ServiceInWords, Services } from "../report/services.ts";

/** One change in the words of the page. */
export interface Item extends ReportedRecord {
  /** What readers call the record: never an address. */
  readonly label: string;
  /** A draft, or archived. */
  readonly hidden?: true;
  /** ID of the group of a service; `[unknown]` if only the update will know. */
  readonly group?: unknown;
  readonly change: "appears" | "disappears" | "renamed" | "moved" | "changed";
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

/** Describes a change of a record: one item for each thing that somebody can notice. */
export function itemsOf(
  change: RecordChange,
  services: Services,
  now: number,
): (Item & { readonly noticedBy: Audience })[] {
  const { stack, kind, definition, name, id, before, after } = change;
  const shown = after ?? before ?? {};
  const [was, is] = [before, after].map((values) => values !== undefined && isVisible(definition, values));
  const isUnseen = !(was || is);
  const label = labelOf(kind, before ?? shown);
  const { groupedBy } = definition;
  const group = groupedBy === undefined ? {} : { group: shownOf(shown[groupedBy]) };
  const base = { stack, kind, name, id, label, ...(isUnseen && { hidden: true as const }), ...group };
  const noticedBy = isUnseen ? "editors" : (definition.noticedBy ?? "editors");
  if (was !== is || before === undefined || after === undefined) {
    const schedule = scheduleIn(change, shown, now);
    const named = services.namedIn(change, shown);
    const appears = isUnseen ? after !== undefined : is;
    const details = { ...(schedule && { schedule }), ...(named && { services: named }) };
    return [
      { ...base, ...details, label: labelOf(kind, shown), change: appears ? "appears" : "disappears", noticedBy },
    ];
  }
  return differencesOf({ ...change, before, after }, services, now).map((item) => ({
    ...base,
    noticedBy: (!isUnseen && definition.properties[item.property ?? ""]?.noticedBy) || noticedBy,
    ...item,
  }));
}

type ItemDifference = Pick<Item, "change" | "property" | "before" | "after">;

type Updated = RecordChange & Required<Pick<RecordChange, "before" | "after">>;

function differencesOf(change: Updated, services: Services, now: number): ItemDifference[] {
  const { kind, definition, before, after } = change;
  const { title = [], groupedBy = "", period, series } = definition;
  const remaining = new Set(change.differing);
  const items: ItemDifference[] = [];
  const take = (...names: string[]) => names.filter((name) => remaining.delete(name)).length > 0;
  const [was, is] = [before, after].map((values) => labelOf(kind, values));
  if (was !== is && take(...title)) items.push({ change: "renamed", before: was, after: is });
  if (take(groupedBy))
    items.push({ change: "moved", before: shownOf(before[groupedBy]), after: shownOf(after[groupedBy]) });
  const [old, planned] = [before, after].map((values) => scheduleIn(change, values, now));
  if (old && planned && take(...(period?.timed ?? []), series?.property ?? ""))
    items.push({ change: "moved", before: old, after: planned });
  for (const property of remaining) {
    const pair = services.pairOf(change, property, [before[property], after[property]]);
    if (pair) items.push({ change: "changed", property, before: shownOf(pair[0]), after: shownOf(pair[1]) });
  }
  return items;
}

/** The dates of a series begin with the first that is left. */
function scheduleIn({ definition, offset = 0 }: RecordChange, values: Stored, now: number): Schedule | undefined {
  const left = (definition.period?.endOf(wireIn(definition, values)) ?? 0) + offset - 1;
  return scheduleOf(definition, values, Math.max(now, left));
}

/** Whether visitors may see a record. */
export const isVisible = (definition: Definition, values: Stored): boolean =>
  !isHidden(definition, values) && values.archived !== true;
