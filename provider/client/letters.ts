/** A letter or digit of a text in lower case, and the part of the text that stands for it. */
export interface Letter {
  readonly letter: string;
  readonly start: number;
  readonly end: number;
}

/**
 * One character as a server may write it: its bytes in UTF-8, one or several that go on (`%41`, `%C3%A9`), an escape (`\u00e9`), an entity
 * (`&#233;`, `&amp;`), or as it is.
 */
const character = /%[\da-f]{2}(?:%[89ab][\da-f])*|\\u[\da-f]{4}|&(?:#x?[\da-f]+|[a-z]+);|./gisu;

/** Returns the letters and digits of a text, in order. Other characters are left out, because they differ between forms. */
export function lettersIn(text: string): Letter[] {
  return Array.from(text.matchAll(character)).flatMap(({ 0: form, index: start }) => {
    const end = start + form.length;
    const letters = decoded(form)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "");
    return letters.split("").map((letter) => ({ letter, start, end }));
  });
}

/** Decodes one form of a character. A named entity has no letters, because such entities are quotes, ampersands and the like. */
function decoded(form: string): string {
  const isAsItIs = form.length <= 2;
  if (isAsItIs) return form;
  if (form.startsWith("%")) return Buffer.from(form.replaceAll("%", ""), "hex").toString();
  const hexadecimal = /^(?:\\u|&#x)([\da-f]+)/i.exec(form)?.[1];
  const decimal = /^&#(\d+)/.exec(form)?.[1];
  const code = hexadecimal === undefined ? Number(decimal) : Number(`0x${hexadecimal}`);
  const isCharacter = code <= 0x10_ff_ff;
  return isCharacter ? String.fromCodePoint(code) : "";
}
