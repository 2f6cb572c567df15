import { html, raw } from "hono/html";
import type { Markup } from "./document.ts";

/*
 * Shows the bodies of events. Each tag is rewritten, so nothing of the original markup gets into the page. Our own code,
 * because a sanitizer that also closes open elements depends on 16 packages.
 */

/** Documented: `body` fields accept basic HTML tags. Inferred: these. */
const basicElements = new Set(
  "a b blockquote br code em h3 h4 hr i li ol p pre s small strong sub sup u ul".split(" "),
);

/** Basic elements that have no content, and so no end tag. */
const elementsWithoutContent = new Set(["br", "hr"]);

/** Elements whose content isn't text for readers. */
const hiddenElements = new Set("script style template noscript iframe object svg math textarea".split(" "));

const mostOpenElements = 20;

/** Converts a body to markup: escapes its text, keeps basic tags without attributes except a link's address, and drops the rest. */
export function richText(body: string): Markup {
  const openElements: string[] = [];
  let markup = "";
  for (const { text, name, attributes, isEndTag } of visiblePieces(body)) {
    if (name === undefined) markup += escapedText(text);
    else if (!basicElements.has(name)) continue;
    else if (isEndTag) markup += closeElement(openElements, name);
    else markup += openElement(openElements, name, attributes);
  }
  return raw(markup + endTagsOf(openElements));
}

/** A tag, or what is between tags. */
interface Piece {
  /** Empty for a tag, and for a comment or a declaration, which readers don't see. */
  readonly text: string;
  /** The element of a tag, in lower case; undefined between tags. */
  readonly name: string | undefined;
  readonly attributes: string;
  readonly isEndTag: boolean;
}

/** Up to the end of the body if it isn't closed. */
const comment = /<!--[\s\S]*?(?:-->|$)/;

/** Such as `<!doctype html>` or `<?xml version="1.0"?>`. */
const declaration = /<[!?][^>]*>?/;

/** A quoted value may contain `>`. The name must end where it ends, so that a long one isn't tried at each of its letters. */
const tag = /<(?<slash>\/?)(?<name>[a-zA-Z][a-zA-Z0-9]*)(?![a-zA-Z0-9])(?<attributes>(?:"[^"]*"|'[^']*'|[^'"<>])*)>/;

/** A `<` that begins nothing else is text. */
const plainText = /(?<text>[^<]+|<)/;

/** Matches the next piece of a body, whatever it is. The first pattern that matches wins. */
const anyPiece = new RegExp([comment, declaration, tag, plainText].map(({ source }) => source).join("|"), "g");

/** Returns the pieces of a body in order, without hidden elements and their content. */
function* visiblePieces(body: string): Generator<Piece> {
  let hiddenIn: string | undefined;
  for (const { groups = {} } of body.matchAll(anyPiece)) {
    const { text = "", attributes = "" } = groups;
    const name = groups.name?.toLowerCase();
    const isEndTag = groups.slash === "/";
    if (hiddenIn !== undefined) {
      const endsHere = isEndTag && name === hiddenIn;
      if (endsHere) hiddenIn = undefined;
    } else if (name === undefined || !hiddenElements.has(name)) {
      yield { text, name, attributes, isEndTag };
    } else if (!isEndTag) {
      hiddenIn = name;
    }
  }
}

/** Returns the start tag of an element; nothing if the element can't be here. */
function openElement(openElements: string[], name: string, attributes: string): string {
  if (elementsWithoutContent.has(name)) return `<${name}>`;
  const isLinkInLink = name === "a" && openElements.includes("a");
  if (isLinkInLink || openElements.length >= mostOpenElements) return "";
  const startTag = name === "a" ? linkTag(attributes) : `<${name}>`;
  if (startTag === "") return "";
  openElements.push(name);
  return startTag;
}

/** Returns the end tags of an element and of the open elements inside it; nothing if it isn't open. */
function closeElement(openElements: string[], name: string): string {
  const index = openElements.lastIndexOf(name);
  return index < 0 ? "" : endTagsOf(openElements.splice(index));
}

/** The innermost element, which is the last, is closed first. */
const endTagsOf = (names: readonly string[]): string =>
  names
    .toReversed()
    .map((name) => `</${name}>`)
    .join("");

/** Escapes a text but keeps character references such as `&eacute;`, which can't form a tag. */
const escapedText = (text: string): string =>
  String(html`${text}`).replaceAll(/&amp;(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g, "&$1;");

/** Returns nothing for a link without a safe address. */
function linkTag(attributes: string): string {
  const address = hrefIn(attributes);
  const url = address === undefined ? undefined : safeUrl(address.replaceAll(/&amp;/gi, "&"));
  return url === undefined ? "" : String(html`<a href="${url}" rel="nofollow noopener noreferrer">`);
}

/** Returns the value of `href`, which may be in double quotes, in single quotes or in none. */
function hrefIn(attributes: string): string | undefined {
  const href = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  return href?.slice(1).find((value) => value !== undefined);
}

/** Returns a URL that is safe to link: a web page or a mailbox. Undefined for any other. */
export function safeUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return ["http:", "https:", "mailto:"].includes(protocol) ? href : undefined;
}
