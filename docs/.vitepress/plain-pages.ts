import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { addressOnSite, relativeTo } from "./markdown.ts";
import { addressOf, readSidebar, root } from "./pages.ts";

/**
 * Writes each page of the site as Markdown beside its HTML, and `llms.txt` with a list of them (https://llmstxt.org): what
 * an assistant reads instead of HTML and scripts.
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

/** The text of a page, with links that lead to the same places from where the site has it. */
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

/** The first sentence of a page, without its links. */
function opening(page: string): string {
  const [, sentence] = /^# .+\n\n([A-Z](?:.|\n(?!\n))*?\.)(?=\s)/m.exec(read(page)) ?? [];
  return sentence === undefined ? "" : `: ${sentence.replaceAll(/\[(.+?)\]\(.+?\)/gs, "$1").replaceAll(/\s+/g, " ")}`;
}

const read = (page: string) => readFileSync(join(root, page), "utf8");
