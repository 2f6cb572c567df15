import { lettersIn } from "./letters.ts";

const usual = { mask: "[secret]", least: 6, isClear: (_words: string): boolean => false };

/** Masks what has six letters and digits in a row from a secret, unless it is clear words, and shorter secrets as whole words. */
export function redact(message: string, secrets: readonly string[], options: Partial<typeof usual> = {}): string {
  const { mask, least, isClear } = { ...usual, ...options };
  const { letters, places } = lettersIn(message);
  const rowsOf = (all: string) =>
    Array.from({ length: Math.max(1, all.length - least + 1) }, (_, at) => all.slice(at, at + least));
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString("base64")]);
  const hidden = new Set(forms.flatMap((form) => rowsOf(lettersIn(form).letters)));
  const isEdge = (at: number) => places[at - 1]?.end !== places[at]?.start;
  const runs: { first: number; next: number }[] = [];
  for (const at of places.keys()) {
    const isWhole = (size: number) => (size < least ? isEdge(at) && isEdge(at + size) : at + size <= letters.length);
    const isHidden = (size: number) => hidden.has(letters.slice(at, at + size)) && isWhole(size);
    const size = Array.from({ length: least }, (_, less) => least - less).find(isHidden);
    if (size === undefined) continue;
    const run = runs.at(-1);
    if (run === undefined || at >= run.next) runs.push({ first: at, next: at + size });
    else run.next = Math.max(run.next, at + size);
  }
  let text = "";
  let shown = 0;
  for (const { first, next } of runs) {
    const start = places[first]?.start ?? 0;
    const end = places[next - 1]?.end ?? message.length;
    if (isEdge(first) && isEdge(next) && isClear(message.slice(start, end))) continue;
    text += message.slice(shown, start) + mask;
    shown = end;
  }
  return text + message.slice(shown);
}
