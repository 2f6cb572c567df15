import { z } from "zod";
import {
  answeredEnum,
  deletedQuery,
  extendQuery,
  filledText,
  flag,
  pagingQuery,
  recordId,
  requestedEnum,
  text,
  timestamp,
} from "./field.ts";

export const subscriptionMethods = ["email", "sms", "webhook", "slack", "teams"] as const;

/** Documented: requests carry `service_ids`. `all` takes precedence; when it is false the list must not be empty. */
export const servicesSelection = z
  .object(
    {
      all: flag.optional(),
      service_ids: z.array(recordId, { error: "must be a list of service ids" }).optional(),
    },
    { error: "must be an object" },
  )
  .meta({ id: "ServicesSelection" });

/** Documented: answers carry `services`. Not shown: their shape. Inferred: objects with `id`. */
export const answeredServicesSelection = z
  .object({ all: z.boolean(), services: z.array(z.unknown()) })
  .meta({ id: "AnsweredServicesSelection" });

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Documented: an object; `content_type` is a field that it may carry. It is kept as it is: a record of zod would drop the
 * key `__proto__`.
 */
export const configuration = z
  .unknown()
  .refine(isObject, "must be an object")
  // What passes is an object, which the type of a refinement does not say.
  .meta({ type: "object" }) as z.ZodType<Record<string, unknown>>;

export const subscriptionRecord = z
  .object({
    id: recordId,
    address: z.string(),
    method_name: answeredEnum(subscriptionMethods),
    subscriber_id: recordId,
    services_selection: answeredServicesSelection,
    configuration,
    label: z.string().nullable(),
    less_verbose: z.boolean(),
    protected: z.boolean(),
    flags: z.object({ deleted: z.boolean() }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Subscription" });

/** Documented: the list carries basic info. Inferred: it leaves out `configuration`. */
export const subscriptionListRecord = subscriptionRecord
  .partial({ configuration: true })
  .meta({ id: "SubscriptionListItem" });

export const subscriptionCreate = z
  .object(
    {
      address: filledText,
      method_name: requestedEnum(subscriptionMethods),
      services_selection: servicesSelection,
      configuration: configuration.optional(),
      label: text.nullable().optional(),
      less_verbose: flag.optional(),
      protected: flag.optional(),
      subscriber_id: recordId.optional(),
    },
    { error: "must be an object" },
  )
  .meta({ id: "SubscriptionCreate" });

/** Inferred: another `method_name` or `subscriber_id` is refused; the same one is accepted. */
export const subscriptionUpdate = subscriptionCreate.partial().meta({ id: "SubscriptionUpdate" });

export const subscriptionListQuery = pagingQuery.extend({ ...extendQuery, ...deletedQuery });
