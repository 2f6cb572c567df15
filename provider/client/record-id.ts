import type { z } from "zod";
import { recordIdText } from "../../model/api/field.ts";
import type { Live } from "../../model/api/form.ts";
import type { Method } from "../../model/api/operation.ts";
import { malformedResponse } from "../errors/requests.ts";
import { ResponseShapeError } from "./errors.ts";

interface ExpectedResponse {
  readonly method: Method;
  readonly path: string;
  /** The IDs that the API documents for the kind. */
  readonly recordId: z.ZodType;
}

/**
 * Returns the response as a record. Without an ID it could never be read, updated or deleted. Inferred (record-shape):
 * the response is the record itself.
 *
 * @throws ResponseShapeError if the response has none
 */
export function withId(live: Live, { method, path, recordId }: ExpectedResponse): Live {
  if (recordId.safeParse(live.id).success) return live;
  throw new ResponseShapeError(malformedResponse.noId({ request: `${method} ${path}` }));
}

/** Fields that hold IDs, as documented. `custom_id` and similar are the user's own text. */
const idFields = /^(id|(group|parent|service|subscriber)_id)$/;

/**
 * Converts the IDs in a response to numbers. Inferred (record-ids): whether the server sends numbers or text, `"20003"`
 * and 20003 are one record. IDs of maintenances are documented as text but become numbers too if they consist of digits; in a path they
 * are the same.
 */
export function withNumericIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumericIds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, normalized(name, item)]));
}

function normalized(name: string, item: unknown): unknown {
  if (typeof item === "string") return idFields.test(name) && recordIdText.test(item) ? Number(item) : item;
  // Documented: an object whose contents are up to the user.
  return name === "configuration" ? item : withNumericIds(item);
}
