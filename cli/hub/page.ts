import type { ApiRecord } from "../../provider/client/request.ts";
import { isComplete } from "../../provider/lifecycle/outputs.ts";
import type { Definition } from "../../provider/resources/define.ts";
import { definitions } from "../../provider/resources/index.ts";
import type { Account } from "./account.ts";
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
  const { kinds = Object.keys(definitions) } = options;
  const hub = await account.hub(subdomain);
  const owned = Object.values(definitions).filter(
    ({ kind }) => kind !== "Hub" && kinds.includes(kind) && isOwnKind(hub, kind),
  );
  const parts = await Promise.all(
    owned.map((definition) =>
      definition.kind === "Maintenance"
        ? readMaintenances(account, definition, { subdomain, ...options })
        : readKind(account, definition, { subdomain, ...options }),
    ),
  );
  const hubs = kinds.includes("Hub") ? [{ kind: "Hub", record: hub }] : [];
  return {
    subdomain,
    hub,
    records: [...hubs, ...parts.flatMap(({ records }) => records.toSorted(byId))],
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
}

/** Documented: services belong to a primary hub, and events are made there. A connected hub shows some of them. */
const isOwnKind = (hub: ApiRecord, kind: string) =>
  hub.type !== "connected" || !["Service", "Maintenance"].includes(kind);

type Part = Pick<Page, "records" | "leftOut">;

async function readKind(
  account: Account,
  definition: Definition,
  { subdomain, lean = false }: PageOptions & { subdomain: string },
): Promise<Part> {
  const listed = await account.list(definition, subdomain);
  if (lean) return { records: listed.map((record) => ({ kind: definition.kind, record })), leftOut: [] };
  const full = await Promise.all(listed.map((record) => inFull(account, definition, { subdomain, record })));
  return { records: full.map((record) => ({ kind: definition.kind, record })), leftOut: [] };
}

/** Documented: lists may carry basic info. Then the record itself is asked for. */
function inFull(
  account: Account,
  definition: Definition,
  { subdomain, record }: { subdomain: string; record: ApiRecord },
) {
  return isComplete(definition, record) ? record : account.get(definition, subdomain, String(record.id));
}

async function readMaintenances(
  account: Account,
  definition: Definition,
  { subdomain, ended = false, now = Date.now() }: PageOptions & { subdomain: string },
): Promise<Part> {
  const listed = await account.list(definition, subdomain);
  const events = await groupMaintenances(listed, async (record) => inFull(account, definition, { subdomain, record }));
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
