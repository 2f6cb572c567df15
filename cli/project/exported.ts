import type { Declared, Stored } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import { markKey } from "../../provider/mark-keys.ts";
import { parseOutput, SecretText } from "./pulumi.ts";
import { mustShowSecrets, type Stack } from "./stack.ts";

/** A resource in the state of a stack. */
export interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Declared;
  readonly outputs?: Stored;
  readonly provider?: string;
  readonly parent?: string;
  readonly external?: boolean;
  /** The next `pulumi up` deletes it. */
  readonly delete?: boolean;
  readonly initErrors?: readonly string[];
  /** Dependencies of each input, as the last `pulumi up` declared them; missing after an import. */
  readonly propertyDependencies?: object;
}

/** Reads the state of a stack. It contains secrets in plain text, which must not reach a file or a stream. */
export async function exportState(stack: Stack): Promise<readonly ExportedResource[]> {
  const run = await mustShowSecrets(stack, ["stack", "export"], { purpose: "read the state of the stack" });
  return parseOutput<{ deployment: { resources?: ExportedResource[] } }>(run).deployment.resources ?? [];
}

export const holdsSecret = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (markKey in value || Object.values(value).some(holdsSecret));

/** Replaces marked secrets by their values. */
export function inClear(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inClear);
  if (!isObject(value)) return value;
  if (markKey in value) return inClear(new SecretText(String(value.plaintext)).parse());
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inClear(item)]));
}
