import type { Page } from "./pages.ts";

export interface Command {
  readonly page: string;
  /** `pulumi`, `pulumi-statushub` or `npm`. */
  readonly program: string;
  readonly words: readonly string[];
}

/** Returns every command line of the pages: in sentences, in code blocks and in workflows. */
export const commandsOf = (pages: readonly Page[]): Command[] =>
  pages.flatMap(({ path, phrases, blocks }) =>
    [...phrases, ...blocks.filter(({ language }) => shellLanguages.includes(language)).map(({ text }) => text)].flatMap(
      (text) => commandsIn(text).map((words) => ({ page: path, program: words[0] ?? "", words: words.slice(1) })),
    ),
  );

/** Indented code has no language. On these pages, it is always commands. */
const shellLanguages = ["", "sh", "console", "yaml"];

const prefix = /^(\$|-?\s*run:|-|source|exec|npx|--no-install|[A-Z_]+=\S*)$/;

function commandsIn(text: string): string[][] {
  const lines = text.split(/\n|&&|\|\|?|;|<\(|\$\(|\s--\s/).map((line) => line.replace(/(^|\s)#.*/, "").trim());
  return lines.flatMap((line) => {
    const words = line.split(/\s+/);
    while (prefix.test(words[0] ?? "")) words.shift();
    return ["pulumi", "pulumi-statushub", "npm"].includes(words[0] ?? "") ? [words] : [];
  });
}

export const optionsOf = ({ words }: Command): string[] =>
  words.flatMap((word) => /^(--[a-z][a-z-]*|-[a-zA-Z])(?=$|=|\])/.exec(word.replace(/^\[/, ""))?.[1] ?? []);

/** Returns the names of the command and its subcommands: `stack output`. */
export function namesOf({ words }: Command): string[] {
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return words.slice(0, end === -1 ? words.length : end);
}
