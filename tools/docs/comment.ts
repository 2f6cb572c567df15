import ts from "typescript";

/** A documentation comment, taken apart. */
export interface Comment {
  /** The prose before the first tag, one paragraph a line. */
  readonly text: string;
  /** `@default`, where there is one. */
  readonly defaultValue: string | undefined;
  /** The code of each `@example`. */
  readonly examples: readonly string[];
}

/** Reads the documentation comment of a declaration. */
export function commentOf(node: ts.Node): Comment {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const tags = comments.flatMap((comment) => [...(comment.tags ?? [])]);
  const tagged = (name: string) => tags.filter((tag) => tag.tagName.text === name).map((tag) => plain(tag.comment));
  return {
    text: comments.map((comment) => plain(comment.comment)).join("\n\n"),
    defaultValue: tagged("default")[0]?.replace(/\s+/g, " "),
    examples: tagged("example").map((example) => example.replace(/^```\w*\n|\n?```$/g, "")),
  };
}

const plain = (comment: Parameters<typeof ts.getTextOfJSDocComment>[0]) =>
  ts.getTextOfJSDocComment(comment)?.trim() ?? "";

/** Parses one source file. */
export function parseSource(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
