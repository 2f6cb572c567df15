import type { Stored } from "../../model/api/form.ts";
import type { Audience } from "../../model/kinds/kind.ts";
import { labelOf, type ReportedRecord, shownOf } from "../records.ts";
import type { RecordChange } from "../report/change.ts";
import { type Schedule, scheduleOf } from "../report/schedule.ts";
import { type NameServices, type ServiceInWords, withServiceNames } from "../report/services.ts";

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

interface Context {
  readonly nameServices: NameServices;
  readonly now: number;
}

/** Describes a change of a record: one item for each thing that somebody can notice. */
export function itemsOf(change: RecordChange, context: Context): (Item & { readonly audience: Audience })[] {
  const { stack, kind, definition, name, id, before, after } = change;
  const shown = after ?? before ?? {};
  const [was, is] = [before, after].map((values) => values !== undefined && isVisible(kind, values));
  const isUnseen = !(was || is);
  const label = labelOf(kind, before ?? shown);
  const base = { stack, kind, name, id, label, ...(isUnseen && { hidden: true as const }), ...groupOf(kind, shown) };
  const audience = isUnseen ? "editors" : (definition.noticedBy ?? "editors");
  if (was !== is || before === undefined || after === undefined) {
    const schedule = kind === "Maintenance" ? scheduleOf(shown, context.now) : undefined;
    const services = context.nameServices(change, shown);
    const appears = isUnseen ? after !== undefined : is;
    const details = { ...(schedule && { schedule }), ...(services && { services }) };
    return [{ ...base, ...details, label: labelOf(kind, shown), change: appears ? "appears" : "disappears", audience }];
  }
  return differencesOf({ ...change, before, after }, context).map((item) => ({
    ...base,
    audience: (!isUnseen && definition.properties[item.property ?? ""]?.noticedBy) || audience,
    ...item,
  }));
}

type ItemDifference = Pick<Item, "change" | "property" | "before" | "after">;

type Updated = RecordChange & Required<Pick<RecordChange, "before" | "after">>;

function differencesOf(change: Updated, context: Context): ItemDifference[] {
  const { kind, definition, before, after } = change;
  const changed = new Set(change.changed);
  const items: ItemDifference[] = [];
  const take = (...names: string[]) => names.filter((name) => changed.delete(name)).length > 0;
  const title = { before: labelOf(kind, before), after: labelOf(kind, after) };
  if (title.before !== title.after && definition.title && take(...definition.title))
    items.push({ change: "renamed", ...title });
  if (take("groupId")) items.push({ change: "moved", before: shownOf(before.groupId), after: shownOf(after.groupId) });
  const [old, planned] = [before, after].map((values) => scheduleOf(values, context.now));
  if (old && planned && take("startTime", "endTime", "repeat"))
    items.push({ change: "moved", before: old, after: planned });
  for (const property of changed) {
    const value = (values: Stored) =>
      shownOf(withServiceNames(context.nameServices, change, property, values[property]));
    items.push({ change: "changed", property, before: value(before), after: value(after) });
  }
  return items;
}

const groupOf = (kind: string, { groupId }: Stored) => (kind === "Service" ? { group: shownOf(groupId) } : {});

const isVisible = (kind: string, { archived, state }: Stored): boolean =>
  kind === "Maintenance" ? state !== "draft" : archived !== true;
