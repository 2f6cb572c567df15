import { z } from "zod";
import { flag, plainText, recordId, text, timestamp } from "./field.ts";
import { labels } from "./incident-template.ts";
import { answeredServiceStatus, serviceStatuses } from "./service-status.ts";

export const maintenanceTemplateRecord = z
  .object({
    id: recordId,
    title: z.string().nullable(),
    body: z.string().nullable(),
    duration: z.int().nullable(),
    labels: z.array(z.string()),
    service_statuses: z.array(answeredServiceStatus),
    silent: z.boolean().nullable(),
    flags: z.object({ deleted: z.boolean(), silent: z.boolean().optional() }),
    author: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "MaintenanceTemplate" });

const durationProblem = "must be a whole number of minutes from 1 to 5999 (99 h 59 min)";

/** Documented: minutes, 1..5999. */
export const duration = z.int({ error: durationProblem }).min(1, durationProblem).max(5999, durationProblem);

export const maintenanceTemplateCreate = z
  .object({
    title: plainText.nullable(),
    body: text.nullable(),
    duration: duration.nullable(),
    labels,
    service_statuses: serviceStatuses,
    silent: flag.nullable(),
  })
  .partial()
  .meta({ id: "MaintenanceTemplateCreate" });

export const maintenanceTemplateUpdate = maintenanceTemplateCreate.meta({ id: "MaintenanceTemplateUpdate" });
