import type { Live } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { isDeleted } from "../../model/api/live.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { wireOfLive } from "../../provider/rehearse.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of a live record in the form of a request, by the keys of the API. */
export function fieldsOf(definition: Definition, live: Live): Fields {
  const { outputs } = definition;
  const given = Object.entries(outputs).map(([name, output]) => [output.key ?? name, output.read(live)]);
  const fields = {
    updated_at: live.updated_at ?? live.created_at,
    ...Object.fromEntries(given),
    ...wireOfLive(definition, live),
  };
  return { ...mapTimes(fields), id: Number(live.id), deleted: isDeleted(live) };
}

/** A service may write times in another form than the emulator, which compares them as texts. */
const mapTimes = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const time = /_(time|at)$/.test(key) && typeof value === "string" ? parseInstant(value) : undefined;
      return [key, time === undefined ? value : formatInstant(time)];
    }),
  );
