import type { Live } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { isDeleted } from "../../model/api/live.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { wireOfLive } from "../../provider/rehearse.ts";

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields for a row of the emulator, from what a response shows of a record: `held-records.ts` puts the row into the accounts
 * in memory. A row has values in the form of a request, which a response may show in another one.
 *
 * - properties that programs declare
 * - outputs that only the API sets, such as `created_at`
 * - what every row has besides: `updated_at`, `id` and `deleted`
 *
 * No key is in two of these groups.
 */
export function fieldsOf(definition: Definition, live: Live): Fields {
  const fields = {
    ...wireOfLive(definition, live),
    ...outputsOf(definition, live),
    // A list may not show it, but the emulator holds no row without it.
    updated_at: live.updated_at ?? live.created_at,
  };
  return { ...withPlainTimes(fields), id: Number(live.id), deleted: isDeleted(live) };
}

function outputsOf({ outputs }: Definition, live: Live): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, { key, read }] of Object.entries(outputs)) fields[key ?? name] = read(live);
  return fields;
}

/**
 * StatusHub may write times in another form than the emulator, which compares them as texts. Their keys end with `_time` or `_at`.
 * The only time inside of another field, `event_repeat.end_on`, is parsed before the emulator uses it, so it stays as it is.
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
