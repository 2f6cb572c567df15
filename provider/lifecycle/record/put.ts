import type { Declared, Live, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { ignoredProperty, maskedKeys } from "../../errors/up.ts";
import type { Kept, Known } from "../forms/known.ts";
import { shown } from "../forms/secrets.ts";
import { storedAfterWrite } from "../forms/stored.ts";
import { mergesKeys, propertyWithMasks, type Update, wireOf, wireOfPut } from "../forms/wire.ts";
import { PartialError, subject } from "./operation-error.ts";
import type { Target } from "./scope.ts";
import type { Writable } from "./writable.ts";

/** Sends exactly the changes: one PUT, or no request. */
export async function put(record: Writable, known: Known, update: Update): Promise<Known> {
  const { definition, collection, id } = record;
  const { sent } = wireOf(update.changes);
  if (sent.size === 0) return known;
  const others = mergesKeys(update.changes) ? await collection.get(id) : undefined;
  const masked = propertyWithMasks(definition, known.stored, update, others ?? {});
  if (masked !== undefined) throw new StatusHubError(maskedKeys({ property: masked }));
  const wire = wireOfPut(definition, known.stored, update, others ?? {});
  const returned = await collection.put(id, wire);
  return {
    ...known,
    live: { ...stillValid(definition, known.live, wire), ...returned },
    sent: new Set([...known.sent, ...sent]),
  };
}

/**
 * Returns the fields of earlier responses that a PUT doesn't change, because its response may lack them. If it changes a
 * property that responses show elsewhere, such as in the flags, only fields of other properties are sure to be valid.
 */
function stillValid({ properties, outputs }: Definition, live: Live, wire: Wire): Live {
  const described = [...Object.values(properties), ...Object.values(outputs)].map((described) => described.wire);
  const isShownElsewhere = Object.values(properties).some(({ requestOnly, wire: key }) => requestOnly && key in wire);
  return Object.fromEntries(
    Object.entries(live).filter(([key]) => !(key in wire) && (!isShownElsewhere || described.includes(key))),
  );
}

/**
 * Returns what the state holds of a record after its last PUT.
 *
 * @throws PartialError if the API accepted a property but kept another value: the state gets the live value, so that
 * the next preview still shows the difference
 */
export function resultOf(record: Target, known: Known, declared: Declared): Kept {
  const { definition, id } = record;
  const { stored, ignored } = storedAfterWrite(record, known, declared);
  if (ignored.length === 0) return { id, stored };
  const valueIn = (name: string) => shown(stored[name], definition.properties[name]?.secret) ?? "a different value";
  const kept = ignored.map((name) => `${name} is ${valueIn(name)} there`).join(", ");
  const message = ignoredProperty({
    subject: subject({ definition, declared, recordId: id }),
    properties: ignored.join(", "),
    kept,
  });
  throw new PartialError(message, { recordId: id, stored });
}
