/** A character in any form of a server. */
const unit = /(?:%[\da-f]{2})+|\\u[\da-f]{4}|&(?:#x?[\da-f]+|[a-z]+);|./gisu;

function decoded(form: string): string {
  if (form.startsWith("%")) return Buffer.from(form.replaceAll("%", ""), "hex").toString();
  const [, hexadecimal, decimal] = /^(?:\\u|&#x)([\da-f]+)|^&#(\d+)/i.exec(form) ?? [];
  const code = Number(decimal ?? `0x${hexadecimal}`);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

/** Returns the letters and digits of a text, in lower case, and where each of them is. Other characters differ between forms. */
export function lettersIn(message: string) {
  const places = Array.from(message.matchAll(unit)).flatMap(({ 0: form, index: start }) => {
    const text = form.length > 2 ? decoded(form) : form;
    const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
    return letters.split("").map((letter) => ({ letter, start, end: start + form.length }));
  });
  return { letters: places.map(({ letter }) => letter).join(""), places };
}
