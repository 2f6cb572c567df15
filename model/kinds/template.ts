import { z } from "zod";
import * as field from "../api/field.ts";
import type { Declared, Live } from "../api/form.ts";
import type { Failure, Filter } from "./kind.ts";
import { createdAt, output, type Property } from "./property.ts";
import { readServiceStatuses, templateStatuses } from "./service-status.ts";
import { nullable, setOf, text } from "./value-type.ts";

const labelList = z.array(field.anyText, { error: "must be a list of labels" });

/** Documented: always an array, even for one label. */
const labels = setOf({
  schema: labelList,
  request: labelList,
  response: z.array(z.string()),
  key: (label) => label,
  // The server may keep each label in its own form.
  mayBecome: (wire, live) => wire.length === live.length,
});

/** Properties that templates of incidents and maintenances share. */
export const properties = {
  title: {
    key: "title",
    type: nullable(text(field.plainText)),
    cleared: null,
    doc: "Title in plain text, without HTML tags. Optional if you set a `body`.",
  },
  body: {
    key: "body",
    type: nullable(text(field.anyText)),
    cleared: null,
    doc: "Text, which can contain basic HTML tags. Optional if you set a `title`.",
  },
  labels: {
    key: "labels",
    type: labels,
    cleared: [],
    doc: "Labels for finding the template, in any order.",
  },
  serviceStatuses: {
    key: "service_statuses",
    type: templateStatuses,
    cleared: [],
    read: readServiceStatuses,
    doc: "Status of each affected service, in any order.",
  },
} as const satisfies Record<string, Property>;

export const outputs = {
  author: output(
    "author",
    z.string().nullable(),
    "Email address of the author: as far as we know, the owner of the key, if the API created it.",
  ),
  createdAt,
} as const;

/**
 * Documented: the title may be left out if there is a body, and the reverse. Inferred (template-content): so one of them
 * is required.
 */
function titleOrBody(declared: Declared, isSet: (name: string) => boolean): Failure[] {
  const mayBeFilled = (name: string) => {
    const value = declared[name];
    // A value that is set but isn't known yet may turn out not to be empty.
    if (value === undefined) return isSet(name);
    return typeof value === "string" && /\S/.test(value);
  };
  if (mayBeFilled("title") || mayBeFilled("body")) return [];
  return [{ path: [], reason: "a template needs a title or a body that is not empty" }];
}

/**
 * Reads `flags.silent` of a response. Inferred (incident-template-silent): unset and false look the same there, so it
 * doesn't distinguish null from false.
 */
export function silentFlag(live: Live, wire: unknown): unknown {
  const silent = (live.flags as { silent?: unknown } | undefined)?.silent;
  return silent === false && wire === null ? null : silent;
}

/**
 * Documented for maintenance templates. Inferred (list-filters): for incident templates, too, whose "paging and filters"
 * are not named.
 */
export const listQuery = field.pagingQuery.extend({
  created_by_me: field.queryChoice(["true", "false", "all"]),
  deleted: field.queryChoice(["true", "false", "all"]),
  q: field.anyText.optional(),
  q_label: field.anyText.optional(),
  sort_prop: field.queryChoice(["created_at"]),
  sort_dir: field.queryChoice(["asc", "desc"]),
});

/** The part of the definition that both kinds share. */
export const definition = {
  label: ["title"],
  title: ["title"],
  outputs,
  oneRequired: ["title", "body"],
  rules: titleOrBody,
} as const;

/** Ends the documentation of both kinds. */
export const deletedDoc =
  "If somebody deletes it in the control panel, your next `up` with a refresh creates a new one.";

/** The arguments of lookups for templates. */
export const filters: Readonly<Record<string, Filter>> = {
  label: {
    doc: "Only templates with this label.",
    type: "string",
    matches: ({ labels }, wanted) => Array.isArray(labels) && labels.includes(wanted),
  },
  title: { doc: "Only templates with exactly this title.", type: "string" },
};
