import { HeldAccount, type TableName, type Tables } from "../../emulator/held-account.ts";
import type { Live } from "../../model/api/form.ts";
import { hub as hubKind } from "../../model/kinds/hub.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { lastLiveId, recordName, type StateFields, type StatesOfRecords, tableOf } from "./page.ts";

/** How much a response shows of a record. */
type Shown = "listed" | "whole";

/** The records that have been read, in two accounts in memory: before the update, and after what has been played of it. */
export class HeldRecords {
  readonly before: HeldAccount;
  readonly after: HeldAccount;
  readonly #states: StatesOfRecords;
  readonly #liveSubdomains = new Map<number, string>();
  /** Records that only a list has shown, and in part. */
  readonly #inPart = new Set<string>();
  /** Lists that show even less of a record than documented, by hub and kind. */
  readonly #incompleteLists = new Set<string>();

  constructor(apiKey: string, clock: { now(): number }, states: StatesOfRecords) {
    this.before = new HeldAccount(apiKey, clock);
    this.after = new HeldAccount(apiKey, clock);
    this.after.reserveIds(lastLiveId);
    this.#states = states;
  }

  /** Whether all is held that a response shows of a record. */
  isWhole(definition: Definition, id: string): boolean {
    const isHeld = this.after.find(tableOf(definition), Number(id)) !== undefined;
    return isHeld && !this.#inPart.has(recordName(definition.kind, id));
  }

  /** Whether the list of a hub shows as much of each record as documented. */
  isListComplete(hub: Tables["hubs"], definition: Definition): boolean {
    return !this.#incompleteLists.has(`${hub.id} ${definition.kind}`);
  }

  /** The live subdomain of a hub, which the rehearsal may have renamed. */
  liveSubdomainOf(hub: Tables["hubs"]): string | undefined {
    return this.#liveSubdomains.get(hub.id);
  }

  /** Holds a hub unless it is held. Returns whether the emulator can hold it. */
  putHub(live: Live): boolean {
    const id = Number(live.id);
    if (this.before.find("hubs", id) !== undefined) return true;
    const subdomain = String(live.subdomain);
    this.#liveSubdomains.set(id, subdomain);
    const parent = live.type === "connected" ? live.parent_id : null;
    const row = this.after.rowOf("hubs", { ...fieldsOf(hubKind, live), parent_id: parent, first_subdomain: subdomain });
    if (row === undefined) return false;
    this.before.put("hubs", row);
    this.after.put("hubs", row);
    return true;
  }

  /**
   * Holds what a response shows of a record. Returns whether the emulator can hold it.
   *
   * - the record isn't held: both accounts get it
   * - it is held, and a list shows it: nothing changes, because a list shows no more than is held already
   * - it is held, and is read in full now: both accounts get all of it, except for what the rehearsal has written
   */
  put(hub: Tables["hubs"], definition: Definition, live: Live, shown: Shown): boolean {
    const table = tableOf(definition);
    const id = Number(live.id);
    const held = this.before.find(table, id);
    const fields = this.#fieldsOf(hub, definition, live);
    const { deployed = {} } = this.#stateOf(definition, id);
    const row = this.after.rowOf(table, shown === "whole" ? withDeployed(fields, deployed) : fields);
    if (row === undefined) return false;
    if (held !== undefined && shown === "listed") return true;
    this.#noteMissing(hub, definition, fields, shown);
    if ("group_id" in row) this.putGroup(hub, row.group_id);
    if ("subscriber_id" in row) this.#putSubscriber(row);
    const played = this.after.find(table, id);
    this.before.put(table, row);
    this.after.put(table, held && played ? withPlayed(row, held, played) : row);
    return true;
  }

  /** What is known of a record: what a response shows, the series that another date has shown, and what no response carries. */
  #fieldsOf(hub: Tables["hubs"], definition: Definition, live: Live): Fields {
    const id = Number(live.id);
    const held = this.before.find(tableOf(definition), id);
    const series = held !== undefined && "series_id" in held ? { series_id: held.series_id } : {};
    const { unseen = {} } = this.#stateOf(definition, id);
    return { ...fieldsOf(definition, live), ...series, ...unseen, hub_id: hub.id };
  }

  #stateOf({ kind }: Definition, id: number): Partial<StateFields> {
    return this.#states.get(recordName(kind, id)) ?? {};
  }

  /** Notes what a response doesn't show of a record, so that it is read, or can't be judged. */
  #noteMissing(hub: Tables["hubs"], definition: Definition, fields: Fields, shown: Shown): void {
    const name = recordName(definition.kind, String(fields.id));
    const readable = Object.values(definition.properties).filter(({ writeOnly }) => writeOnly !== true);
    const missing = readable.filter(({ key }) => fields[key] === undefined);
    if (shown === "whole") this.#inPart.delete(name);
    else if (missing.length > 0) this.#inPart.add(name);
    // Documented: some lists carry basic info. If it is even less than that, nobody can tell what a list is about.
    const lacksBasics = missing.some(({ inList }) => inList !== false);
    if (lacksBasics) this.#incompleteLists.add(`${hub.id} ${definition.kind}`);
  }

  /** The API has no operations for groups: a service shows that its group exists. */
  putGroup({ id: hub_id }: Tables["hubs"], id: number): void {
    if (this.after.find("groups", id) === undefined) this.after.put("groups", { id, hub_id, name: String(id) });
  }

  #putSubscriber({ subscriber_id: id, hub_id, created_at, updated_at }: Tables["subscriptions"]): void {
    if (this.after.find("subscribers", id) !== undefined) return;
    const row = this.after.rowOf("subscribers", { id, hub_id, created_at, updated_at });
    if (row !== undefined) this.after.put("subscribers", row);
  }

  /** The API doesn't say which groups a connected hub shares, so nothing is rejected because of that. */
  shareGroups(hub: Tables["hubs"], primary: Tables["hubs"]): void {
    const groups = this.after.all("groups").filter(({ hub_id }) => hub_id === primary.id);
    this.after.put("hubs", { ...hub, shared_groups: groups.map(({ id }) => id) });
  }
}

/** What a whole record doesn't show is as it was deployed. */
function withDeployed(fields: Fields, deployed: Fields): Fields {
  const unread = Object.entries(deployed).filter(([key]) => fields[key] === undefined);
  return { ...fields, ...Object.fromEntries(unread) };
}

/** A record that was held in part is read again in full: what the rehearsal has written meanwhile wins, field by field. */
function withPlayed<Row extends Tables[TableName]>(row: Row, held: Row, played: Row): Row {
  const written = Object.entries(played).filter(([name, value]) => value !== held[name as keyof Row]);
  return { ...row, ...Object.fromEntries(written) };
}
