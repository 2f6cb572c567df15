import type { RoutedRequest, Tables } from "../../emulator/held-account.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { isHub, kinds } from "../records.ts";
import type { Fields } from "./fields.ts";
import type { LiveReader } from "./live-reader.ts";
import { tableOf } from "./page.ts";

/** Reads what a request asks for, and before a write also what the emulator checks. */
export async function prepare({ route, params, query, body }: RoutedRequest, reader: LiveReader): Promise<void> {
  if (route.resource === "hubs" && route.verb === "list") return reader.readHubs();
  const hub = await reader.findHub(params.subdomain ?? "");
  const definition = kinds.find((each) => tableOf(each) === route.resource);
  // Nothing is read for a hub that isn't there, so that the copy answers 404, as the page does.
  if (hub === undefined || definition === undefined || isHub(definition.kind)) return;
  if (route.verb === "list") {
    const isOfDeleted = query.deleted?.[0] === "true";
    return reader.readList(hub, definition, isOfDeleted ? "deleted" : "live");
  }
  const id = idIn({ route, params });
  if (route.operation.method === "GET") {
    // The provider reads a record if its list may show it in another form.
    if (id !== undefined) await reader.readRecord(hub, definition, id);
    return;
  }
  await prepareWrite((body?.value ?? {}) as Fields, { hub, definition, reader });
  if (id !== undefined) await reader.readUnlessWhole(hub, definition, id);
}

/** The ID in the path of a request for one record. */
function idIn({ route, params }: Pick<RoutedRequest, "route" | "params">): string | undefined {
  const last = route.parameters.at(-1);
  return last?.table === route.resource ? params[last.name] : undefined;
}

interface WriteTarget {
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
async function prepareWrite(body: Fields, { hub, definition, reader }: WriteTarget): Promise<void> {
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
