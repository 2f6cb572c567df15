/*
 * What a text says, whatever form a server gives it: its markup, entities, white space, quotes and case.
 */

/**
 * Returns a canonical value as text, without entities.
 *
 * @param simplify is applied to each text. Members of a set are sorted by what it leaves of them. @default nothing
 */
export function textIn(value: unknown, simplify = (text: string) => text): string {
  if (Array.isArray(value)) {
    const members = value.map((item) => textIn(item, simplify));
    return members.sort().join("\n");
  }
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return simplify(withoutEntities(text));
}

/** An entity: a hexadecimal code such as `&#x26;`, a decimal one such as `&#38;`, or a name such as `&amp;`. */
const entity = /&(?:#x([0-9a-f]{1,5})|#(\d{1,6})|(\w+));/gi;
const entities = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }));

const withoutEntities = (text: string): string =>
  text.replace(entity, (all, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number(`0x${hex}`));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return entities.get(name) ?? all;
  });

/** Members of a set are JSON, which escapes quotes and line breaks with a backslash. */
export const withoutSpaces = (text: string): string =>
  text
    .replace(quotes, "")
    .normalize("NFKC")
    .replace(/\\[nrt]|[\s\\]+/g, "");

/** A server may have replaced straight ones by typographic ones. */
const quotes = /["'`´«»‹›\u2018-\u201f\u2032\u2033]/g;

/** In capitals first, because "ß" becomes "SS". */
export const withoutCase = (text: string): string => text.toUpperCase().toLowerCase();

/** Anything between angle brackets. */
const bracketed = /<[^>]*>/g;

export const withoutMarkup = (text: string): string => text.replace(bracketed, "");

/** The tags with an address, such as those of links and images. */
const addressed = /<[^>]*?\b(?:href|src)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)[^>]*>/gi;

/** Returns a text without markup, but with the addresses of its links and images. */
export const withAddresses = (text: string): string => withoutMarkup(text.replace(addressed, "$1"));

/** Returns a text without the tags and attributes that a response has nowhere: the service drops them. */
export function withKeptMarkup(text: string, live: string): string {
  const shown = tagsIn(live);
  return text.replace(bracketed, (tag) => {
    const [found] = tagsIn(tag);
    // Text between angle brackets is no markup if the response shows it.
    if (found === undefined) return live.includes(tag) ? tag : "";
    const alike = shown.filter(({ name }) => name === found.name);
    if (alike.length === 0) return "";
    const isShown = (attribute: string) => alike.some(({ attributes }) => attributes.has(attribute));
    const attributes = [...found.attributes].filter(([name]) => isShown(name)).sort();
    return `<${found.slash}${found.name} ${JSON.stringify(attributes)}>`;
  });
}

interface Tag {
  readonly slash: string;
  readonly name: string;
  /** The values by the names of the attributes. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** A tag: perhaps a slash, a name that begins with a letter, and the attributes. */
const tagPattern = /^<(\/?)([a-z][a-z0-9-]*)(.*)>$/is;
/** An attribute: its name, and perhaps a value in double quotes, in single quotes, or in none. */
const attributePattern = /([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;

/** Returns the tags in a text. Angle brackets around anything else are no tag. */
function tagsIn(text: string): Tag[] {
  return (text.match(bracketed) ?? []).flatMap((found) => {
    const [, slash = "", name, attributes = ""] = tagPattern.exec(found) ?? [];
    return name === undefined ? [] : [{ slash, name: name.toLowerCase(), attributes: attributesIn(attributes) }];
  });
}

function attributesIn(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", inDouble, inSingle, bare] of text.matchAll(attributePattern))
    attributes.set(name.toLowerCase(), inDouble ?? inSingle ?? bare ?? "");
  return attributes;
}
