import type { Declared } from "../../model/api/form.ts";
import { hubCalled } from "../../model/kinds/hub.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { StatusHubError } from "../client/errors.ts";
import type { Hubs } from "../client/hubs.ts";
import { ambiguousHub, malformedImportId } from "../errors/read.ts";
import { isRecordIdOf } from "./check.ts";
import { isWorthDeclaring } from "./forms/compare.ts";
import { newOwner, type State, stateWith } from "./forms/state.ts";
import { read } from "./read.ts";
import { hubNamedIn, hubOf } from "./record/hub.ts";
import type { ReadResult } from "./record/read.ts";
import { type Context, open } from "./record/scope.ts";
import { importedSeries } from "./series/adopt.ts";
import { mayBeSeries } from "./series/occurrences.ts";

/** A record as a user names it in an import or a lookup. */
interface Named {
  /** As the user enters it, such as `acme/1234`; or as the state has it, once it is parsed. */
  readonly id: string;
  /** The values that the program declares besides, such as the hub. */
  readonly declared: Declared;
}

/**
 * Reads a record that isn't in any state: for a lookup, or for an import with the declaration that a program would need
 * for it.
 */
export async function importRecord(
  account: Account,
  context: Context,
  { isImport, ...given }: Named & { readonly isImport: boolean },
): Promise<ReadResult | undefined> {
  const { definition } = context;
  const { id, declared } = await parseImportId(account, definition, given);
  const found = await read(account, context, { id, state: stateWith(declared) });
  if (found === undefined) return undefined;
  // A record that a program looks up is in its state, too, but declares nothing, not even what it was found by, and has adopted
  // nothing. So a refresh can tell it from what the stack manages (`isManaged`).
  if (!isImport) return { ...found, state: { ...found.state, declared: [] } };
  const hub = declared.hub === undefined ? {} : { hub: declared.hub };
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

/**
 * Parses the ID that a user enters:
 *
 *     "acme/1234"          the record 1234 of the hub "acme"
 *     "1234"               the record 1234, if `declared` has the hub
 *     "acme" or "1"        for a Hub, its subdomain or ID
 *
 * @throws if it is none of these, or names another hub than `declared`
 */
export async function parseImportId(
  { hubs }: Pick<Account, "hubs">,
  definition: Definition,
  { id, declared }: Named,
): Promise<Named> {
  if (isAdoptOnly(definition)) {
    const isLookedUpByName = declared.subdomain !== undefined;
    return isLookedUpByName ? { id, declared } : parseHubId(hubs, definition, id);
  }
  const [, subdomain = "", recordId = ""] = /^([^/]+)\/([^/]+)$/.exec(id) ?? [];
  if (isRecordIdOf(definition, recordId)) {
    await requireSameHub(hubs, { id, subdomain }, declared);
    return { id: recordId, declared: { ...declared, hub: declared.hub ?? hubCalled(subdomain) } };
  }
  if (declared.hub !== undefined) return { id, declared };
  throw new StatusHubError(malformedImportId.record({ id: JSON.stringify(id), kind: definition.kind }));
}

/** Requires that the hub in the ID is the one that a lookup passes besides: by its subdomain if it passes one, otherwise by its ID. */
async function requireSameHub(
  hubs: Hubs,
  { id, subdomain }: { readonly id: string; readonly subdomain: string },
  declared: Declared,
): Promise<void> {
  const passed = hubNamedIn(declared);
  const conflict = (hub: string) =>
    new StatusHubError(malformedImportId.hubs({ id: JSON.stringify(id), subdomain, hub }));
  if (passed.subdomain !== undefined) {
    if (passed.subdomain !== subdomain) throw conflict(JSON.stringify(passed.subdomain));
  } else if (passed.id !== undefined) {
    const isSame = passed.id === (await hubs.idOf(subdomain));
    if (!isSame) throw conflict(`the one with the ID ${passed.id}`);
  }
}

/**
 * Names a hub by its ID, as the state does.
 *
 *     not a number                                  the hub with this subdomain
 *     a number: the ID or the subdomain of a hub    that hub
 *     the ID of one hub, the subdomain of another   refused
 *     neither                                       kept as it is: the read doesn't find it
 */
async function parseHubId(hubs: Hubs, definition: Definition, text: string): Promise<Named> {
  if (!isRecordIdOf(definition, text)) {
    const { id } = await hubs.resolve({ subdomain: text });
    return { id, declared: { subdomain: text } };
  }
  const mayBeSubdomain = definition.properties.subdomain?.type.schema.safeParse(text).success;
  const bySubdomain = mayBeSubdomain ? await hubs.find(text) : undefined;
  const byId = (await hubs.list()).find((hub) => String(hub.id) === text);
  if (bySubdomain !== undefined && byId !== undefined) {
    const id = String(bySubdomain.id);
    const isOther = id !== text;
    if (isOther) throw new StatusHubError(ambiguousHub({ text, subdomain: String(byId.subdomain), id }));
  }
  const hub = bySubdomain ?? byId;
  if (hub === undefined) return { id: text, declared: {} };
  return { id: String(hub.id), declared: { subdomain: hub.subdomain } };
}
