import type { RoutedRequest, Tables } from "../../emulator/held-account.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { isHub, kinds } from "../records.ts";
import type { Fields } from "./fields.ts";
import type { LiveReader } from "./live-reader.ts";
import { tableOf } from "./page.ts";

/**
 * Reads what a request asks for, and before a write also what the emulator checks.
 *
 * @returns what the response has to say instead of what the emulator would
 */
export async function prepare(request: RoutedRequest, reader: LiveReader): Promise<object | undefined> {
  const { route, params, body } = request;
  if (route.resource === "hubs" && route.verb === "list") {
    await reader.readHubs();
    return undefined;
  }
  const hub = await reader.findHub(params.subdomain ?? "");
  const definition = kinds.find((each) => tableOf(each) === route.resource);
  // Nothing is read for a hub that isn't there, so that the copy answers 404, as the page does.
  if (hub === undefined || definition === undefined || isHub(definition.kind)) return undefined;
  if (route.verb === "list") return prepareList(request, { hub, definition, reader });
  const id = idIn(request);
  if (route.operation.method === "GET") {
    // The provider reads a record if its list may show it in another form.
    if (id !== undefined) await reader.readRecord(hub, definition, id);
    return undefined;
  }
  await prepareWrite((body?.value ?? {}) as Fields, { hub, definition, reader });
  if (id !== undefined) await reader.readUnlessWhole(hub, definition, id);
  return undefined;
}

/** The first page of a long list says how many there are. So the provider asks for the others only if it needs them. */
async function prepareList({ query }: RoutedRequest, { hub, definition, reader }: Target): Promise<object | undefined> {
  const isOfDeleted = query.deleted?.[0] === "true";
  const isFirstPage = query.page?.[0] === "1";
  if (isOfDeleted) {
    await reader.readDeleted(hub, definition);
    return undefined;
  }
  if (!isFirstPage) {
    await reader.readList(hub, definition);
    return undefined;
  }
  await reader.readFromFirstPage(hub, definition);
  const page_count = reader.longListPages(hub, definition);
  return page_count === undefined ? undefined : { page_count };
}

/** The ID in the path of a request for one record. */
function idIn({ route, params }: RoutedRequest): string | undefined {
  const last = route.parameters.at(-1);
  return last?.table === route.resource ? params[last.name] : undefined;
}

interface Target {
  readonly hub: Tables["hubs"];
  readonly definition: Definition;
  readonly reader: LiveReader;
}

/**
 * Reads what the emulator looks for before a write:
 *
 * - records that are equal to the written one: the list of its kind. If that can't be read, the emulator knows those that are held
 * - records that the body names: the list of their kind, on the hub that has them, or else each by itself. If another hub has them, the
 *   emulator has to know that it shares its groups
 * - the group of a service
 */
async function prepareWrite(body: Fields, { hub, definition, reader }: Target): Promise<void> {
  await reader.canReadList(hub, definition);
  for (const { key, type } of Object.values(definition.properties)) {
    const named = kinds.find(({ kind }) => kind === type.references?.kind);
    if (named === undefined || body[key] === undefined) continue;
    const owner = await reader.hubThatHas(hub, named);
    const isListed = await reader.canReadList(owner, named);
    if (!isListed) {
      const ids = type.references?.idsIn(type.fromWire(body[key], undefined)) ?? [];
      for (const id of ids) await reader.readUnlessWhole(owner, named, String(id));
    }
    if (owner !== hub) reader.held.shareGroups(hub, owner);
  }
  if (typeof body.group_id === "number") reader.held.putGroup(hub, body.group_id);
}
