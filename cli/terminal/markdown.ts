import { plural } from "./paint.ts";

/** Comments and issues on GitHub hold 65,536 characters, and `head -c` in the workflows of our guides counts bytes. */
const longest = 60_000;

/** Adds as many parts as fit into a comment. The rest is counted. */
export function cutToComment(head: string, parts: readonly string[]): string {
  const ending = (left: number) => `\n${plural(left, "more line")} not shown.\n`;
  let text = head;
  let size = Buffer.byteLength(text + ending(parts.length));
  for (const [index, part] of parts.entries()) {
    size += Buffer.byteLength(part);
    if (size > longest) return text + ending(parts.length - index);
    text += part;
  }
  return text;
}

/** Shows a text as code, in which nothing is markup, a mention or a link: anyone may have written it. */
export const code = (text: string) => {
  const fence = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
};
