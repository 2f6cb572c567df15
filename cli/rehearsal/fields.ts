import type { Live } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { isDeleted } from "../../model/api/live.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { wireOfLive } from "../../provider/rehearse.ts";

export type Fields = Readonly<Record<string, unknown>>;

/*
 * A record of the live page as a row of the emulator. A row has values as a request sends them, which a response may show in another form:
 * `flags: { draft: true }` of a response is `state: "draft"` in a row.
 */

/** Returns the fields for a row, from what a response shows of a record. `held-records.ts` puts the row into the accounts in memory. */
export function fieldsOf(definition: Definition, live: Live): Fields {
  const declared = wireOfLive(definition, live);
  const outputs = outputsOf(definition, live);
  // Each row needs it, and a list may not show it.
  const updated_at = live.updated_at ?? live.created_at;
  // No key is in two of these.
  const shown = { ...declared, ...outputs, updated_at };
  return { ...withPlainTimes(shown), id: Number(live.id), deleted: isDeleted(live) };
}

/** Returns what only the API sets, such as `created_at`, by the key in a row. */
function outputsOf({ outputs }: Definition, live: Live): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, { key, read }] of Object.entries(outputs)) fields[key ?? name] = read(live);
  return fields;
}

/**
 * StatusHub may write times in another form than the emulator, which compares them as texts. Their keys end with `_time` or `_at`. Only the
 * end of a pattern (`event_repeat.end_on`) is inside of another field, and stays as it is: the emulator parses it for the dates of a series,
 * and compares the pattern with one that a request sends, which the provider only does to change it.
 */
function withPlainTimes(fields: Fields): Fields {
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const isTime = key.endsWith("_time") || key.endsWith("_at");
    const instant = isTime && typeof value === "string" ? parseInstant(value) : undefined;
    plain[key] = instant === undefined ? value : formatInstant(instant);
  }
  return plain;
}
