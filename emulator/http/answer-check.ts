import { z } from "zod";
import { type OperationName, operations } from "../../kinds/operations.ts";
import { answerSchema } from "./openapi.ts";

// Kept, as making one takes 1 ms.
const checks = new Map<OperationName, z.ZodType>();

/**
 * Throws where a response is not what the OpenAPI document says. Stricter than the contract's own schemas, which let
 * unknown fields and values pass, as the service may add some.
 */
export function checkAnswer(name: OperationName, answer: unknown): void {
  const { answer: schema } = operations[name];
  if (!schema) return;
  const check = checks.get(name) ?? z.fromJSONSchema(answerSchema(schema));
  checks.set(name, check);
  const result = check.safeParse(answer);
  if (!result.success)
    throw new Error(`The answer of ${name} is not what the document says: ${z.prettifyError(result.error)}`);
}
