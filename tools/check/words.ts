/** Phrases that sound translated, and their replacements. */
const habits: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bby hand\b/gi, "manually, outside Pulumi, in the control panel"],
  [/\banew\b/gi, "again, replaces"],
  [/\balone\b/gi, "only"],
  [/\b(and|by|to|with) nothing else\b|\bnothing else is\b/gi, "only"],
  [/(?<=^|[.!|] |[-*] )What [^.?!|:]+\.(?= |$)/gm, "the thing itself, as the subject"],
  [/\bof which\b/gi, "whose, or a sentence of its own"],
  [/\b(says?|said|answers?) no\b/gi, "rejects, declines"],
  [/\b(dynamic|native|both|either|two) ways?\b/gi, "the dynamic provider, the native provider"],
  [/\banswer(s|ed|ing)?\b/gi, "response, responds, returns"],
  [/\b(an?|the|this|our|native|without|with|by) plug-?in\b/gi, "the native provider"],
];

/** Uses that are fine. */
const accepted = [/\bleave (it|them) alone\b/gi, /\bfind your answer\b/gi, /\beither way,/gi];

export interface Habit {
  readonly line: number;
  readonly words: string;
  readonly instead: string;
}

const blank = (text: string) => text.replace(/[^\n]/g, " ");

/** Returns the prose and the comments in code blocks. The code itself uses names from Pulumi and the API. */
const proseIn = (markdown: string) =>
  markdown
    .replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replace(/^(?!.*(\/\/|#) ).*$/gm, blank))
    .replace(/`[^`\n]+`/g, blank);

/** Returns the code of a module without its comments, which users don't see. */
const messagesIn = (source: string) => source.replace(/^ *(\/\*|\*|\/\/).*$/gm, blank);

/** Finds these words in a page or in the messages of a module, even across line breaks. */
export function findHabits(text: string, path: string): Habit[] {
  const read = path.endsWith(".md") ? proseIn(text) : messagesIn(text);
  const checked = accepted.reduce((rest, use) => rest.replace(use, blank), read);
  return habits.flatMap(([pattern, instead]) =>
    [...checked.matchAll(new RegExp(pattern.source.replaceAll(" ", "\\s+"), pattern.flags))].map((match) => ({
      line: checked.slice(0, match.index).split("\n").length,
      words: match[0].replace(/\s+/g, " ").trim(),
      instead,
    })),
  );
}
