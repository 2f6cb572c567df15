import { defineConfig } from "vitepress";
import manifest from "../../package.json" with { type: "json" };
import { followLinks, showLanguagesAsTabs } from "./markdown.ts";
import { addressOf, pagesOffSite, readSidebar, root, slugOf } from "./pages.ts";

/** Undefined until package.json names them. The homepage is the address of the site. */
const { repository: named, homepage }: { repository?: { url: string }; homepage?: string } = manifest;
const repository = named?.url.replace(/^git\+|\.git$/g, "");

/** A service that is up. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="#1f9d55"/>' +
  '<path d="M4 8.5 7 11.5 12 5.5" fill="none" stroke="#fff" stroke-width="2"/></svg>';

/** The site has the pages of docs/ and the pages elsewhere that they link to. It loads nothing from other hosts. */
export default defineConfig({
  title: "pulumi-statushub",
  description: "Keep a hosted status page in declarative code",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  srcDir: root,
  srcExclude: [
    "!(docs|emulator|tools)/**/*",
    "tools/!(bench)/**/*",
    "tools/*.*",
    "tools/bench/!(README.md)",
    ...pagesOffSite,
  ],
  rewrites: addressOf,
  lastUpdated: true,
  ...(homepage && { sitemap: { hostname: homepage } }),
  markdown: {
    anchor: { slugify: slugOf },
    config: (markdown) => {
      followLinks(markdown, repository);
      showLanguagesAsTabs(markdown);
      // Inline code may be wrapped before a placeholder such as <name>, which isn't HTML.
      markdown.disable("html_block");
    },
  },
  // Files that aren't pages have no address yet. A test checks every link.
  ignoreDeadLinks: repository === undefined,
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
    docFooter: { prev: "Previous", next: "Next" },
    ...(repository && { editLink: { pattern: `${repository}/edit/main/:path`, text: "Edit this page" } }),
  },
});
