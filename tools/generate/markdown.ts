export const code = (text: string): string => `\`${text}\``;

export const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

interface Lines {
  /** @default the width of the repository */
  readonly width?: number;
  /** Prefix of each line except the first. */
  readonly indent?: string;
}

/** Wraps prose, but keeps code on one line. */
export function wrapped(text: string, { width = 120, indent = "" }: Lines = {}): string {
  const lines: string[] = [];
  for (const [word] of text.matchAll(/(?:`[^`]*`|[^\s`])+/g)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(line === undefined ? word : indent + word);
  }
  return lines.join("\n");
}

/** Joins blocks of a page with a blank line between them; empty ones are left out. */
export const join = (...blocks: readonly (string | readonly string[])[]): string =>
  blocks
    .flat()
    .filter((text) => text !== "")
    .join("\n\n");
