import * as field from "../../api/field.ts";
import type { Failure, Property, Values, Wire } from "./define.ts";
import { labels, nullable, serviceStatuses, text } from "./value.ts";

/** What templates of incidents and of maintenances have in common. */
export const templateProperties = {
  title: { wire: "title", type: nullable(text(field.plainText)), cleared: null },
  body: { wire: "body", type: nullable(text(field.text)), cleared: null },
  labels: { wire: "labels", type: labels, cleared: [] },
  serviceStatuses: { wire: "service_statuses", type: serviceStatuses(), cleared: [] },
} as const satisfies Record<string, Property>;

/** Documented: the title may be left out if there is a body, and the reverse. Inferred: so one of them is needed. */
export function titleOrBody(declared: Values, isSet: (name: string) => boolean): Failure[] {
  const mayBeFilled = (name: string) => {
    const value = declared[name];
    // Set, and not among the known values: nothing can be said of it here.
    if (value === undefined) return isSet(name);
    return typeof value === "string" && /\S/.test(value);
  };
  if (mayBeFilled("title") || mayBeFilled("body")) return [];
  return [{ path: [], reason: "a template needs a title or a body that is not empty" }];
}

/**
 * The `flags.silent` of a response. Inferred: unset and false look alike there, so it does not
 * distinguish null from false.
 */
export function silentFlag(record: Wire, declared: unknown): unknown {
  const silent = (record.flags as { silent?: unknown } | undefined)?.silent;
  return silent === false && declared === null ? null : silent;
}
