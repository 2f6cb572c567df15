import { expect, test } from "vitest";
import { readPages } from "./pages.ts";
import { isStory, runStory } from "./story.ts";

// The tutorial has a story of its own.
const stories = readPages().filter((page) => isStory(page) && !page.path.endsWith("/tutorial.md"));

test.each(stories.map((page) => [page.path, page] as const))("%s: each command prints what the page shows", (_, page) =>
  runStory(page),
);

test("the stories of the pages are found", () => {
  expect(stories.length).toBeGreaterThan(5);
});
