import { z } from "zod";
import { deletedQuery, filledText, pagingQuery, recordId, text, timestamp } from "./field.ts";

export const serviceRecord = z
  .object({
    id: recordId,
    name: z.string(),
    public_name: z.string().nullable(),
    description: z.string().nullable(),
    group_id: recordId,
    custom_id: z.string().nullable(),
    token: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    flags: z.object({ archived: z.boolean(), deleted: z.boolean() }),
  })
  .meta({ id: "Service" });

export const serviceCreate = z
  .object({
    group_id: recordId,
    name: filledText,
    custom_id: text.nullable().optional(),
    description: text.nullable().optional(),
    public_name: text.nullable().optional(),
  })
  .meta({ id: "ServiceCreate" });

export const serviceUpdate = serviceCreate.partial().meta({ id: "ServiceUpdate" });

export const serviceListQuery = pagingQuery.extend(deletedQuery);
