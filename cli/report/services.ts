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
export class Services {
  readonly #names: ServiceNames;
  /** The names of services that the plan creates, by the URN of their resources. */
  readonly #created: ReadonlyMap<string, string>;

  /** @param planned what Pulumi plans, in which the ID of a new service isn't known */
  constructor(names: ServiceNames, planned: readonly PlannedChange[]) {
    const creates = planned.filter(({ action }) => action === "create" || action === "replace");
    this.#names = names;
    this.#created = new Map(
      creates.map(({ kind, step }) => [step.urn, labelOf(kind, { ...step.newState?.inputs })] as const),
    );
  }

  /** Returns the services in a record's values; undefined if it names none, or they are a secret. */
  namedIn(record: Referring, values: Stored): readonly ServiceInWords[] | "all" | undefined {
    const { definition, hub, dependencies = {} } = record;
    const property = serviceProperty(definition) ?? "";
    const value = values[property];
    if (value === "all") return "all";
    if (!Array.isArray(value)) return undefined;
    const items = value.map(itemIn);
    const known = items.filter((item) => !isNew(item));
    const created = items.filter(isNew);
    const nameOf = (id: unknown) => this.#names.get(serviceKey(hub, id)) ?? `service ${id}`;
    // The plan doesn't say which new service is which, only on which resources the whole list depends. If these are as many as the new ones,
    // they are these.
    const urns = (dependencies[property] ?? []).filter((urn) => this.#created.has(urn));
    const areAsMany = urns.length === created.length;
    const newNames = areAsMany ? urns.map((urn) => this.#created.get(urn)) : [];
    return [
      ...known.map(({ id, status }) => inWords(nameOf(id), status)),
      ...created.map(({ status }, index) => inWords(newNames[index] ?? "[unknown]", status)),
    ];
  }

  /** Returns the value of a property, with the names of services in it. */
  shown(record: Referring, property: string, value: unknown): unknown {
    if (property !== serviceProperty(record.definition)) return value;
    return this.namedIn(record, { [property]: value }) ?? shownOf(value);
  }

  /**
   * Whether all that differs is the ID of a new service, so that both values show the same names: then the line about the new service says
   * it.
   */
  differOnlyInNew(record: Referring, property: string, one: unknown, other: unknown): boolean {
    if (property !== serviceProperty(record.definition)) return false;
    const namesNew = [one, other].some((value) => Array.isArray(value) && value.map(itemIn).some(isNew));
    if (!namesNew) return false;
    const shownOne = textInAnyOrder(this.shown(record, property, one));
    const shownOther = textInAnyOrder(this.shown(record, property, other));
    return shownOne === shownOther;
  }
}

/** Returns the same text for two lists that only differ in their order. */
const textInAnyOrder = (value: unknown): string | undefined =>
  JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value);

const inWords = (service: string, status: unknown): ServiceInWords => ({
  service,
  ...(typeof status === "string" && { status }),
});

/** A service in a list: the ID, or an object with ID and status. */
interface ServiceItem {
  readonly id: unknown;
  readonly status?: unknown;
}

function itemIn(item: unknown): ServiceItem {
  if (!isObject(item)) return { id: item };
  return { id: item.service, status: item.status };
}

/** Only the update knows the ID of a new service. A plan has a mark for it, which a report shows as a word. */
const isNew = ({ id }: ServiceItem) => id === unknownMark || id === "[unknown]";
