import { isForbidden, isListUnavailable } from "../../provider/client/errors.ts";
import { isHubNotVisible } from "../../provider/client/hubs.ts";

/**
 * Returns `undefined` if StatusHub doesn't let this key read it, or doesn't offer it. The plan doesn't need it, so the report
 * says what isn't known.
 */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isForbidden(error) || isListUnavailable(error) || isHubNotVisible(error)) return undefined;
    throw error;
  }
}
