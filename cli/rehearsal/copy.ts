import { randomBytes } from "node:crypto";
import {
  HeldAccount,
  HttpError,
  type RoutedRequest,
  type TableName,
  type Tables,
} from "../../emulator/held-account.ts";
import type { Live } from "../../model/api/form.ts";
import { saysWhetherDeleted } from "../../model/api/live.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { type Account, open } from "../../provider/inspect.ts";
import { isHub, kinds } from "../records.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { type Gap, lastLiveId, type Page, recordName, type StatesOfRecords, tableOf } from "./page.ts";
import { Reading } from "./reading.ts";
import { joinSeries } from "./series.ts";

/*
 * A page on demand. Two accounts in memory, before and after an update, begin empty. The second answers the requests of the
 * provider, and what a request asks for is read from the live page first, and put into both. So what is read is what the
 * provider asks for, and there is no list of what a rehearsal needs.
 */

/** Opens a page that is still empty. The account is only read. */
export async function openPage(account: Account, states: StatesOfRecords): Promise<Page> {
  const copy = new Copy(account, states);
  const { url, close } = await copy.after.serve((request) => copy.prepare(request));
  return Object.assign(copy, { url, close });
}

const hubKind = kinds.find(({ kind }) => isHub(kind));
const kindOf = (table: string) => kinds.find((definition) => tableOf(definition) === table);

class Copy {
  readonly apiKey = randomBytes(24).toString("base64url");
  readonly baseUrl: string;
  readonly before: HeldAccount;
  readonly after: HeldAccount;
  readonly account: Account;
  readonly #reading = new Reading();
  readonly #states: StatesOfRecords;
  /** The live subdomains of hubs, by ID. */
  readonly #subdomains = new Map<number, string>();
  /** Records that a list has shown only in part. */
  readonly #lean = new Set<string>();
  /** Lists that show even less than they should, by hub and kind. */
  readonly #partial = new Set<string>();
  readonly #notHeld = new Set<string>();
  #ahead = 0;

  constructor(account: Account, states: StatesOfRecords) {
    this.account = account;
    this.baseUrl = account.client.connection.baseUrl;
    this.#states = states;
    this.before = new HeldAccount(this.apiKey, this);
    this.after = new HeldAccount(this.apiKey, this);
    this.after.reserveIds(lastLiveId);
  }

  get gaps(): readonly Gap[] {
    return this.#reading.gaps;
  }

  get failure(): unknown {
    return this.#reading.failure;
  }

