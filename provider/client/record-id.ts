import type { z } from "zod";
import type { Method } from "../../api/operation.ts";
import { malformedResponse } from "../../errors/requests.ts";
import { ResponseShapeError } from "./errors.ts";
import type { ApiRecord } from "./request.ts";

interface Expected {
  readonly method: Method;
  readonly path: string;
  /** The IDs that the API documents for the kind. */
  readonly recordId: z.ZodType;
}

/**
 * Returns the response as a record. Without an ID it could never be read, updated or deleted.
 *
 * @throws ResponseShapeError if the response has none
 */
export function withId(response: ApiRecord, { method, path, recordId }: Expected): ApiRecord {
  if (recordId.safeParse(response.id).success) return response;
  throw new ResponseShapeError(malformedResponse.noId({ request: `${method} ${path}` }));
}

/** Fields that hold IDs, as documented. `custom_id` and similar are the user's own text. */
const idFields = /^(id|(group|parent|service|subscriber)_id)$/;

// A number holds up to 15 digits exactly. The API documents no ID with a leading zero.
const digits = /^[1-9]\d{0,14}$/;

/**
 * Converts the IDs in a response to numbers, whether the server sent numbers or text: `"20003"` and 20003 are one
 * record. IDs of maintenances are documented as text but become numbers too if they consist of digits; in a path they
 * are the same.
 */
export function withNumericIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumericIds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, normalized(name, item)]));
}

function normalized(name: string, item: unknown): unknown {
  if (typeof item === "string") return idFields.test(name) && digits.test(item) ? Number(item) : item;
  // Documented: an object whose contents are up to the user.
  return name === "configuration" ? item : withNumericIds(item);
}
