import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this repository: pages are named by their paths from here. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The pages of a section in the order of the sidebar; other pages of its folders follow by name. */
const sections: readonly { title: string; pages: readonly string[]; folder?: string }[] = [
  { title: "Start", pages: ["docs/index.md", "README.md", "docs/guides/tutorial.md", "docs/examples.md"] },
  {
    title: "Guides",
    folder: "docs/guides",
    pages: [
      "api-keys",
      "adopting",
      "migrating",
      "status-page",
      "maintenance-cookbook",
      "preview",
      "drift",
      "several-stacks",
      "several-accounts",
      "promoting",
      "renaming",
      "deleting",
      "pipelines",
      "interrupted-runs",
      "pulumi-cloud",
      "testing",
      "automation-api",
      "policy",
      "secrets",
      "upgrades",
    ].map((name) => `docs/guides/${name}.md`),
  },
  {
    title: "Languages",
    pages: ["docs/native.md", "docs/guides/python.md", "docs/guides/go.md"],
  },
  {
    title: "Resources",
    folder: "docs/resources",
    pages: ["hub", "service", "incident-template", "maintenance-template", "subscription", "maintenance"].map(
      (name) => `docs/resources/${name}.md`,
    ),
  },
  {
    title: "Reference",
    folder: "docs",
    pages: [
      "docs/troubleshooting.md",
      "docs/configuration.md",
      "docs/cli.md",
      "docs/semantics.md",
      "docs/limits.md",
      "emulator/README.md",
      "docs/compatibility.md",
      "SECURITY.md",
      "CHANGELOG.md",
    ],
  },
  {
    title: "For contributors",
    pages: ["CONTRIBUTING.md", "docs/contributing/inferred.md", "docs/contributing/laws.md", "bench/README.md"],
  },
];

/** Where a page of the repository lies on the site. */
export const addressOf = (path: string): string =>
  path
    .replace(/^docs\//, "")
    .replace(/^README\.md$/, "overview.md")
    .replace(/README\.md$/, "index.md")
    .toLowerCase();

/** Every page of the site, by its path in the repository, in the order of the sidebar. */
export function readSidebar() {
  const listed = sections.flatMap(({ pages }) => pages);
  return sections.map(({ title, folder, pages }) => {
    const others = folder === undefined ? [] : globSync(`${folder}/*.md`, { cwd: root }).sort();
    const all = [
      ...globSync([...pages], { cwd: root }).sort(by(pages)),
      ...others.filter((path) => !listed.includes(path)),
    ];
    return { text: title, items: all.map((path) => ({ text: titleOf(path), link: `/${addressOf(path)}`, path })) };
  });
}

const by = (pages: readonly string[]) => (one: string, other: string) => pages.indexOf(one) - pages.indexOf(other);

function titleOf(path: string): string {
  // Its own title is that of the site.
  if (path === "README.md") return "Overview";
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, path), "utf8")) ?? [];
  if (title === undefined) throw new Error(`${path} has no title.`);
  return title.replaceAll("`", "");
}

/** The anchor of a heading, as GitHub makes it: the same links work there and on the site. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
