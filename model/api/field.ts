import { z } from "zod";
import { endOfDay, parseInstant } from "./instant.ts";

/** ID of a record. Documented: an integer >= 1 for every kind except Maintenance. */
export const recordId = z.int({ error: "must be a whole number from 1" }).min(1, "must be a whole number from 1");

/** An ID as text. A number holds up to 15 digits exactly, and the API documents no ID with a leading zero. */
export const recordIdText = /^[1-9]\d{0,14}$/;

export const anyText = z.string({ error: "must be text" });

/** Text that must not be blank. Inferred (filled-names): a blank name or title is rejected. */
export const filledText = anyText.regex(/\S/, "must not be empty");

/**
 * Documented: a `title` accepts plain text only, no HTML. Inferred (plain-titles): tags are rejected, a single `<` is not. This is a
 * pattern instead of a function so that the JSON schema of a preset shows it.
 */
export const plainText = anyText.regex(
  // Matches text without a complete tag: text up to an opening that is never closed. Runs in linear time.
  /^[^<]*(?:<(?!\/?[a-zA-Z!])[^<]*)*(?:<(?=\/?[a-zA-Z!])[^>]*)?$/,
  "must be plain text without HTML tags",
);

/** A required `title`. */
export const filledPlainText = plainText.regex(/\S/, "must not be empty");

const instantForm = 'must be a date-time such as "2026-12-06T02:00:00Z" or "2026-12-06 02:00:00" (UTC)';

/** Documented: ISO 8601 or `YYYY-MM-DD hh:mm:ss`, always read as UTC. */
export const dateTime = z
  .string({ error: instantForm })
  .refine((value) => parseInstant(value) !== undefined, instantForm)
  .meta({ format: "date-time" });

/** A date-time, or a date, which includes that whole day. */
export const dateOrDateTime = z
  .string({ error: instantForm })
  .refine((value) => parseInstant(String(endOfDay(value))) !== undefined, instantForm)
  .meta({ format: "date-time" });

export const boolean = z.boolean({ error: "must be true or false" });

/** A time in a response. Not validated further, so that another format never makes a record unreadable. */
export const timestamp = z.string().meta({ format: "date-time" });

/** An enumeration in a response. The API's description lists the values, but we accept any, because StatusHub may add some. */
export const responseEnum = (values: readonly string[]) => z.string().meta({ enum: [...values] });

/** An enumeration in a request. Other values are rejected. */
export const requestEnum = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

/** Query parameter `true` or `false`, optionally with a third value. Other text is rejected. */
export const queryChoice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  requestEnum(values).optional();

/** Documented: all operations accept `api_version`, whose single value is `V3-R1`. */
export const versionQuery = z.object({ api_version: requestEnum(["V3-R1"]).optional() });

const pageNumber = "must be a whole number from 1";
const pageSize = "must be a whole number from 1 to 100";
// A number beyond JSON's exact range is read as the largest exact one.
const wholeNumber = (problem: string) =>
  z
    .string({ error: problem })
    .regex(/^\d+$/, problem)
    .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER));

/** Documented: `page` >= 1 without a maximum, default 1; `per_page` 1..100, default 25. */
export const pagingQuery = versionQuery.extend({
  page: wholeNumber(pageNumber)
    .pipe(z.number().int().min(1, pageNumber))
    .default(1)
    .meta({ type: "integer", minimum: 1, default: 1 }),
  per_page: wholeNumber(pageSize)
    .pipe(z.number().int().min(1, pageSize).max(100, pageSize))
    .default(25)
    .meta({ type: "integer", minimum: 1, maximum: 100, default: 25 }),
});

/** Documented: `extend=flags` on records of events and subscriptions. */
export const extendQuery = { extend: requestEnum(["flags"]).optional() };

/** Inferred (list-filters): `deleted` filters every list whose records are soft-deleted. Documented for maintenance templates. */
export const deletedQuery = { deleted: queryChoice(["true", "false", "all"]) };

/** Documented: the envelope of a paginated list. */
export const pageOf = <Shape extends z.ZodType>(item: Shape) =>
  z.object({
    current_page: z.int().min(1),
    page_count: z.int().min(1),
    per_page: z.int().min(1).max(100),
    total: z.int().min(0),
    data: z.array(item),
  });
