import type { z } from "zod";
import type { Method } from "../../api/operation.ts";
import { ResponseShapeError } from "./errors.ts";
import type { ApiRecord } from "./request.ts";

interface Answered {
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
export function withId(answer: ApiRecord, { method, path, recordId }: Answered): ApiRecord {
  if (recordId.safeParse(answer.id).success) return answer;
  throw new ResponseShapeError(`the response to ${method} ${path} reports success and holds no id of a record`);
}
