import type { z } from "zod";
import type { templateListQuery } from "../../kinds/template.ts";
import type { ApiKey } from "../api-key.ts";
import { invalid } from "../http/refusal.ts";
import type { TemplateRow } from "../state/row.ts";
import { chosen } from "./paging.ts";

/** Documented: title may be left out if body is given, and the reverse. Inferred: so one of them is needed. */
export function checkText(template: {
  readonly title?: string | null | undefined;
  readonly body?: string | null | undefined;
}): void {
  if (!template.title && !template.body) throw invalid("title", "is required unless body is given");
}

/** Inferred: a deleted template cannot be changed. */
export function checkAlive(field: string, template: TemplateRow): void {
  if (template.deleted) throw invalid(field, `${template.id} is deleted and cannot be changed`);
}

/**
 * Documented: the parameters and their defaults. Inferred: `q` is a part of title or body in any case, `q_label` a whole
 * label, and `created_by_me` compares the author with the key's owner.
 */
export function listedTemplates<Row extends TemplateRow>(
  templates: readonly Row[],
  query: z.output<typeof templateListQuery>,
  key: ApiKey,
): readonly Row[] {
  const ordered = templates.toSorted(query.sort_dir === "asc" ? oldestFirst : newestFirst);
  const alive = chosen(ordered, query.deleted ?? "false", ({ deleted }) => deleted);
  return chosen(alive, query.created_by_me ?? "all", ({ author }) => author === key.owner)
    .filter((template) => query.q === undefined || mentions(template, query.q))
    .filter(({ labels }) => query.q_label === undefined || labels.includes(query.q_label));
}

const oldestFirst = (first: TemplateRow, second: TemplateRow) =>
  first.created_at === second.created_at ? first.id - second.id : first.created_at < second.created_at ? -1 : 1;

const newestFirst = (first: TemplateRow, second: TemplateRow) => oldestFirst(second, first);

const mentions = ({ title, body }: TemplateRow, text: string) =>
  [title, body].some((value) => value?.toLowerCase().includes(text.toLowerCase()));
