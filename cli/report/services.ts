import type { Stored } from "../../model/api/form.ts";
import { unknownMark } from "../../provider/mark-keys.ts";
import { identify } from "../project/record.ts";
import { labelOf } from "../records.ts";
import type { RecordChange } from "./change.ts";

/** A service that another record names. */
export interface ServiceInWords {
  readonly service: string;
  /** Missing for subscriptions, and if only the update will know which of several new services has which status. */
  readonly status?: string;
}

/** What the names of services in a record depend on. */
export type Referring = Pick<RecordChange, "definition" | "hub" | "dependencies">;

export type NameServices = (change: Referring, values: Stored) => readonly ServiceInWords[] | "all" | undefined;

/** Returns the value of a property, with the names of services instead of their IDs, which nobody knows. */
export const withServiceNames = (nameServices: NameServices, change: Referring, property: string, value: unknown) =>
  property === serviceProperty(change) ? (nameServices(change, { [property]: value }) ?? value) : value;

/** Names of services by hub and ID. */
export type ServiceNames = ReadonlyMap<string, string>;

export const serviceKey = (hub: string, id: unknown): string => `${hub} ${Number(id)}`;

/** The property with the services that an event, a template or a subscription is about. */
export const serviceProperty = ({ definition }: Pick<Referring, "definition">): string | undefined =>
  Object.keys(definition.properties).find((name) => definition.properties[name]?.type.references !== undefined);

/** URNs of the resources that the list of services depends on. */
const sourcesOf = (change: Referring) => change.dependencies[serviceProperty(change) ?? ""] ?? [];

/**
 * Names the services that a record refers to. The plan doesn't say which unknown ID belongs to which new service, only on
 * which resources the whole list depends; as a set, that is exact.
 */
export function createServiceNames(changes: readonly RecordChange[], known: ServiceNames): NameServices {
  const created = new Map(
    changes.flatMap(({ kind, urn, id, after }) =>
      kind === "Service" && id === "" && after ? [[urn, labelOf(kind, after)] as const] : [],
    ),
  );
  // A renamed service has its new name everywhere, unless some stack keeps it secret.
  const all = new Map(known);
  for (const { kind, hub, id, after } of changes) {
    const key = serviceKey(hub, id);
    if (kind === "Service" && id !== "" && after && all.get(key) !== "[secret]") all.set(key, labelOf(kind, after));
  }
  return (change, values) => {
    const value = values[serviceProperty(change) ?? ""];
    if (value === "all") return "all";
    if (!Array.isArray(value)) return undefined;
    const items = value.map(itemIn);
    const names = sourcesOf(change).flatMap((urn) => created.get(urn) ?? []);
    const unknown = items.filter(isUnknown);
    const [status] = areAlike(unknown) ? unknown.map((item) => item.status) : [];
    const added = names.length === unknown.length ? names : unknown.map(() => "[unknown]");
    return [
      ...items
        .filter((item) => !isUnknown(item))
        .map(({ id, status }) => named(all.get(serviceKey(change.hub, id)) ?? `service ${id}`, status)),
      ...added.map((name) => named(name, status)),
    ];
  };
}

const named = (service: string, status: unknown): ServiceInWords => ({
  service,
  ...(typeof status === "string" && { status }),
});

interface ServiceItem {
  readonly id: unknown;
  readonly status?: unknown;
}

function itemIn(item: unknown): ServiceItem {
  if (typeof item !== "object" || item === null) return { id: item };
  const { service, status } = item as { service?: unknown; status?: unknown };
  return { id: service, status };
}

/** A report already shows the mark as a word. */
const isUnknown = ({ id }: ServiceItem) => id === unknownMark || id === "[unknown]";

const areAlike = (items: readonly ServiceItem[]) => new Set(items.map(({ status }) => status)).size === 1;

/** The IDs of the services that a record names; `all`, or undefined if the list itself isn't known. */
export function serviceIdsIn(change: RecordChange, values: Stored): readonly number[] | "all" | undefined {
  const value = values[serviceProperty(change) ?? ""];
  if (value === "all") return "all";
  // A service that doesn't exist yet has an ID that no record names so far.
  return Array.isArray(value) ? value.map((item) => Number(itemIn(item).id)).filter(Number.isInteger) : undefined;
}

/** Whether only the update will know which of several new services has which status. */
export function isAmbiguous(change: RecordChange): boolean {
  const value = change.after?.[serviceProperty(change) ?? ""];
  const unknown = Array.isArray(value) ? value.map(itemIn).filter(isUnknown) : [];
  const sources = sourcesOf(change).filter((urn) => identify(urn)?.kind === "Service");
  return unknown.length > 1 && !areAlike(unknown) && sources.length > 1;
}
