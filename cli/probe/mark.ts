import { type KindName, kinds } from "./probed-kinds.ts";
import type { Fields } from "./recording.ts";

const prefix = "pulumi-statushub-probe";

/** Returns the mark that all records of one run bear, with a number after it. */
export const createMark = (now: number, random: string): string => `${prefix}-${Math.floor(now / 1000)}-${random}`;

/** Matches in any case, because StatusHub may keep texts in another one. */
const pattern = new RegExp(`${prefix}-(\\d+)-[0-9a-z]+`, "i");

/** Returns the mark that a record mentions anywhere; undefined if it mentions none. */
export const markIn = (record: unknown): string | undefined => pattern.exec(JSON.stringify(record))?.[0].toLowerCase();

/** Whose a record is. */
export interface Owner {
  readonly mark: string;
  /** The mark with its number. */
  readonly name: string;
  /** When the run began, in milliseconds since 1970. */
  readonly time: number;
}

/**
 * Returns whose a record is: `nobody` if no run of `probe` has made it, and undefined if a list leaves that out. A record
 * that only mentions a mark is somebody else's.
 */
export function ownerOf(kind: KindName, record: Fields): Owner | "nobody" | undefined {
  const { marked } = kinds[kind];
  if (!(marked in record)) return undefined;
  const texts = [record[marked]].flat().map((text) => String(text).toLowerCase());
  for (const name of texts) {
    const [mark, seconds] = new RegExp(`^${pattern.source}(?=-\\d+$)`).exec(name) ?? [];
    if (mark !== undefined) return { mark, name, time: Number(seconds) * 1000 };
  }
  // It may be shortened.
  return texts.some((text) => text.length > 2 && text.startsWith(prefix.slice(0, 3))) ? undefined : "nobody";
}
