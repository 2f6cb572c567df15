import type { Stored } from "../../model/api/form.ts";
import type { Property } from "../../model/kinds/property.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
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

/**
 * The services that a record names: the IDs of those that exist, the URNs of new ones, and `[unknown]` for each that only the
 * update can tell. Undefined if the list itself isn't known.
 */
export type NamedServices = readonly (number | string)[] | "all" | undefined;

/** Names of services by hub and ID. */
export type ServiceNames = ReadonlyMap<string, string>;

export const serviceKey = (hub: string, id: unknown): string => `${hub} ${Number(id)}`;

/** The property with the services that an event, a template or a subscription is about. */
export const serviceProperty = ({ definition }: Pick<Referring, "definition">): string | undefined =>
  Object.keys(definition.properties).find((name) => referencesOf(definition.properties[name]) !== undefined);

/** The kind of what that property names. */
export const serviceKind = ({ definition }: Pick<Referring, "definition">): string =>
  referencesOf(definition.properties[serviceProperty({ definition }) ?? ""])?.kind ?? "";

const referencesOf = (property: Property | undefined) => property?.type.references;

/** The services of a page before and after an update. */
export interface Services {
  /** Names the services in values of a record. */
  readonly namedIn: (change: Referring, values: Stored) => readonly ServiceInWords[] | "all" | undefined;
  readonly idsIn: (change: Referring, values: Stored) => NamedServices;
  /** Whether only the update will know which of several new services has which status. */
  readonly isAmbiguous: (change: RecordChange) => boolean;
  /**
   * Returns two values of a property with the names of services instead of their IDs, which nobody knows. Undefined if all that
   * differs is the ID of a new service: the line about that one says it.
   */
  readonly pairOf: (change: Referring, property: string, values: [unknown, unknown]) => [unknown, unknown] | undefined;
}

/**
 * Tells the services that records refer to. The plan doesn't say which unknown ID belongs to which new service, only on which
 * resources the whole list depends; as a set, that is exact.
 */
export function createServices(changes: readonly RecordChange[], known: ServiceNames): Services {
  const kinds = new Set(changes.map(serviceKind));
  const named = changes.filter(({ kind }) => kinds.has(kind));
  const created = new Map(
    named.flatMap(({ kind, urn, id, after }) => (id === "" && after ? [[urn, labelOf(kind, after)] as const] : [])),
  );
  const all = namesAfter(named, known);
  const newIn = (change: Referring) =>
    (change.dependencies[serviceProperty(change) ?? ""] ?? []).filter((urn) => created.has(urn));
  const listed = (change: Referring, values: Stored) => {
    const value = values[serviceProperty(change) ?? ""];
    if (!Array.isArray(value)) return undefined;
    const items = value.map(itemIn);
    const unknown = items.filter(isUnknown);
    const urns = newIn(change);
    const isExact = urns.length === unknown.length;
    return { items: items.filter((item) => !isUnknown(item)), unknown, urns: isExact ? urns : undefined };
  };
  const namedIn: Services["namedIn"] = (change, values) => {
    if (values[serviceProperty(change) ?? ""] === "all") return "all";
    const list = listed(change, values);
    if (list === undefined) return undefined;
    const { items, unknown, urns } = list;
    const [status] = areAlike(unknown) ? unknown.map((item) => item.status) : [];
    return [
      ...items.map((item) => inWords(all.get(serviceKey(change.hub, item.id)) ?? `service ${item.id}`, item.status)),
      ...unknown.map((_, index) => inWords(created.get(urns?.[index] ?? "") ?? unknownWord, status)),
    ];
  };
  return {
    namedIn,
    idsIn: (change, values) => {
      if (values[serviceProperty(change) ?? ""] === "all") return "all";
      const list = listed(change, values);
      if (list === undefined) return undefined;
      return [...list.items.map(({ id }) => Number(id)), ...(list.urns ?? list.unknown.map(() => unknownWord))];
    },
    isAmbiguous: (change) => {
      const { unknown = [] } = listed(change, change.after ?? {}) ?? {};
      return unknown.length > 1 && !areAlike(unknown) && newIn(change).length > 1;
    },
    pairOf: (change, property, values) => {
      if (property !== serviceProperty(change)) return values;
      const [one, other] = values.map((value) => namedIn(change, { [property]: value }) ?? value);
      const isOfNew = values.some((value) => Array.isArray(value) && value.map(itemIn).some(isUnknown));
      return isOfNew && textOf(one) === textOf(other) ? undefined : [one, other];
    },
  };
}

/** A renamed service has its new name everywhere, unless some stack keeps it secret. */
function namesAfter(services: readonly RecordChange[], known: ServiceNames): ServiceNames {
  const all = new Map(known);
  for (const { kind, hub, id, after } of services) {
    const key = serviceKey(hub, id);
    if (id !== "" && after && all.get(key) !== "[secret]") all.set(key, labelOf(kind, after));
  }
  return all;
}

/**
 * Whether a subscription to some services gets messages about those that are affected; undefined if only the update knows that,
 * because both name new ones.
 */
export function covers(selected: NamedServices, affected: NamedServices): boolean | undefined {
  if (selected === "all") return true;
  if (selected === undefined || !Array.isArray(affected)) return undefined;
  const isSelected = (id: number | string) => id !== unknownWord && selected.includes(id);
  if (affected.some(isSelected)) return true;
  const [one, other] = [selected, affected].map((ids) => ids.filter((id) => typeof id === "string"));
  return one?.length && other?.length && [...one, ...other].includes(unknownWord) ? undefined : false;
}

/** In any order. */
const textOf = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value);

const inWords = (service: string, status: unknown): ServiceInWords => ({
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
const unknownWord = "[unknown]";

const isUnknown = ({ id }: ServiceItem) => id === unknownMark || id === unknownWord;

const areAlike = (items: readonly ServiceItem[]) => new Set(items.map(({ status }) => status)).size === 1;
