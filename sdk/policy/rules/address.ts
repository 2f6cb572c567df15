import { openAddress } from "../errors.ts";
import { kindOf, Marked, type PolicyResource, textIn, valuesOf } from "../resource.ts";
import type { Finding, Rule } from "../rule.ts";

/**
 * Requires addresses to be secret and to appear in no other text, because they are personal data or let anyone post to
 * a channel. Only a contact may be in a text that visitors read.
 */
export const address: Rule = {
  name: "statushub-address-secret",
  description:
    "Addresses of subscriptions are secret and in no other property, except contacts in texts that visitors read.",
  scope: "stack",
  check: (resources, { showsSecrets }) => {
    const subscriptions = resources.filter((resource) => kindOf(resource) === "Subscription");
    const open = subscriptions.filter((resource) => typeof valuesOf(resource).address === "string");
    const sought = subscriptions.flatMap((resource) => soughtFor(textIn(valuesOf(resource).address) ?? ""));
    return [
      ...(showsSecrets ? open.map((resource) => ({ resource, message: openAddress.notSecret() })) : []),
      ...resources
        .filter((resource) => kindOf(resource) !== undefined)
        .flatMap((resource) => findLeak(resource, sought)),
    ];
  },
};

/** An address to search for in other texts. */
interface Sought {
  readonly pattern: RegExp;
  /** Whether it lets anyone post to a channel. Otherwise it is a contact, which may be published on purpose. */
  readonly isCredential: boolean;
}

/** Properties with texts that a team writes for visitors, in which a contact may be published on purpose. */
const published = ["name", "publicName", "description", "title", "body", "productUrl"];

function findLeak(resource: PolicyResource, sought: readonly Sought[]): Finding[] {
  const { address: _, configuration: __, ...others } = valuesOf(resource);
  return Object.entries(others)
    .filter(([property, value]) => {
      const secrets = published.includes(property) ? sought.filter(({ isCredential }) => isCredential) : sought;
      return openTextsIn(value)
        .flatMap(readingsOf)
        .some((text) => secrets.some(({ pattern }) => pattern.test(text)));
    })
    .map(([property]) => ({ resource, message: openAddress.repeated({ property }) }));
}

function openTextsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || value instanceof Marked) return [];
  return Object.values(value).flatMap(openTextsIn);
}

/** A text itself, what HTML shows of it, and what its links contain: `&` may be written `&amp;`, `&#38;` or `%26`. */
function readingsOf(text: string): string[] {
  const shown = text.replace(/&(?:amp|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (_, decimal?: string, hex?: string) =>
    String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? "26", 16)),
  );
  const linked = shown.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return [text, shown, linked];
}

/** Fewer digits could occur in any text. */
const fewestDigits = 6;

function soughtFor(address: string): Sought[] {
  const url = /^https?:\/\/(.*?)\/*$/i.exec(address.trim())?.[1];
  if (url !== undefined) {
    // A host alone doesn't allow posting.
    return /[/?@]/.test(url) ? [{ pattern: whole(escaped(url)), isCredential: true }] : [];
  }
  if (address.includes("@")) return [{ pattern: whole(escaped(address.trim())), isCredential: false }];
  const digits = address.replace(/\D/g, "");
  if (digits.length < fewestDigits) return [];
  return [{ pattern: new RegExp(`(?<!\\d)${[...digits].join("[\\s().+-]*")}(?!\\d)`), isCredential: false }];
}

/**
 * Matches the text in any case, but not as part of another address: `acme.example/hook` isn't in `acme.example/hooks`.
 */
const whole = (text: string) => new RegExp(`(?<![\\w.+-])${text}(?![-/.:@=+~%]*\\w)`, "i");

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
