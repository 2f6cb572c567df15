import { html, raw } from "hono/html";
import type { Markup } from "./document.ts";

/**
 * Documented: `body` fields accept basic HTML tags. Inferred: these. Each tag is rewritten without attributes, so that
 * no original markup remains.
 */
const allowed = new Set("a b blockquote br code em h3 h4 hr i li ol p pre s small strong sub sup u ul".split(" "));

const empty = new Set(["br", "hr"]);

/** Elements whose content isn't text for readers. */
const silenced = new Set(["script", "style", "template", "noscript", "iframe", "object", "svg", "math", "textarea"]);

const deepest = 20;

// A comment or declaration, a tag with its attributes, or a run of text. What follows a name begins with another character,
// so that a long name isn't split at each of its letters.
const token =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?![a-zA-Z0-9])((?:"[^"]*"|'[^']*'|[^'"<>])*)>|[^<]+|</g;

/**
 * Converts the body of an event to markup: keeps basic tags, drops all others and escapes the rest. Our own, because a
 * sanitizer that also closes open tags, so that a body can't affect the rest of the page, depends on 16 packages.
 */
export function richText(body: string): Markup {
  const open: string[] = [];
  let written = "";
  for (const { text, name, attributes, isEnd } of tokensForReaders(body)) {
    if (name === "") written += isComment(text) ? "" : escapedText(text);
    else if (allowed.has(name)) written += isEnd ? closed(open, name) : opened(open, name, attributes);
  }
  return raw(written + open.toReversed().map(endTag).join(""));
}

interface Token {
  readonly text: string;
  /** The name of the element in lower case; empty if it isn't a tag. */
  readonly name: string;
  readonly attributes: string;
  readonly isEnd: boolean;
}

/** The parts of a body, without silenced elements and what they contain. */
function* tokensForReaders(body: string): Generator<Token> {
  let silencedBy: string | undefined;
  for (const [text, slash, tag = "", attributes = ""] of body.matchAll(token)) {
    const name = tag.toLowerCase();
    const isEnd = slash === "/";
    if (silencedBy !== undefined) {
      if (isEnd && name === silencedBy) silencedBy = undefined;
    } else if (!silenced.has(name)) {
      yield { text, name, attributes, isEnd };
    } else if (!isEnd) {
      silencedBy = name;
    }
  }
}

/** A comment or a declaration. */
const isComment = (markup: string): boolean => /^<[!?]/.test(markup);

function opened(open: string[], name: string, attributes: string): string {
  if (empty.has(name)) return `<${name}>`;
  if (open.length >= deepest || (name === "a" && open.includes("a"))) return "";
  if (name !== "a") {
    open.push(name);
    return `<${name}>`;
  }
  const target = linkTarget(attributes);
  if (target === undefined) return "";
  open.push(name);
  return String(html`<a href="${target}" rel="nofollow noopener noreferrer">`);
}

/** Closes an element and the open elements inside it. */
function closed(open: string[], name: string): string {
  const at = open.lastIndexOf(name);
  return at < 0 ? "" : open.splice(at).toReversed().map(endTag).join("");
}

const endTag = (name: string): string => `</${name}>`;

/** Text may contain character references, which can't form a tag. */
const escapedText = (text: string): string =>
  String(html`${text}`).replaceAll(/&amp;(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g, "&$1;");

function linkTarget(attributes: string): string | undefined {
  const [, inDouble, inSingle, bare] = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  const sent = inDouble ?? inSingle ?? bare;
  return sent === undefined ? undefined : safeUrl(sent.replaceAll(/&amp;/gi, "&"));
}

/** Returns a URL that is safe to link: a web page or a mailbox. Undefined for any other. */
export function safeUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return ["http:", "https:", "mailto:"].includes(protocol) ? href : undefined;
}
