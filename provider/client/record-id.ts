import type { z } from "zod";
import type { Method } from "../../api/operation.ts";
import { malformedResponse } from "../../errors/requests.ts";
import { ResponseShapeError } from "./errors.ts";
import type { ApiRecord } from "./request.ts";

interface Expected {
  readonly method: Method;
  readonly path: string;
  /** The ids that the API documents for the kind. */
  readonly recordId: z.ZodType;
}

/**
 * The response as a record of the API. Without an id it could never be read, changed or deleted again.
 *
 * @throws ResponseShapeError where the response holds none
 */
export function withId(response: ApiRecord, { method, path, recordId }: Expected): ApiRecord {
  if (recordId.safeParse(response.id).success) return response;
  throw new ResponseShapeError(malformedResponse.noId({ request: `${method} ${path}` }));
}

/** What names a record in a response, as documented. Not `custom_id` and its like, which are texts of the users' own. */
const idFields = /^(id|(group|parent|service|subscriber)_id)$/;

// A number holds up to 15 digits exactly. An id of zeros or with a zero before it is none that the API documents.
const digits = /^[1-9]\d{0,14}$/;

/**
 * A response in which ids are numbers, whether the server sent them so or as text: `"20003"` and 20003 are one record. The
 * ids of maintenances, documented as texts, become numbers where they are of digits; as part of a path they are the same.
 */
export function withNumericIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumericIds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, normalized(name, item)]));
}

function normalized(name: string, item: unknown): unknown {
  if (typeof item === "string") return idFields.test(name) && digits.test(item) ? Number(item) : item;
  // Documented: an object whose contents are the users'.
  return name === "configuration" ? item : withNumericIds(item);
}
