import type { Stored } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { labelOf, shownOf } from "../records.ts";
import type { PlannedChange } from "./planned.ts";

/** A service that another record names. */
export interface ServiceInWords {
  readonly service: string;
  /** Missing for subscriptions. */
  readonly status?: string;
}

/** Names of services by hub and ID. */
export type ServiceNames = ReadonlyMap<string, string>;

export const serviceKey = (hub: string, id: unknown): string => `${hub} ${Number(id)}`;

/** A record that names services. */
interface Referring {
  readonly definition: Definition;
  readonly hub: string;
  /** URNs of the resources that each property depends on. */
  readonly dependencies?: Readonly<Record<string, readonly string[] | null>>;
}

/** The property with the services that an event, a template or a subscription is about. */
export const serviceProperty = ({ properties }: Definition): string | undefined =>
  Object.keys(properties).find((name) => properties[name]?.type.references !== undefined);

/** Puts the names of services in the place of their IDs, which nobody knows. */
export interface Services {
  readonly namedIn: (change: Referring, values: Stored) => readonly ServiceInWords[] | "all" | undefined;
  /**
   * Returns two values of a property with the names of services. Undefined if all that differs is the ID of a new service: the line
   * about that one says it.
   */
  readonly pairOf: (change: Referring, property: string, values: [unknown, unknown]) => [unknown, unknown] | undefined;
}

/** @param planned what Pulumi plans, in which the ID of a new service isn't known */
export function createServices(names: ServiceNames, planned: readonly PlannedChange[]): Services {
  const created = new Map(
    planned
      .filter(({ action }) => action === "create" || action === "replace")
      .map(({ kind, step }) => [step.urn, labelOf(kind, { ...step.newState?.inputs })]),
  );
  const namedIn: Services["namedIn"] = ({ definition, hub, dependencies = {} }, values) => {
    const property = serviceProperty(definition) ?? "";
    const value = values[property];
    if (value === "all") return "all";
    if (!Array.isArray(value)) return undefined;
    const items = value.map(itemIn);
    const urns = (dependencies[property] ?? []).filter((urn) => created.has(urn));
    // The plan only says on which resources the whole list depends.
    const isExact = urns.length === items.filter(isUnknown).length;
    const nameOfNew = () => (isExact ? created.get(urns.shift() ?? "") : undefined) ?? "[unknown]";
    const known = items.filter((item) => !isUnknown(item));
    return [
      ...known.map(({ id, status }) => inWords(names.get(serviceKey(hub, id)) ?? `service ${id}`, status)),
      ...items.filter(isUnknown).map(({ status }) => inWords(nameOfNew(), status)),
    ];
  };
  return {
    namedIn,
    pairOf: (change, property, values) => {
      if (property !== serviceProperty(change.definition)) return values;
      const [one, other] = values.map((value) => namedIn(change, { [property]: value }) ?? shownOf(value));
      const isOfNew = values.some((value) => Array.isArray(value) && value.map(itemIn).some(isUnknown));
      return isOfNew && textOf(one) === textOf(other) ? undefined : [one, other];
    },
  };
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
  if (!isObject(item)) return { id: item };
  return { id: item.service, status: item.status };
}

/** A report already shows the mark as a word. */
const isUnknown = ({ id }: ServiceItem) => id === unknownMark || id === "[unknown]";
