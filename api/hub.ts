import { z } from "zod";
import { answeredEnum, filledText, pagingQuery, queryChoice, recordId, text, timestamp } from "./field.ts";

/** Documented: the pattern holds for the whole value. */
export const subdomain = text.regex(
  /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/,
  "must be two or more of a-z, 0-9, - and _, and neither begin nor end with - or _",
);

export const hubRecord = z
  .object({
    id: recordId,
    name: z.string(),
    subdomain: z.string(),
    type: answeredEnum(["primary", "connected"]),
    custom_domain: z.string().nullable(),
    parent_id: z.int().nullish(),
    product_url: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Hub" });

export const hubUpdate = z
  .object({
    name: filledText,
    product_url: text.nullable(),
    subdomain,
  })
  .partial()
  .meta({ id: "HubUpdate" });

export const hubListQuery = pagingQuery.extend({
  type: queryChoice(["primary", "connected"]),
  parent_id: text.optional(),
  q: text.optional(),
  sort_prop: queryChoice(["position", "created_at", "start_time"]),
  sort_dir: queryChoice(["asc", "desc"]),
  per_parent_sort: queryChoice(["true", "false"]),
});
