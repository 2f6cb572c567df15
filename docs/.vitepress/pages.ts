import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kinds } from "../../model/kinds/index.ts";
import { kebab } from "../../model/kinds/kind.ts";

/** The folder of this repository. Paths of pages are relative to it. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Pages for contributors that are only on GitHub, because they would fill the results of every search. */
export const pagesOffSite: readonly string[] = [
  "docs/contributing/laws.md",
  "docs/contributing/dependencies.md",
  "emulator/CONTRIBUTING.md",
  ...globSync("{model,provider,sdk,cli,tools}/{,*/}README.md", { cwd: root, exclude: ["tools/bench/**"] }),
];

export const isOnSite = (path: string): boolean => path.endsWith(".md") && !pagesOffSite.includes(path);

const guides = (...names: readonly string[]) => names.map((name) => `docs/guides/${name}.md`);

/** The sections of the sidebar. Pages of a section's folder that aren't listed follow by name. */
const sections: readonly { title: string; pages: readonly string[]; folder?: string }[] = [
  {
    title: "Start",
    pages: [
      "docs/index.md",
      "README.md",
      ...guides("tutorial", "first-deploy", "adopting", "migrating", "python-go", "yaml", "api-keys"),
      "docs/examples.md",
      "docs/limits.md",
    ],
  },
  {
    title: "Write",
    pages: [
      ...guides(
        "maintenance-cookbook",
        "groups-and-hubs",
        "several-stacks",
        "services-next-to-infrastructure",
        "renaming",
        "testing",
      ),
      "docs/native.md",
    ],
  },
  {
    title: "Deploy",
    folder: "docs/guides",
    pages: guides("pipelines", "reviewing", "deploys", "incidents", "state", "promoting", "automation-api"),
  },
  {
    title: "Operate",
    pages: guides("drift", "interrupted-runs", "deleting", "upgrades"),
  },
  {
    title: "Resources",
    folder: "docs/resources",
    pages: kinds.map(({ kind }) => `docs/resources/${kebab(kind)}.md`),
  },
  {
    title: "Reference",
    folder: "docs",
    pages: [
      "docs/troubleshooting.md",
      ...["configuration", "program", "up", "commands"].map((name) => `docs/troubleshooting/${name}.md`),
      "docs/configuration.md",
      "docs/cli.md",
      "docs/semantics.md",
      "docs/glossary.md",
      "emulator/README.md",
      "docs/compatibility.md",
      "SECURITY.md",
      "CHANGELOG.md",
    ],
  },
  {
    title: "For contributors",
    pages: ["CONTRIBUTING.md", "docs/contributing/inferred.md", "tools/bench/README.md"],
  },
];

export const addressOf = (path: string): string =>
  path
    .replace(/^docs\//, "")
    .replace(/^README\.md$/, "overview.md")
    .replace(/README\.md$/, "index.md")
    .toLowerCase();

/** Returns the sidebar: every page with its title. */
export function readSidebar() {
  const listed = sections.flatMap(({ pages }) => pages);
  return sections.map(({ title, folder, pages }) => {
    const others = folder === undefined ? [] : globSync(`${folder}/*.md`, { cwd: root }).sort();
    const all = [...pages, ...others.filter((path) => !listed.includes(path))];
    return { text: title, items: all.map((path) => ({ text: titleOf(path), link: `/${addressOf(path)}` })) };
  });
}

function titleOf(path: string): string {
  // Its heading is the title of the site.
  if (path === "README.md") return "Overview";
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, path), "utf8")) ?? [];
  if (title === undefined) throw new Error(`${path} has no title.`);
  return title.replaceAll("`", "");
}

/** Returns the anchor of a heading. GitHub uses the same anchors, so links work in both places. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
