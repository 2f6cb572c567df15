/*
 * Reads what is code in a file of TypeScript, so that a search by patterns finds nothing in comments and texts. This is no parser: it knows
 * the forms below, and gives up if a file has others.
 */

const blockComment = /\/\*[\s\S]*?\*\//;
const lineComment = /\/\/[^\n]*/;
const templateText = /`(?:[^`\\]|\\[\s\S])*`/;
const doubleQuotedText = /"(?:[^"\\\n]|\\.)*"/;
const singleQuotedText = /'(?:[^'\\\n]|\\.)*'/;
/** A regular expression without a quote, or code between two divisions. */
const betweenSlashes = /\/(?:[^/\\[\]"'`\n]|\\[^/"'`\n]|\[[^/\\\]"'`\n]*\])+\//;

/** Whichever begins first, so that a quote in a comment begins no text. */
const commentsAndTexts = new RegExp(
  [blockComment, lineComment, templateText, doubleQuotedText, singleQuotedText, betweenSlashes]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** A quoted text without brackets, quotes and backslashes: it can't be taken for code, and may be a path or a name. */
const plainText = /^(["'])[^"'`\\()[\]{}]*\1$/;

/** A `${...}` without a template and without braces in it. */
const simpleExpression = /\$\{(?:[^{}"'`]|"[^"{}\\`]*"|'[^'{}\\`]*')*\}/g;

/**
 * Blanks comments and texts, except plain ones. Undefined if what is blanked may not be what it seems: a file has a regular expression with
 * a quote, a single division, JSX, or a template in a template.
 */
export function codeIn(text: string): string | undefined {
  const found = text.match(commentsAndTexts) ?? [];
  if (found.some(mayHoldTemplate)) return undefined;
  const left = text.replace(commentsAndTexts, blank);
  const hasOtherForm = /["'`/]/.test(left);
  if (hasOtherForm) return undefined;
  return text.replace(commentsAndTexts, (part) => (plainText.test(part) ? part : blank(part)));
}

const mayHoldTemplate = (part: string) => part.startsWith("`") && part.replace(simpleExpression, "").includes("${");

/** Keeps the lines. */
const blank = (part: string) => part.replace(/[^\n]/g, " ");
