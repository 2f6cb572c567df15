import type { Call } from "../call.ts";

export const isDraft = ({ state }: { readonly state: string }): boolean => state === "draft";

/**
 * Returns when a change publishes a draft; undefined if it doesn't. Inferred (maintenance-silent): publishing a draft tells
 * those who have subscribed by then.
 */
export function publicationBy(
  { now }: Pick<Call, "now">,
  before: { readonly state: string },
  state: string | undefined,
): string | undefined {
  const isPublished = state !== undefined && !isDraft({ state });
  return isDraft(before) && isPublished ? now : undefined;
}
