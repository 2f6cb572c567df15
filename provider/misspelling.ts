import { slipOf } from "../model/api/nearest.ts";

/** Words that are one letter away from a setting. */
const words = ["verily", "verity", "versify"];

/**
 * Returns the setting that was probably meant by a key of the stack configuration. Other keys may belong to the program, such
 * as `statushub:slackUrl`, and in a project called `statushub` all of them may.
 */
export function misspelledSetting(key: string, { project, known }: { project: string; known: readonly string[] }) {
  const isRight = project === "statushub" || known.includes(key) || words.includes(key);
  return isRight ? undefined : slipOf(key, known);
}
