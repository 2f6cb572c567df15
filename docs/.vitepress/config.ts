import { defineConfig } from "vitepress";
import manifest from "../../package.json" with { type: "json" };
import { showDiagrams } from "./diagrams.ts";
import { showLanguagesAsTabs } from "./languages.ts";
import { followLinks, keepFiles, showCommands } from "./markdown.ts";
import { addressOf, readSidebar, root, slugOf } from "./pages.ts";
import { writePlainPages } from "./plain-pages.ts";

/** Undefined until package.json names one. */
const { repository }: { repository?: { url: string } } = manifest;

/** Where a page is edited: GitHub's form of the address in package.json. */
const editLink = repository && {
  pattern: `${repository.url.replace(/^git\+|\.git$/g, "")}/edit/main/:path`,
  text: "Edit this page",
};

/** The site: docs/ and the pages beside it that they lead to. Nothing in it comes from another host. */
export default defineConfig({
  title: "pulumi-statushub",
  description: "Keep a hosted status page in declarative code",
  // No icon, and no request for one.
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: root,
  srcExclude: ["!(docs|emulator|bench)/**/*", "bench/!(README.md)"],
  rewrites: addressOf,
  markdown: {
    anchor: { slugify: slugOf },
    config: (markdown) => {
      followLinks(markdown);
      showCommands(markdown);
      showLanguagesAsTabs(markdown);
      showDiagrams(markdown);
      // A line may begin with a placeholder such as <name>, in the middle of a piece of code that was wrapped there.
      markdown.disable("html_block");
    },
  },
  // That the file of such a link exists is checked when it is followed.
  ignoreDeadLinks: [/^(\.\.\/|\.\/)*files\//],
  buildEnd: async ({ outDir, pages }) => {
    await writePlainPages(pages, outDir);
    await keepFiles(outDir);
  },
  themeConfig: {
    nav: [{ text: `Version ${manifest.version}`, link: "/changelog" }],
    search: { provider: "local" },
    sidebar: readSidebar(),
    outline: [2, 3],
    docFooter: { prev: "Before", next: "Next" },
    ...(editLink && { editLink }),
  },
});
