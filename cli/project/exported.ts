import type { Declared, Stored } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import { markKey } from "../../provider/mark-keys.ts";
import { parseOutput, SecretText } from "./pulumi.ts";
import { mustRun, mustShowSecrets, type Stack } from "./stack.ts";

/** A resource in the state of a stack. */
export interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  /** False for a component. */
  readonly custom?: boolean;
  readonly inputs?: Declared;
  readonly outputs?: Stored;
  readonly provider?: string;
  readonly parent?: string;
  readonly external?: boolean;
  /** The next `pulumi up` deletes it. */
  readonly delete?: boolean;
  /** It was deleted, and its replacement isn't created yet. */
  readonly pendingReplacement?: boolean;
  /** When Pulumi got its record, and when that last changed. */
  readonly created?: string;
  readonly modified?: string;
  readonly initErrors?: readonly string[];
  /** Dependencies of each input, as the last `pulumi up` declared them; missing after an import. */
  readonly propertyDependencies?: object;
}

/** An operation that had begun when the state was written. */
export interface PendingOperation {
  readonly type: string;
  readonly resource: ExportedResource;
}

/** The state of a stack, as far as we read it. */
export interface Deployment {
  readonly manifest?: { readonly time?: string };
  readonly resources?: readonly ExportedResource[];
  readonly pending_operations?: readonly PendingOperation[] | null;
}

/** What Pulumi exports and imports as a whole. */
export interface ExportedStack {
  readonly deployment: Deployment;
}

/** Reads the state of a stack. It contains secrets in plain text, which must not reach a file or a stream. */
export const exportStack = async (stack: Stack): Promise<ExportedStack> =>
  parseOutput(await mustShowSecrets(stack, ["stack", "export"], { purpose: "read the state of the stack" }));

/** Replaces the state of a stack. Pulumi encrypts the secrets, which reach it through a pipe. */
export async function importStack(stack: Stack, exported: ExportedStack): Promise<void> {
  const options = { input: JSON.stringify(exported), purpose: "write the state of the stack" };
  await mustRun(stack, ["stack", "import"], options);
}

export const exportState = async (stack: Stack): Promise<readonly ExportedResource[]> =>
  (await exportStack(stack)).deployment.resources ?? [];

export const holdsSecret = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (markKey in value || Object.values(value).some(holdsSecret));

/** Replaces marked secrets by their values. */
export function inClear(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inClear);
  if (!isObject(value)) return value;
  if (markKey in value) return inClear(new SecretText(String(value.plaintext)).parse());
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inClear(item)]));
}
