/** A character in any form of a server; or a word of the API or of our advice, which is no secret in any address that has it. */
const unit = /(?:%[\da-f]{2})+|\\u[\da-f]{4}|&(?:#x?[\da-f]+|[a-z]+);|services|statushub|subscription|recover|./gisu;

function decoded(form: string): string {
  if (form.startsWith("%")) return Buffer.from(form.replaceAll("%", ""), "hex").toString();
  const [, hexadecimal, decimal] = /^(?:\\u|&#x)([\da-f]+)|^&#(\d+)/i.exec(form) ?? [];
  const code = Number(decimal ?? `0x${hexadecimal}`);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

function read(message: string) {
  const all = Array.from(message.matchAll(unit), ({ 0: form, index }) => {
    const text = form.length > 2 ? decoded(form) : form;
    const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
    return { letters, places: letters.split("").map(() => ({ start: index, end: index + form.length })) };
  });
  return { letters: all.map(({ letters }) => letters).join(""), places: all.flatMap(({ places }) => places) };
}

/** Masks what has six letters and digits in a row from a secret, and shorter secrets as whole words. */
export function redact(message: string, secrets: readonly string[], mask = "[secret]", least = 6): string {
  const { letters, places } = read(message);
  const rowsOf = (all: string) =>
    Array.from({ length: Math.max(1, all.length - least + 1) }, (_, at) => all.slice(at, at + least));
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString("base64")]);
  const hidden = new Set(forms.flatMap((form) => rowsOf(read(form).letters)));
  const isEdge = (at: number) => places[at - 1]?.end !== places[at]?.start;
  let text = "";
  /** Up to here, the message is in the text, or masked. */
  let shown = 0;
  /** The number of letters that are in the text, or masked. */
  let end = 0;
  for (const [at, { start }] of places.entries()) {
    const isWhole = (size: number) => (size < least ? isEdge(at) && isEdge(at + size) : at + size <= letters.length);
    const isHidden = (size: number) => hidden.has(letters.slice(at, at + size)) && isWhole(size);
    const size = Array.from({ length: least }, (_, less) => least - less).find(isHidden);
    if (size === undefined) continue;
    if (at >= end) text += message.slice(shown, start) + mask;
    end = Math.max(end, at + size);
    shown = places[end - 1]?.end ?? message.length;
  }
  return text + message.slice(shown);
}
