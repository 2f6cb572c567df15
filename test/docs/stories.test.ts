import { expect, test } from "vitest";
import { readPages } from "./pages.ts";
import { isStory, tell } from "./story.ts";

const stories = readPages().filter(isStory);

test.each(stories.map((page) => [page.path, page] as const))("%s happens as it is told", async (_, page) => {
  await tell(page);
});

test("there are stories", () => {
  expect(stories.length).toBeGreaterThan(1);
});
