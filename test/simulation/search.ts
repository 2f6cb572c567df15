import fc from "fast-check";
import { stories } from "./chance.ts";
import { shrink } from "./shrink.ts";
import { print, tell, type Violated } from "./story.ts";

/** A seed whose story breaks a law. */
export interface Found extends Violated {
  readonly seed: number;
  /** The shortest story that breaks the law, as a program. */
  readonly program: string;
}

/**
 * Tells the story of a seed. Where it breaks a law, the shortest story that breaks it is looked for.
 *
 * @param isKnown whether a violation with this title is no news
 */
export async function search(seed: number, isKnown: (title: string) => boolean): Promise<Found | undefined> {
  const [story] = fc.sample(stories, { seed, numRuns: 1 });
  if (story === undefined) return undefined;
  const told = await tell(story.nexts, story.setting);
  const { violation } = told;
  if (violation === undefined) return undefined;
  if (isKnown(violation.title)) return { seed, violation, program: "" };
  return { seed, violation, program: print(await shrink(told, story.setting), story.setting) };
}
