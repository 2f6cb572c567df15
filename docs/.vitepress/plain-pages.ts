import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { addressOnSite, relativeTo } from "./markdown.ts";
import { addressOf, readSidebar, root } from "./pages.ts";

/**
 * Writes each page of the site as Markdown beside its HTML, and a list of the pages in `llms.txt`, so that assistants
 * needn't read HTML (https://llmstxt.org).
 *
 * @param pages paths in the repository
 */
export async function writePlainPages(pages: readonly string[], outDir: string): Promise<void> {
  for (const page of pages) {
    const target = join(outDir, addressOf(page));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, plain(page));
  }
  await writeFile(join(outDir, "llms.txt"), list());
}

/** Returns the Markdown of a page, with its links adapted to the site. */
const plain = (page: string): string =>
  read(page).replaceAll(/(?<=\]\(|src=")[^)\s"]+/g, (href) => {
    const address = addressOnSite(page, href);
    return address === undefined ? href : relativeTo(`/${addressOf(page)}`, address);
  });

function list(): string {
  const sections = readSidebar().map(({ text, items }) => {
    const links = items.map((item) => `- [${item.text}](${item.link.slice(1)})${opening(item.path)}`);
    return `## ${text}\n\n${links.join("\n")}\n`;
  });
  return `# ${manifest.name}\n\n> ${manifest.description}\n\nVersion ${manifest.version}.\n\n${sections.join("\n")}`;
}

/** Returns the first sentence of a page, without links. */
function opening(page: string): string {
  const [, sentence] = /^# .+\n\n([A-Z](?:.|\n(?!\n))*?\.)(?=\s)/m.exec(read(page)) ?? [];
  return sentence === undefined ? "" : `: ${sentence.replaceAll(/\[(.+?)\]\(.+?\)/gs, "$1").replaceAll(/\s+/g, " ")}`;
}

const read = (page: string) => readFileSync(join(root, page), "utf8");
