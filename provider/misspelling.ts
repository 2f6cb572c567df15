import { nearest } from "../api/nearest.ts";

/**
 * Returns the setting that was probably meant by a key of the stack configuration. Other keys may belong to the program, such
 * as `statushub:slackUrl`, and in a project called `statushub` all of them may.
 */
export function misspelledSetting(key: string, { project, known }: { project: string; known: readonly string[] }) {
  return project === "statushub" || known.includes(key) ? undefined : nearest(key, known);
}
