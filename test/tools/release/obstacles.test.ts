import { expect, test } from "vitest";
import { type Candidate, findObstacles, notesOf } from "../../../tools/release/obstacles.ts";

const changelog = "# Changelog\n\nNewest first.\n\n## 0.2.0\n\n- Check the policy of a page.\n\n## 0.1.0\n\n- Begin.\n";

const ready: Candidate = {
  tag: "v0.2.0",
  manifest: {
    version: "0.2.0",
    repository: { url: "git+https://git.example/pulumi-statushub.git" },
    homepage: "https://acme.example",
  },
  publication: {
    publisher: "Acme",
    logoUrl: "https://acme.example/logo.svg",
    pluginDownloadURL: "https://acme.example/releases",
  },
  changelog,
  pending: [],
  pages: { "SECURITY.md": "Report it." },
};

test("a consistent candidate can be released", () => {
  expect(findObstacles(ready)).toEqual([]);
});

test.each<[string, Partial<Candidate>, string]>([
  ["the tag of another version", { tag: "v0.3.0" }, "The tag is v0.3.0, and package.json has 0.2.0."],
  [
    "a changelog without the version",
    { changelog: "## 0.2.0 (not released)\n" },
    'CHANGELOG.md has no section "## 0.2.0"',
  ],
  ["a changeset that isn't part of a version", { pending: ["quick-fox.md"] }, "No version has taken quick-fox.md yet"],
  [
    "what only an owner knows",
    { manifest: { version: "0.2.0" }, publication: { ...ready.publication, publisher: undefined } },
    "The owner has to fill in repository in package.json, homepage in package.json, publisher in tools/release/publication.ts.",
  ],
  [
    "a page about the time before the first release",
    { pages: { "README.md": "The package isn't\npublished yet, so pack it." } },
    'README.md still says "isn\'t published yet".',
  ],
])("%s is an obstacle", (_, change, obstacle) => {
  expect(findObstacles({ ...ready, ...change })).toEqual([expect.stringContaining(obstacle)]);
});

test("the notes are the changelog's section on a version, without its heading", () => {
  expect(notesOf(changelog, "0.2.0")).toBe("- Check the policy of a page.");
  expect(notesOf(changelog, "0.3.0")).toBeUndefined();
});
