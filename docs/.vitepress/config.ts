import { defineConfig } from "vitepress";
import manifest from "../../package.json" with { type: "json" };
import { showDiagrams } from "./diagrams.ts";
import { showLanguagesAsTabs } from "./languages.ts";
import { followLinks, keepFiles, showCommands } from "./markdown.ts";
import { addressOf, pagesOffSite, readSidebar, root, slugOf } from "./pages.ts";
import { writePlainPages } from "./plain-pages.ts";

/** Undefined until package.json names one. */
const { repository }: { repository?: { url: string } } = manifest;

/** The address for editing a page on GitHub. */
const editLink = repository && {
  pattern: `${repository.url.replace(/^git\+|\.git$/g, "")}/edit/main/:path`,
  text: "Edit this page",
};

/** The site has the pages of docs/ and the pages elsewhere that they link to. It loads nothing from other hosts. */
export default defineConfig({
  title: "pulumi-statushub",
  description: "Keep a hosted status page in declarative code",
  // Without this, browsers request /favicon.ico.
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: root,
  srcExclude: ["!(docs|emulator|bench)/**/*", "bench/!(README.md)", ...pagesOffSite],
  rewrites: addressOf,
  lastUpdated: true,
  markdown: {
    anchor: { slugify: slugOf },
    config: (markdown) => {
      followLinks(markdown);
      showCommands(markdown);
      showLanguagesAsTabs(markdown);
      showDiagrams(markdown);
      // Inline code may be wrapped before a placeholder such as <name>, which isn't HTML.
      markdown.disable("html_block");
    },
  },
  // `followLinks` checks that the files of these links exist.
  ignoreDeadLinks: [/^(\.\.\/|\.\/)*files\//],
  buildEnd: async ({ outDir, pages }) => {
    await writePlainPages(pages, outDir);
    await keepFiles(outDir);
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/guides/tutorial" },
      { text: "Reference", link: "/resources/service" },
      { text: "CLI", link: "/cli" },
      { text: `Version ${manifest.version}`, link: "/changelog" },
    ],
    search: { provider: "local" },
    sidebar: readSidebar().map((section, index) => ({ ...section, collapsed: index > 0 })),
    outline: [2, 3],
    docFooter: { prev: "Before", next: "Next" },
    ...(editLink && { editLink }),
  },
});
