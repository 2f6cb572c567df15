/** Shorter secrets may occur in any message, so they are masked only as whole words. */
const shortest = 4;

/**
 * Masks secrets in a message. The API quotes rejected values in its own form: in another case, encoded or shortened. How
 * messages name an API key, `nameOfKey` in `config.ts` says.
 */
export function redact(message: string, secrets: readonly string[], mask = "[secret]"): string {
  return secrets
    .flatMap(formsOf)
    .sort((one, other) => other.length - one.length)
    .reduce((text, form) => maskCut(maskWhole(text, form, mask), form, mask), maskNumbers(message, secrets, mask));
}

/** Masks phone numbers with any separators between the digits. */
const maskNumbers = (message: string, secrets: readonly string[], mask: string) =>
  secrets
    .filter((secret) => /^\+?[\d\s()./-]+$/.test(secret) && secret.replace(/\D/g, "").length >= 6)
    .map((number) => [...number.replace(/\D/g, "")].join("[\\s()./-]*"))
    .reduce((text, digits) => text.replace(new RegExp(`\\+?${digits}(?!\\d)`, "g"), mask), message);

/** The secret part of a webhook's address is its path, which may be quoted without the rest. */
function formsOf(secret: string): string[] {
  const text = secret.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const path = url === undefined ? "" : `${url.pathname}${url.search}`;
  return [text, ...(path.length > shortest ? [path] : [])].flatMap((form) => [
    form,
    JSON.stringify(form).slice(1, -1),
    // Half of a surrogate pair can't be encoded.
    encodeURIComponent(form.toWellFormed()),
    encodeURI(form.toWellFormed()),
    form.replaceAll("&", "&amp;"),
    Buffer.from(form).toString("base64").replace(/=+$/, ""),
  ]);
}

function maskWhole(text: string, form: string, mask: string): string {
  // It can't occur, and a pattern can be too long.
  if (form.length > text.length) return text;
  const pattern = patternOf(form);
  const whole = form.length < shortest ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern;
  return text.replace(new RegExp(whole, "giu"), mask);
}

/** Masks a shortened quotation, which ends in dots, perhaps in the middle of a secret. */
function maskCut(text: string, form: string, mask: string): string {
  if (!/\.{3}|…/.test(text)) return text;
  for (let length = Math.min(form.length, text.length) - 1; length >= shortest; length--) {
    const cut = new RegExp(`${patternOf(form.slice(0, length))}(?=\\.{3}|…)`, "giu");
    if (cut.test(text)) return text.replace(cut, mask);
  }
  return text;
}

const patternOf = (form: string) => form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
