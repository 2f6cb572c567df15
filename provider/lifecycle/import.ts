import { recordIdText } from "../../api/field.ts";
import { ambiguousHub, malformedImportId } from "../../errors/read.ts";
import { type Definition, isAdoptOnly, type Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { StatusHubError } from "../client/errors.ts";
import type { Hubs } from "../client/hubs.ts";
import { newAdoption } from "./adopt.ts";
import { isWorthDeclaring } from "./compare.ts";
import { hubOf, open } from "./hub.ts";
import { withOccurrences } from "./occurrences.ts";
import type { Owners } from "./owners.ts";
import { type Found, read } from "./read.ts";

/**
 * Reads a record that isn't in any state, with the inputs that a program would declare for it.
 *
 * @param id as the user enters it
 * @param given inputs that the program passes besides the ID
 */
export async function importRecord(
  account: Account,
  definition: Definition,
  { id, given, owners }: { id: string; given: Values; owners: Owners },
): Promise<Found | undefined> {
  const { id: recordId, values } = await nameIn(account, definition, { id, given });
  const live = await read(account, definition, { id: recordId, outputs: values, owners });
  if (live === undefined) return undefined;
  const declared = {
    ...(values.hub !== undefined && { hub: values.hub }),
    ...worthDeclaring(definition, live.outputs),
  };
  // Read again, from the cache, as if these inputs were declared: this is how the state will have them.
  const found = await read(account, definition, { id: recordId, outputs: declared, owners });
  if (found === undefined) return undefined;
  const collection = await open(account, definition, hubOf(definition, recordId, found.outputs));
  const scope = { definition, collection, owners };
  const outputs = await withOccurrences(scope, found, collection.live);
  return { ...found, outputs: { ...outputs, ...newAdoption() } };
}

/**
 * Returns the inputs that a program needs to keep the record as it is, without empty ones and those only used on
 * create.
 */
function worthDeclaring({ properties }: Definition, outputs: Values): Values {
  return Object.fromEntries(
    Object.entries(outputs).filter(([name, value]) => {
      const property = properties[name];
      if (property === undefined || value === null || value === undefined) return false;
      return isWorthDeclaring(property, property.type.toWire(value));
    }),
  );
}

/** A record as named in an import: its ID in the state, and the inputs that a program would declare to find it. */
interface Named {
  readonly id: string;
  readonly values: Values;
}

/**
 * Parses the ID that a user enters: `acme/1234`, or `1234` if the hub is given separately; for a hub, its ID or
 * subdomain.
 *
 * @param given inputs that a look-up passes besides the ID
 * @throws if it is none of these
 */
export async function nameIn(
  { hubs }: Pick<Account, "hubs">,
  definition: Definition,
  { id, given }: { id: string; given: Values },
): Promise<Named> {
  if (isAdoptOnly(definition))
    return given.subdomain === undefined ? nameOfHub(hubs, definition, id) : { id, values: given };
  const [, subdomain = "", recordId = ""] = /^([^/]+)\/([^/]+)$/.exec(id) ?? [];
  if (isRecordId(definition, recordId)) {
    // A bare number may be an ID, so a program has to say which of the two it means.
    const hub = /^\d+$/.test(subdomain) ? { subdomain } : subdomain;
    return { id: recordId, values: { ...given, hub: given.hub ?? hub } };
  }
  if (given.hub !== undefined) return { id, values: given };
  throw new StatusHubError(malformedImportId.record({ id: JSON.stringify(id), kind: definition.kind }));
}

/** Names a hub by its ID, as the state does. A number may be an ID or a subdomain. */
async function nameOfHub(hubs: Hubs, definition: Definition, text: string): Promise<Named> {
  if (!isRecordId(definition, text)) {
    return { id: (await hubs.resolve({ subdomain: text })).id, values: { subdomain: text } };
  }
  const isSubdomain = definition.properties.subdomain?.type.schema.safeParse(text).success;
  const called = isSubdomain ? await hubs.find(text) : undefined;
  const numbered = (await hubs.list()).find((hub) => String(hub.id) === text);
  if (called !== undefined && numbered !== undefined && String(called.id) !== text) {
    throw new StatusHubError(ambiguousHub({ text, subdomain: String(numbered.subdomain), id: String(called.id) }));
  }
  const hub = called ?? numbered;
  return hub === undefined ? { id: text, values: {} } : { id: String(hub.id), values: { subdomain: hub.subdomain } };
}

/** Whether a text is a valid ID of this kind: a whole number from 1, or the API's own text. */
export function isRecordId({ operations: { recordId } }: Definition, id: string): boolean {
  return recordId.safeParse(recordIdText.test(id) ? Number(id) : id).success;
}
