import { type Letter, lettersIn } from "./letters.ts";

interface RedactOptions {
  /** Stands in a message instead of a secret. */
  readonly mask: string;
  /** How many letters and digits in a row reveal a longer secret. So many are masked wherever they stand, and fewer only as a word. */
  readonly least: number;
  /** Whether anybody may see these words, although a secret contains them: such as the host of a secret address. */
  readonly isClear: (words: string) => boolean;
}

const usual: RedactOptions = { mask: "[secret]", least: 6, isClear: () => false };

/**
 * Masks secrets in a message, in whatever form a server quotes them: only letters and digits are compared. Any six in a row
 * from a secret are masked, and a shorter secret if it stands there as a whole word.
 *
 *     secret         message               shown
 *     abcdefgh       no x-abc defg.        no x-[secret].     seven in a row, whatever stands between them
 *     abcdefgh       no abcde              no abcde           five of a longer secret
 *     ab             ab, a-b, cab          [secret], [secret], cab
 */
export function redact(message: string, secrets: readonly string[], options: Partial<RedactOptions> = {}): string {
  const { mask, least, isClear } = { ...usual, ...options };
  const letters = lettersIn(message);
  let masked = "";
  let shownUntil = 0;
  for (const { first, next } of secretRuns(letters, piecesOf(secrets, least), least)) {
    const start = letters[first]?.start ?? 0;
    const end = letters[next - 1]?.end ?? message.length;
    const areWholeWords = isWordEdge(letters, first) && isWordEdge(letters, next);
    if (areWholeWords && isClear(message.slice(start, end))) continue;
    masked += message.slice(shownUntil, start) + mask;
    shownUntil = end;
  }
  return masked + message.slice(shownUntil);
}

/** Returns the texts that reveal a secret: every row of `least` letters and digits from it, or all of a shorter one. */
function piecesOf(secrets: readonly string[], least: number): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    for (const form of [secret, Buffer.from(secret).toString("base64")]) {
      const letters = joined(lettersIn(form));
      const isShort = letters.length < least;
      if (isShort) pieces.add(letters);
      for (let at = 0; at + least <= letters.length; at += 1) pieces.add(letters.slice(at, at + least));
    }
  }
  return pieces;
}

/** Letters of a message in a row, from the index `first` to the one before `next`. */
interface Run {
  readonly first: number;
  next: number;
}

/** Returns the parts of a message that consist of pieces, joined where pieces overlap. */
function secretRuns(letters: readonly Letter[], pieces: ReadonlySet<string>, least: number): Run[] {
  const text = joined(letters);

  /** Returns the index after the longest piece that begins with a letter; undefined if none does. */
  const endOfPiece = (first: number): number | undefined => {
    const longest = Math.min(least, letters.length - first);
    for (let length = longest; length > 0; length -= 1) {
      const next = first + length;
      const isPiece = pieces.has(text.slice(first, next));
      const areWholeWords = isWordEdge(letters, first) && isWordEdge(letters, next);
      // A short secret within a word is only a syllable.
      const counts = length === least || areWholeWords;
      if (isPiece && counts) return next;
    }
    return undefined;
  };

  const runs: Run[] = [];
  for (const first of letters.keys()) {
    const next = endOfPiece(first);
    if (next === undefined) continue;
    const last = runs.at(-1);
    if (last !== undefined && first < last.next) last.next = Math.max(last.next, next);
    else runs.push({ first, next });
  }
  return runs;
}

/** Whether a word begins at a letter, or has ended just before it: another character is in between, or the message begins or ends there. */
const isWordEdge = (letters: readonly Letter[], at: number): boolean => letters[at - 1]?.end !== letters[at]?.start;

const joined = (letters: readonly Letter[]): string => letters.map(({ letter }) => letter).join("");
