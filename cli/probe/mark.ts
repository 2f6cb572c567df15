const prefix = "pulumi-statushub-probe";

/** Returns the mark that all records of one run bear, in their label, custom ID, address or title. */
export const createMark = (now: number, random: string): string => `${prefix}-${Math.floor(now / 1000)}-${random}`;

/** Matches in any case, because StatusHub may keep texts in another one. */
const pattern = new RegExp(`${prefix}-(\\d+)-[0-9a-z]+`, "i");

/** Returns the mark in a record, and when its run began; undefined if no run of `probe` has made the record. */
export function markIn(record: unknown): { readonly mark: string; readonly time: number } | undefined {
  const [mark, seconds] = pattern.exec(JSON.stringify(record) ?? "") ?? [];
  return mark === undefined ? undefined : { mark: mark.toLowerCase(), time: Number(seconds) * 1000 };
}