  now(): number {
    return this.account.client.serverTime() + this.#ahead;
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /** Loads what a request asks for, and before a write also what the emulator checks. */
  async prepare({ route, params, query, body }: RoutedRequest): Promise<void> {
    if (route.resource === "hubs" && route.verb === "list") return this.#readHubs();
    const hub = await this.#hubNamed(params.subdomain ?? "");
    const definition = kindOf(route.resource);
    // Nothing is loaded for a hub that isn't there, so that the copy answers 404, as the page does.
    if (hub === undefined || definition === undefined || isHub(definition.kind)) return;
    if (route.verb === "list")
      return this.#require(hub, definition, query.deleted?.[0] === "true" ? "deleted" : "live");
    const last = route.parameters.at(-1);
    const id = last?.table === route.resource ? params[last.name] : undefined;
    const isWrite = route.operation.method !== "GET";
    if (isWrite) await this.#prepareWrite(hub, definition, body?.value);
    if (id === undefined) return;
    // The provider reads a record if its list may show it in another form. A write only needs to find it.
    await (isWrite ? this.#findRecord(hub, definition, id) : this.#readRecord(hub, definition, id));
  }

  async load(hubId: number, definition: Definition): Promise<boolean> {
    const hub = this.after.find("hubs", hubId);
    if (hub === undefined) return false;
    const owner = await this.#ownerOf(hub, definition);
    const isRead = await this.#attempt(owner, definition);
    return isRead && !this.#partial.has(`${hub.id} ${definition.kind}`);
  }

  async loadRecord(hubId: number, definition: Definition, id: string): Promise<boolean> {
    const hub = this.after.find("hubs", hubId);
    if (hub === undefined) return false;
    return this.#reading.isRead(this.#findRecord(hub, definition, id));
  }

  async mayHaveConnected(hubId: number): Promise<boolean> {
    if (this.after.find("hubs", hubId)?.parent_id !== null) return false;
    if (!(await this.#reading.isRead(this.#readHubs()))) return true;
    return this.after.all("hubs").some(({ parent_id: parent }) => parent === hubId);
  }

  find(subdomain: string): Promise<Tables["hubs"] | undefined> {
    return this.#hubNamed(subdomain);
  }

  async #prepareWrite(hub: Tables["hubs"], definition: Definition, sent: unknown): Promise<void> {
    const body = (sent ?? {}) as Fields;
    await this.#attempt(hub, definition);
    for (const { key, type } of Object.values(definition.properties)) {
      const named = kinds.find(({ kind }) => kind === type.references?.kind);
      if (named === undefined || body[key] === undefined) continue;
      const owner = await this.#ownerOf(hub, named);
      if (!(await this.#attempt(owner, named))) {
        for (const id of type.references?.idsIn(type.fromWire(body[key], undefined)) ?? [])
          await this.#findRecord(owner, named, String(id));
      }
      if (owner !== hub) this.#shareAll(hub, owner);
    }
    if (typeof body.group_id === "number") this.#putGroup(hub, body.group_id);
  }

  /** Documented: a connected hub shows services of its primary hub, and operations on services are only valid there. */
  async #ownerOf(hub: Tables["hubs"], { onPrimaryHubs }: Definition): Promise<Tables["hubs"]> {
    if (hub.parent_id === null || onPrimaryHubs === undefined) return hub;
    await this.#readHubs();
    return this.after.find("hubs", hub.parent_id) ?? hub;
  }

  /** The API doesn't say which groups a connected hub shares, so nothing is rejected because of that. */
  #shareAll(hub: Tables["hubs"], primary: Tables["hubs"]): void {
    const groups = this.after.all("groups").filter(({ hub_id }) => hub_id === primary.id);
    this.after.put("hubs", { ...hub, shared_groups: groups.map(({ id }) => id) });
  }

  /** Reads a list. Returns whether it can be read. */
  async #attempt(hub: Tables["hubs"], definition: Definition): Promise<boolean> {
    return this.#reading.isRead(this.#require(hub, definition, "live"));
  }

  async #readHubs(): Promise<void> {
    await this.#reading.once(
      "hubs",
      async () => {
        for (const live of await this.account.hubs.list()) this.#putHub(live);
      },
      { hub: "", kind: hubKind?.kind ?? "" },
    );
  }

  /** Finds a hub by its name in the rehearsal, which may have renamed it. */
  async #hubNamed(subdomain: string): Promise<Tables["hubs"] | undefined> {
    const held = this.after.hubNamed(subdomain);
    if (held !== undefined) return held;
    await this.#reading.once(`hub ${subdomain}`, async () => {
      const live = await this.account.hubs.find(subdomain);
      if (live !== undefined) this.#putHub(live);
    });
    return this.after.hubNamed(subdomain);
  }

  async #require(hub: Tables["hubs"], definition: Definition, which: "live" | "deleted"): Promise<void> {
    const name = `${hub.id} ${definition.kind} ${which}`;
    await this.#reading.once(
      name,
      async () => {
        const collection = await this.#open(hub, definition);
        const listed = which === "live" ? await collection.list() : await collection.deleted();
        for (const live of listed) {
          this.#put(hub, definition, live, "listed");
          // The provider reads a record whose list doesn't say whether it is deleted, but the list of the copy does say it.
          const isManaged = this.#states.has(recordName(definition.kind, String(live.id)));
          if (isManaged && !saysWhetherDeleted(live)) await this.#readRecord(hub, definition, String(live.id));
        }
        if (definition.series !== undefined) joinSeries(definition.series, this);
      },
      { hub: hub.subdomain, kind: definition.kind },
    );
  }

  /** Reads a record unless a list has shown all of it. */
  async #findRecord(hub: Tables["hubs"], definition: Definition, id: string): Promise<void> {
    const isHeld = this.after.find(tableOf(definition), Number(id)) !== undefined;
    if (!isHeld || this.#lean.has(recordName(definition.kind, id))) await this.#readRecord(hub, definition, id);
  }

  async #readRecord(hub: Tables["hubs"], definition: Definition, id: string): Promise<void> {
    if (Number(id) > lastLiveId) return;
    const name = recordName(definition.kind, id);
    await this.#reading.once(
      name,
      async () => {
        const live = await (await this.#open(hub, definition)).get(id);
        if (live !== undefined) this.#put(hub, definition, live, "whole");
        if (definition.series !== undefined) joinSeries(definition.series, this);
        if (this.#notHeld.has(name)) throw new HttpError(422, "the emulator can't hold this record");
        this.#lean.delete(name);
      },
      { hub: hub.subdomain, kind: definition.kind },
    );
  }

  #open(hub: Tables["hubs"], definition: Definition) {
    const subdomain = this.#subdomains.get(hub.id);
    return open(this.account, definition, { id: String(hub.id), subdomain });
  }

  #putHub(live: Live): void {
    if (hubKind === undefined || this.before.find("hubs", Number(live.id)) !== undefined) return;
    const subdomain = String(live.subdomain);
    this.#subdomains.set(Number(live.id), subdomain);
    const parent = live.type === "connected" ? live.parent_id : null;
    const row = this.after.rowOf("hubs", { ...fieldsOf(hubKind, live), parent_id: parent, first_subdomain: subdomain });
    if (row === undefined) throw new HttpError(404, "the emulator can't hold this hub");
    this.before.put("hubs", row);
    this.after.put("hubs", row);
  }

  #put(hub: Tables["hubs"], definition: Definition, live: Live, shown: "listed" | "whole"): void {
    const table = tableOf(definition);
    const known = this.before.find(table, Number(live.id));
    const name = recordName(definition.kind, String(live.id));
    const { unseen = {}, deployed = {} } = this.#states.get(name) ?? {};
    // Another date may have shown that this one belongs to its series.
    const series = known !== undefined && "series_id" in known ? { series_id: known.series_id } : {};
    const fields: Fields = { ...fieldsOf(definition, live), ...series, ...unseen, hub_id: hub.id };
    const row = this.after.rowOf(table, shown === "whole" ? withDeployed(fields, deployed) : fields);
    if (row === undefined) {
      this.#reading.gaps.push({ hub: hub.subdomain, kind: definition.kind });
      this.#notHeld.add(name);
      return;
    }
    // A list shows no more of a record than is held already.
    if (known !== undefined && shown === "listed") return;
    this.#noteMissing(hub, definition, name, { fields, shown });
    if ("group_id" in row) this.#putGroup(hub, row.group_id);
    if ("subscriber_id" in row) this.#putSubscriber(row);
    this.before.put(table, row);
    this.after.put(table, this.#withWrites(table, row, known));
  }

  /** Notes what a response doesn't show of a record, so that it is read, or can't be judged. */
  #noteMissing(
    hub: Tables["hubs"],
    definition: Definition,
    name: string,
    { fields, shown }: { readonly fields: Fields; readonly shown: "listed" | "whole" },
  ): void {
    const readable = Object.values(definition.properties).filter(({ writeOnly }) => writeOnly !== true);
    const missing = readable.filter(({ key }) => fields[key] === undefined);
    const isLean = shown === "listed" && missing.length > 0;
    if (isLean) this.#lean.add(name);
    // Documented: some lists carry basic info. If it is even less than that, nobody can tell what a list is about.
    const isPartial = missing.some(({ inList }) => inList !== false);
    if (isPartial) this.#partial.add(`${hub.id} ${definition.kind}`);
  }

  /** What the rehearsal has written wins over what is read later, field by field. */
  #withWrites<Name extends TableName>(table: Name, row: Tables[Name], known: Tables[Name] | undefined): Tables[Name] {
    const written = this.after.find(table, row.id);
    if (known === undefined || written === undefined) return row;
    const fields = Object.entries(written).filter(([name, value]) => value !== known[name as keyof typeof known]);
    return { ...row, ...Object.fromEntries(fields) };
  }

  /** The API has no operations for groups: a service shows that its group exists. */
  #putGroup({ id: hub_id }: Tables["hubs"], id: number): void {
    if (this.after.find("groups", id) === undefined) this.after.put("groups", { id, hub_id, name: String(id) });
  }

  #putSubscriber({ subscriber_id: id, hub_id, created_at, updated_at }: Tables["subscriptions"]): void {
    if (this.after.find("subscribers", id) !== undefined) return;
    const row = this.after.rowOf("subscribers", { id, hub_id, created_at, updated_at });
    if (row !== undefined) this.after.put("subscribers", row);
  }
}

/** What a whole record doesn't show is as it was deployed. */
function withDeployed(fields: Fields, deployed: Fields): Fields {
  const unread = Object.entries(deployed).filter(([key]) => fields[key] === undefined);
  return { ...fields, ...Object.fromEntries(unread) };
}
