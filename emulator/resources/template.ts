import type { z } from "zod";
import { incidentTemplateShapes } from "../../model/kinds/incident-template.ts";
import { maintenanceTemplateShapes } from "../../model/kinds/maintenance-template.ts";
import type { listQuery } from "../../model/kinds/template.ts";
import type { Call } from "../call.ts";
import { invalid } from "../http-error.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { TemplateRow } from "../tables/template.ts";
import { byText, chosen } from "./list.ts";
import type { Rules } from "./rules.ts";
import { checkStatuses } from "./shared-service.ts";

const defaults = () => ({ labels: [], service_statuses: [] });

interface Writing extends Pick<Call, "store" | "hub"> {
  readonly body: {
    readonly title?: string | null | undefined;
    readonly body?: string | null | undefined;
    readonly service_statuses?: readonly ServiceStatus[] | undefined;
  };
}

function check(call: Writing, template?: TemplateRow): void {
  const { title, body } = { ...template, ...call.body };
  // Documented: title may be left out if body is given, and the reverse. Inferred: so one of them is required, and blank
  // text doesn't count.
  if (!title?.trim() && !body?.trim()) throw invalid("title", "is required unless body is given");
  checkStatuses(call, call.body.service_statuses ?? []);
}

/**
 * Documented: the parameters and their defaults. Inferred: `q` is a substring of title or body, ignoring case,
 * `q_label` a whole label, and `created_by_me` compares the author with the key's owner.
 */
function listed<Row extends TemplateRow>(
  { query, key }: { readonly query: z.output<typeof listQuery> } & Pick<Call, "key">,
  templates: readonly Row[],
): readonly Row[] {
  const oldestFirst = chosen(templates, query.created_by_me ?? "all", ({ author }) => author === key.owner)
    .filter((template) => query.q === undefined || mentions(template, query.q))
    .filter(({ labels }) => query.q_label === undefined || labels.includes(query.q_label))
    .toSorted((first, second) => byText(first.created_at, second.created_at) || first.id - second.id);
  return query.sort_dir === "asc" ? oldestFirst : oldestFirst.toReversed();
}

const mentions = ({ title, body }: TemplateRow, text: string) =>
  [title, body].some((value) => value?.toLowerCase().includes(text.toLowerCase()));

const incidentTemplateRules: Rules<"IncidentTemplate", "incident_templates"> = {
  check,
  defaults,
  list: listed,
  // Inferred: `silent_update` only shows as `flags.silent`, so null and false look alike.
  shown: ({ silent_update }) => ({ flags: { silent: silent_update === true } }),
};

const maintenanceTemplateRules: Rules<"MaintenanceTemplate", "maintenance_templates"> = {
  check,
  defaults,
  list: listed,
  // Inferred: the record also has `flags.silent`, like an incident template, on which it is modeled.
  shown: ({ silent }) => ({ flags: { silent: silent === true } }),
};

export const incidentTemplates = {
  rules: incidentTemplateRules,
  area: "events",
  preset: { body: incidentTemplateShapes.create, description: "Bodies of POST incident_templates." },
} as const;

export const maintenanceTemplates = {
  rules: maintenanceTemplateRules,
  area: "events",
  preset: { body: maintenanceTemplateShapes.create, description: "Bodies of POST maintenance_templates." },
} as const;
