import { playDeletions } from "./deletions.ts";
import { noteOrder } from "./order.ts";
import type { Page } from "./page.ts";
import type { PageOf } from "./providers.ts";
import { playRefresh } from "./refresh.ts";
import { type StackToPlay, Stage } from "./stage.ts";
import { playStep } from "./steps.ts";

interface Course {
  readonly onPages: readonly Page[];
  /** All steps are done except for the deletions. */
  readonly beforeDeletions: () => void;
}

/** Times have seconds, and the last message must not miss who is deleted last. */
const second = 1000;

/**
 * Plays the update of a stack on a copy of its pages, with the provider's own code and in Pulumi's order: the refresh, the steps
 * of the plan, and last the deletions.
 */
export async function play(stack: StackToPlay, pageOf: PageOf, course: Course): Promise<Stage> {
  const stage = new Stage(stack, pageOf);
  await playRefresh(stage);
  if (stack.replies !== undefined) stage.providers.noteLookups(stack.replies);
  for (const step of stack.steps) await playStep(stage, step);
  await noteOrder(stage);
  course.beforeDeletions();
  for (const page of course.onPages) page.advance(second);
  await playDeletions(stage);
  return stage;
}
