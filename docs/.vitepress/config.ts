import { defineConfig } from "vitepress";
import { followLinks, keepFiles, showCommands } from "./markdown.ts";
import { addressOf, readSidebar, root, slugOf } from "./pages.ts";

/** The site: docs/ and the pages beside it that they lead to. Nothing in it comes from another host. */
export default defineConfig({
  title: "pulumi-statushub",
  description: "Keep a hosted status page in declarative code",
  srcDir: root,
  srcExclude: ["!(docs|emulator|bench)/**/*", "bench/!(README.md)"],
  rewrites: addressOf,
  markdown: {
    anchor: { slugify: slugOf },
    config: (markdown) => {
      followLinks(markdown);
      showCommands(markdown);
      // A line may begin with a placeholder such as <name>, in the middle of a piece of code that was wrapped there.
      markdown.disable("html_block");
    },
  },
  // That the file of such a link exists is checked when it is followed.
  ignoreDeadLinks: [/^\/files\//],
  buildEnd: ({ outDir }) => keepFiles(outDir),
  themeConfig: {
    search: { provider: "local" },
    sidebar: readSidebar(),
    outline: [2, 3],
    docFooter: { prev: "Before", next: "Next" },
  },
});
