import type { Live } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { isDeleted } from "../../model/api/live.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { wireOfLive } from "../../provider/rehearse.ts";

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns what a response shows of a record, by the keys of the API and in the form of a request: properties that programs declare,
 * outputs that only the API sets, and what every row of the emulator has.
 */
export function fieldsOf(definition: Definition, live: Live): Fields {
  const fields = {
    updated_at: live.updated_at ?? live.created_at,
    ...outputsOf(definition, live),
    ...wireOfLive(definition, live),
  };
  return { ...withPlainTimes(fields), id: Number(live.id), deleted: isDeleted(live) };
}

function outputsOf({ outputs }: Definition, live: Live): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, { key, read }] of Object.entries(outputs)) fields[key ?? name] = read(live);
  return fields;
}

/** StatusHub may write times in another form than the emulator, which compares them as texts. */
function withPlainTimes(fields: Fields): Fields {
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const isTime = key.endsWith("_time") || key.endsWith("_at");
    const instant = isTime && typeof value === "string" ? parseInstant(value) : undefined;
    plain[key] = instant === undefined ? value : formatInstant(instant);
  }
  return plain;
}
