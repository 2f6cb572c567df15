import { z } from "zod";
import { dateTime } from "../../model/api/field.ts";
import { type OperationName, operations } from "../../model/kinds/operations.ts";
import { HttpError } from "../http-error.ts";

/**
 * Throws if a response isn't as documented, which only an edit should cause. Stricter than the contract's own schemas,
 * which accept unknown fields and values, because StatusHub may add some.
 */
export function checkResponse(name: OperationName, response: unknown): void {
  const { response: schema } = operations[name];
  if (!schema) return;
  const check = checksByOperation.get(name) ?? strict(schema);
  checksByOperation.set(name, check);
  const result = check.safeParse(response);
  if (result.success) return;
  const problem = z.prettifyError(result.error);
  throw new HttpError(
    500,
    `the response of ${name} would not be as documented, perhaps because of an edit:\n${problem}`,
  );
}

const checksByOperation = new Map<OperationName, z.ZodType>();

/** Returns a schema that accepts only the fields, values and times that the contract names. */
function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, strict(field)]);
    return z.strictObject(Object.fromEntries(fields));
  }
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return strict(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap() as z.ZodType).optional();
  const { enum: values, format } = schema.meta() ?? {};
  if (Array.isArray(values)) return z.enum(values);
  return format === "date-time" ? dateTime : schema;
}
