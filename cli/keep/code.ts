const blockComment = /\/\*[\s\S]*?\*\//;
const lineComment = /\/\/[^\n]*/;
const templateText = /`(?:[^`\\]|\\[\s\S])*`/;
const doubleQuotedText = /"(?:[^"\\\n]|\\.)*"/;
const singleQuotedText = /'(?:[^'\\\n]|\\.)*'/;
/** A regular expression without a quote, or code between two divisions. */
const betweenSlashes = /\/(?:[^/\\[\]"'`\n]|\\[^/"'`\n]|\[[^/\\\]"'`\n]*\])+\//;

const commentsAndTexts = new RegExp(
  [blockComment, lineComment, templateText, doubleQuotedText, singleQuotedText, betweenSlashes]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** A text that can't be taken for code. */
const plainText = /^(["'])[^"'`\\()[\]{}]*\1$/;

/** An expression in a template that has no template in it. */
const simpleExpression = /\$\{(?:[^{}"'`]|"[^"{}\\`]*"|'[^'{}\\`]*')*\}/g;

/**
 * Blanks comments, and texts that could be taken for code. This is no parser: undefined if a file has a regular expression with a quote, a
 * single division, JSX, or a template in a template, in which a quote may be something else.
 */
export function codeIn(text: string): string | undefined {
  const rest = text.replace(commentsAndTexts, blank);
  const templates = (text.match(commentsAndTexts) ?? []).filter((part) => part.startsWith("`"));
  const areSimple = templates.every((template) => !template.replace(simpleExpression, "").includes("${"));
  if (/["'`/]/.test(rest) || !areSimple) return undefined;
  return text.replace(commentsAndTexts, (part) => (plainText.test(part) ? part : blank(part)));
}

const blank = (part: string) => part.replace(/[^\n]/g, " ");
