import type { Definition } from "../../kinds/kind.ts";
import type { Account } from "../../provider/client/account.ts";
import { type Collection, isDeleted } from "../../provider/client/collection.ts";
import { isMethodNotAllowed, isNotFound } from "../../provider/client/errors.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import { open } from "../../provider/lifecycle/hub.ts";
import { isComplete } from "../../provider/lifecycle/outputs.ts";
import { kinds as allKinds, isHub } from "../kinds.ts";
import { CommandError } from "../terminal/failure.ts";
import { endOfEvent, groupMaintenances } from "./maintenances.ts";

/** One record of a hub, with all its fields. */
export interface PageRecord {
  readonly kind: string;
  readonly record: ApiRecord;
}

/** A record that is there and not among the others, and why. */
export interface LeftOut {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  /** Of an occurrence: the id of the record that began its series. */
  readonly series?: string;
}

/** All that a program could declare of a hub. */
export interface Page {
  readonly subdomain: string;
  /** The record of the hub itself, also where its kind is not asked for. */
  readonly hub: ApiRecord;
  /** The hub first, then the kinds in the order of the registry, each by ascending id. */
  readonly records: readonly PageRecord[];
  readonly leftOut: readonly LeftOut[];
}

export interface PageOptions {
  /** Kinds that are read. @default all */
  readonly kinds?: readonly string[];
  /** Maintenances that have ended are read too. @default false */
  readonly ended?: boolean;
  /** Fields that the lists leave out are not needed. @default false */
  readonly lean?: boolean;
  /** Milliseconds since 1970. @default this machine's time */
  readonly now?: number;
}

/** Reads a hub. Records that only a list shows in part are read one by one, at the pace of the API. */
export async function readPage(account: Account, subdomain: string, options: PageOptions = {}): Promise<Page> {
  const { kinds = allKinds.map(({ kind }) => kind) } = options;
  const hub = await readHub(account, subdomain);
  const wanted = allKinds.filter(({ kind }) => kinds.includes(kind));
  const owned = wanted.filter((definition) => !isHub(definition.kind) && isOnHub(hub, definition));
  const parts = await Promise.all(
    owned.map((definition) =>
      definition.repeats
        ? readMaintenances(account, definition, { subdomain, ...options })
        : readKind(account, definition, { subdomain, ...options }),
    ),
  );
  const hubs = wanted.filter(({ kind }) => isHub(kind)).map(({ kind }) => ({ kind, record: hub }));
  return {
    subdomain,
    hub,
    records: [...hubs, ...parts.flatMap(({ records }) => records.toSorted(byId))],
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
}

/** A connected hub shows some records of its primary hub, where they belong. */
const isOnHub = (hub: ApiRecord, { onPrimaryHubs }: Definition) => hub.type !== "connected" || !onPrimaryHubs;

type Part = Pick<Page, "records" | "leftOut">;

/**
 * The record of a hub.
 *
 * @throws HubNotVisibleError
 */
export async function readHub({ hubs }: Account, subdomain: string): Promise<ApiRecord> {
  await hubs.resolve({ subdomain });
  return (await hubs.find(subdomain)) ?? {};
}

/** One record in full; undefined where there is none, or a deleted one. */
export async function readRecord(
  account: Account,
  definition: Definition,
  { subdomain, id }: { readonly subdomain: string; readonly id: string },
): Promise<ApiRecord | undefined> {
  const record = await (await open(account, definition, { subdomain })).get(id);
  return record === undefined || isDeleted(record) ? undefined : record;
}

async function readKind(
  account: Account,
  definition: Definition,
  { subdomain, lean = false }: PageOptions & { subdomain: string },
): Promise<Part> {
  const collection = await open(account, definition, { subdomain });
  const listed = await listOf(collection, definition);
  const read = lean ? listed : await Promise.all(listed.map((record) => inFull(collection, definition, record)));
  // A record may be deleted between the list and its GET.
  const records = read.filter((record) => record !== undefined);
  return { records: records.map((record) => ({ kind: definition.kind, record })), leftOut: [] };
}

async function listOf(collection: Collection, { kind }: Definition): Promise<ApiRecord[]> {
  try {
    return await collection.live();
  } catch (error) {
    throw isNotFound(error) || isMethodNotAllowed(error) ? noList(kind, error) : error;
  }
}

/** Inferred: the list of services exists. */
const noList = (kind: string, { message }: Error) =>
  new CommandError(
    `The API offers no list of the kind ${kind}, so its records cannot be found: ${message}. Name the other kinds with --kind.`,
  );

/** Documented: lists may carry basic info. Then the record itself is asked for. */
const inFull = async (collection: Collection, definition: Definition, record: ApiRecord) =>
  isComplete(definition, record) ? record : collection.get(String(record.id));

async function readMaintenances(
  account: Account,
  definition: Definition,
  { subdomain, ended = false, now = Date.now() }: PageOptions & { subdomain: string },
): Promise<Part> {
  const collection = await open(account, definition, { subdomain });
  const listed = await listOf(collection, definition);
  const events = await groupMaintenances(
    listed,
    async (record) => (await inFull(collection, definition, record)) ?? record,
  );
  const isWanted = (event: (typeof events)[number]) => ended || endOfEvent(event) > now;
  const explain = (record: ApiRecord, reason: string) => leave(definition, record, reason);
  return {
    records: events.filter(isWanted).map(({ record }) => ({ kind: definition.kind, record })),
    leftOut: events.flatMap((event) =>
      isWanted(event)
        ? event.occurrences.map((record) => ({
            ...explain(record, `an occurrence of the series ${event.record.id}`),
            series: String(event.record.id),
          }))
        : [event.record, ...event.occurrences].map((record) => explain(record, "it has ended; --ended includes it")),
    ),
  };
}

/** A record that is left out, and why. */
export const leave = (definition: Definition, record: ApiRecord, reason: string): LeftOut => ({
  kind: definition.kind,
  id: String(record.id),
  label: labelOf(definition, record),
  reason,
});

/** The values by which a reader recognizes a record. Never a secret. */
export const labelOf = ({ label, properties }: Definition, record: ApiRecord): string =>
  label
    .map((name) => record[properties[name]?.wire ?? ""])
    .filter((value) => typeof value === "string")
    .join(" ");

/** Ids are numbers, and of maintenances texts of digits. Older records come first, so that new ones change nothing. */
const byId = ({ record: one }: PageRecord, { record: other }: PageRecord) =>
  Number(one.id) - Number(other.id) || String(one.id).localeCompare(String(other.id));
