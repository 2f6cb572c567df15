import { recordIdText } from "../../model/api/field.ts";
import type { Declared } from "../../model/api/form.ts";
import { hubCalled } from "../../model/kinds/hub.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { StatusHubError } from "../client/errors.ts";
import type { Hubs } from "../client/hubs.ts";
import { ambiguousHub, malformedImportId } from "../errors/read.ts";
import { isWorthDeclaring } from "./forms/compare.ts";
import { newOwner, type State, stateWith } from "./forms/state.ts";
import { read } from "./read.ts";
import { hubNamedIn, hubOf } from "./record/hub.ts";
import type { ReadResult } from "./record/read.ts";
import { type Context, open } from "./record/scope.ts";
import { importedSeries } from "./series/adopt.ts";
import { mayBeSeries } from "./series/occurrences.ts";

/**
 * Reads a record that isn't in any state: for a lookup, or for an import with the declaration that a program would need
 * for it.
 *
 * @param id as the user enters it
 * @param declared what the program declares besides the ID
 */
export async function importRecord(
  account: Account,
  context: Context,
  { isImport, ...given }: Named & { readonly isImport: boolean },
): Promise<ReadResult | undefined> {
  const { definition } = context;
  const { id, declared: place } = await parseImportId(account, definition, given);
  const found = await read(account, context, { id, state: stateWith(place) });
  if (found === undefined) return undefined;
  // A record that a program looks up is in its state, too, but declares nothing, not even what it was found by, and has adopted
  // nothing. So a refresh can tell it from what the stack manages (`isManaged`).
  if (!isImport) return { ...found, state: { ...found.state, declared: [] } };
  const hub = place.hub === undefined ? {} : { hub: place.hub };
  return readAsDeclared(account, context, id, { ...hub, ...worthDeclaring(definition, found.state) });
}

/** Reads a record again, from the cache, as if a program declared it: this is how the state will have it. */
async function readAsDeclared(
  account: Account,
  context: Context,
  id: string,
  declared: Declared,
): Promise<ReadResult | undefined> {
  const { definition } = context;
  const imported = await read(account, context, { id, state: stateWith(declared, newOwner()) });
  if (imported === undefined) return undefined;
  const collection = await open(account, definition, hubOf(definition, { stored: imported.state.values }));
  const scope = { ...context, collection };
  return mayBeSeries(scope) ? { ...imported, state: await importedSeries(scope, imported) } : imported;
}

/** Returns what a program has to declare to keep the record as it is, without empty values and those only used on create. */
function worthDeclaring({ properties }: Definition, { values }: State): Declared {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const property = properties[name];
      if (property === undefined || value === null || value === undefined) return false;
      return isWorthDeclaring(property, property.type.toWire(value));
    }),
  );
}

/** A record as named in an import: its ID in the state, and what a program would declare to find it. */
type Named = Pick<ReadResult, "id" | "declared">;

/**
 * Parses the ID that a user enters: `acme/1234`, or `1234` if the hub is given separately; for a hub, its ID or
 * subdomain.
 *
 * @throws if it is none of these
 */
export async function parseImportId(
  { hubs }: Pick<Account, "hubs">,
  definition: Definition,
  { id, declared }: Named,
): Promise<Named> {
  if (isAdoptOnly(definition))
    return declared.subdomain === undefined ? parseHubId(hubs, definition, id) : { id, declared };
  const [, subdomain = "", recordId = ""] = /^([^/]+)\/([^/]+)$/.exec(id) ?? [];
  if (isRecordId(definition, recordId)) {
    await requireSameHub(hubs, { id, subdomain }, declared);
    return { id: recordId, declared: { ...declared, hub: declared.hub ?? hubCalled(subdomain) } };
  }
  if (declared.hub !== undefined) return { id, declared };
  throw new StatusHubError(malformedImportId.record({ id: JSON.stringify(id), kind: definition.kind }));
}

/** A lookup may pass its hub and name one in the ID as well. */
async function requireSameHub(
  hubs: Hubs,
  { id, subdomain }: { readonly id: string; readonly subdomain: string },
  declared: Declared,
): Promise<void> {
  const passed = hubNamedIn(declared);
  const conflict = (hub: string) =>
    new StatusHubError(malformedImportId.hubs({ id: JSON.stringify(id), subdomain, hub }));
  if (passed.subdomain !== undefined) {
    if (passed.subdomain === subdomain) return;
    throw conflict(JSON.stringify(passed.subdomain));
  }
  if (passed.id === undefined || passed.id === (await hubs.idOf(subdomain))) return;
  throw conflict(`the one with the ID ${passed.id}`);
}

/** Names a hub by its ID, as the state does. A number may be an ID or a subdomain. */
async function parseHubId(hubs: Hubs, definition: Definition, text: string): Promise<Named> {
  if (!isRecordId(definition, text)) {
    return { id: (await hubs.resolve({ subdomain: text })).id, declared: { subdomain: text } };
  }
  const isSubdomain = definition.properties.subdomain?.type.schema.safeParse(text).success;
  const called = isSubdomain ? await hubs.find(text) : undefined;
  const numbered = (await hubs.list()).find((hub) => String(hub.id) === text);
  if (called !== undefined && numbered !== undefined && String(called.id) !== text) {
    throw new StatusHubError(ambiguousHub({ text, subdomain: String(numbered.subdomain), id: String(called.id) }));
  }
  const hub = called ?? numbered;
  return hub === undefined
    ? { id: text, declared: {} }
    : { id: String(hub.id), declared: { subdomain: hub.subdomain } };
}

/** Whether a text is a valid ID of this kind: a whole number from 1, or the API's own text. */
export function isRecordId({ operations: { recordId } }: Definition, id: string): boolean {
  return recordId.safeParse(recordIdText.test(id) ? Number(id) : id).success;
}
