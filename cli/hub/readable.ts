import { failureOf } from "../../provider/inspect.ts";

/** Returns undefined if this key may not read it, or StatusHub doesn't offer it. What is said then leaves it out. */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Whether this key may not read something, or StatusHub doesn't offer it. Anything else ends the command. */
export function isUnreadable(error: unknown): boolean {
  const { is, isListUnavailable = false } = failureOf(error) ?? {};
  return is === "forbidden" || is === "hub not visible" || isListUnavailable;
}
