import type { z } from "zod";
import type { listQuery } from "../../model/kinds/template.ts";
import type { Call } from "../call.ts";
import { invalid } from "../http-error.ts";
import type { ServiceStatus } from "../state/field.ts";
import type { IncidentTemplateRow } from "./incident-template.ts";
import { byText, chosen } from "./list.ts";
import type { MaintenanceTemplateRow } from "./maintenance-template.ts";
import { checkStatuses } from "./shared-service.ts";

type Template = IncidentTemplateRow | MaintenanceTemplateRow;

export const defaults = () => ({ labels: [], service_statuses: [] });

interface Writing extends Pick<Call, "store" | "hub"> {
  readonly body: {
    readonly title?: string | null | undefined;
    readonly body?: string | null | undefined;
    readonly service_statuses?: readonly ServiceStatus[] | undefined;
  };
}

export function check(call: Writing, template?: Template): void {
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
export function listed<Row extends Template>(
  { query, key }: { readonly query: z.output<typeof listQuery> } & Pick<Call, "key">,
  templates: readonly Row[],
): readonly Row[] {
  const oldestFirst = chosen(templates, query.created_by_me ?? "all", ({ author }) => author === key.owner)
    .filter((template) => query.q === undefined || mentions(template, query.q))
    .filter(({ labels }) => query.q_label === undefined || labels.includes(query.q_label))
    .toSorted((first, second) => byText(first.created_at, second.created_at) || first.id - second.id);
  return query.sort_dir === "asc" ? oldestFirst : oldestFirst.toReversed();
}

const mentions = ({ title, body }: Template, text: string) =>
  [title, body].some((value) => value?.toLowerCase().includes(text.toLowerCase()));
