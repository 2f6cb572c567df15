import type { readingGuesses } from "../../model/guesses/reading.ts";
import { HttpError, invalid } from "../http-error.ts";
import { type AccountStore, createStore } from "../tables/index.ts";
import { hasInnerValues } from "../validation.ts";
import {
  combined,
  type Difference,
  type Exchange,
  type Fields,
  type Implementations,
  isList,
  keepFields,
  mapFields,
  type Next,
  onLists,
  onRecords,
  onRequests,
  onResponses,
  unchanged,
  without,
} from "./difference.ts";
import { showing, shows } from "./field.ts";

/*
 * Differences in what the service returns: a table by guess, at the end. What it needs is defined before, in its order.
 */

/** Applies to every value under a key that holds IDs, at any depth. `configuration` is the user's own. */
function idsAsText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsAsText);
  if (!hasInnerValues(value)) return value;
  return mapFields(value, (item, name) => {
    if (name === "configuration") return item;
    if (!/^(\w+_)?id$/.test(name)) return idsAsText(item);
    return typeof item === "number" ? String(item) : item;
  });
}

/** The ID of a maintenance as a word: `m-1`. */
const showsWords = onRecords(["maintenances"], (record) => ({ ...record, id: `m-${record.id}` }));

const takesWords = onRequests(
  ({ params }) => params.maintenance_id !== undefined,
  (exchange) => {
    const maintenance_id = String(exchange.params.maintenance_id).replace(/^m-/, "");
    return { ...exchange, params: { ...exchange.params, maintenance_id } };
  },
);

/** Shows each status of an event's services in another form. */
const onServiceStatuses = (change: (status: Fields, exchange: Exchange) => Fields): Difference =>
  onRecords("all", (record, exchange) => {
    const { service_statuses: statuses } = record;
    if (!Array.isArray(statuses)) return record;
    return { ...record, service_statuses: statuses.map((status: Fields) => change(status, exchange)) };
  });

const nameOf = ({ store }: Exchange, id: unknown) => store.table("services").find(Number(id))?.name ?? "";

/** Shows each service of a subscription in another form. */
const onSelectedServices = (change: (service: Fields) => unknown): Difference =>
  onRecords(["subscriptions"], (record) => {
    const selection = record.services_selection as { readonly services: readonly Fields[] };
    return { ...record, services_selection: { ...selection, services: selection.services.map(change) } };
  });

/** Replaces every text, at any depth. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (hasInnerValues(value)) return mapFields(value, masked);
  return typeof value === "string" ? "********" : value;
}

const basicFields = ["id", "created_at", "updated_at", "flags"];

const shortened = (record: Fields): Fields =>
  mapFields(record, (value, name) => {
    const isLong = typeof value === "string" && ["title", "body", "name", "description"].includes(name);
    return isLong && value.length > 3 ? `${value.slice(0, 3)}...` : value;
  });

const isListOnHub = (exchange: Exchange): boolean => isList(exchange) && exchange.route.resource !== "hubs";

/** Rejects requests for pages after the last one. */
function beyondEnd(status: 404 | 422): Difference {
  return (exchange, next) => {
    const response = next(exchange) as { readonly data?: readonly unknown[] };
    const page = Number(exchange.query.page?.[0] ?? 1);
    const isBeyondEnd = isListOnHub(exchange) && page > 1 && response.data?.length === 0;
    if (isBeyondEnd) throw new HttpError(status, `there is no page ${page}`);
    return response;
  };
}

/** Lists include deleted records, unless the client asks otherwise. */
const withDeleted = onRequests(isListOnHub, (exchange) => {
  const { query, route } = exchange;
  const takesDeleted = Object.hasOwn(route.operation.query.shape, "deleted");
  return takesDeleted ? { ...exchange, query: { deleted: ["all"], ...query } } : exchange;
});

const withoutFlags = onLists("all", (records) => records.map((record) => without(record, "flags")));

/** Lists show the records of five seconds ago. */
const late = onRequests(isListOnHub, (exchange) => {
  const { emulation } = exchange;
  const store = createStore();
  store.load(emulation.differences.recordsAt(emulation.clock.now() - 5_000));
  return { ...exchange, store };
});

/** The IDs of hubs by the subdomains under which requests have found them. */
const hubIdsByFormerName = new WeakMap<AccountStore, Map<string, number>>();

/** Redirects requests for a hub's former subdomain to the one that it has now. */
function redirect(exchange: Exchange, next: Next): unknown {
  const { store, params, route } = exchange;
  const { subdomain } = params;
  if (subdomain === undefined) return next(exchange);
  const hubIds = hubIdsByFormerName.get(store) ?? new Map<string, number>();
  hubIdsByFormerName.set(store, hubIds);
  const hub = store.table("hubs").findBy("subdomain", subdomain);
  if (hub !== undefined) {
    hubIds.set(subdomain, hub.id);
    return next(exchange);
  }
  const formerId = hubIds.get(subdomain);
  const renamed = formerId === undefined ? undefined : store.table("hubs").find(formerId);
  if (renamed === undefined) return next(exchange);
  // The last two parts of `/hubs/{subdomain}/services/{service_id}`. Each is a folder, from which `../` leads up to the hubs.
  const partsOnHub = route.operation.path.split("/").slice(3);
  const up = "../".repeat(partsOnHub.length);
  const filledParts = partsOnHub.map((part) => params[part.slice(1, -1)] ?? part);
  const location = up + [renamed.subdomain, ...filledParts].join("/");
  throw new HttpError(301, `this hub is ${renamed.subdomain} now`, { location });
}

const findRow = <Table extends "incident_templates" | "maintenances">(
  table: Table,
  { store }: Exchange,
  { id }: Fields,
) => store.table(table).find(Number(id));

/** With other differences, a list may leave out the flags. */
const changingFlags = (record: Fields, change: (flags: Fields) => Fields): Fields =>
  record.flags === undefined ? record : { ...record, flags: change(record.flags as Fields) };

export const readingDifferences: Implementations<typeof readingGuesses> = {
  "null-values": {
    "left-out": onRecords("all", (record) => keepFields(record, (value) => value !== null)),
  },
  "record-ids": {
    text: (exchange, next) => idsAsText(next(exchange)),
    "maintenance-numbers": onRecords(["maintenances"], (record) => ({ ...record, id: Number(record.id) })),
    "maintenance-words": combined(showsWords, takesWords),
  },
  "service-statuses": {
    nested: onServiceStatuses(({ service_id: id, status }, exchange) => ({
      service: { id, name: nameOf(exchange, id) },
      status,
    })),
    "status-name": onServiceStatuses(({ service_id, status: status_name }) => ({ service_id, status_name })),
  },
  "subscription-services": {
    ids: onSelectedServices(({ id }) => id),
    "service-ids": onSelectedServices(({ id: service_id }) => ({ service_id })),
    names: onSelectedServices(({ name }) => name),
  },
  "masked-values": {
    masked: onRecords(["subscriptions"], (record) =>
      "configuration" in record ? { ...record, configuration: masked(record.configuration) } : record,
    ),
  },
  "list-fields": {
    minimal: onLists("all", (all) => all.map((record) => keepFields(record, (_, name) => basicFields.includes(name)))),
    shortened: onLists("all", (all) => all.map(shortened)),
  },
  "list-end": { missing: beyondEnd(404), rejected: beyondEnd(422) },
  "deleted-in-lists": {
    marked: withDeleted,
    unmarked: combined(withoutFlags, withDeleted),
  },
  "current-lists": { late },
  "hidden-hub": {
    forbidden: onRequests(
      ({ params }) => params.subdomain !== undefined,
      (exchange) => {
        const { store, emulation, key, params } = exchange;
        const hub = store.table("hubs").findBy("subdomain", String(params.subdomain));
        const role = hub ? emulation.keys.roleOn(key, hub) : "none";
        if (role === "none") throw new HttpError(403, `this API key has no access to the hub ${params.subdomain}`);
        return exchange;
      },
    ),
  },
  "renamed-hub": { redirect },
  "incident-template-silent": {
    null: onRecords(["incident_templates"], (record, exchange) => {
      const silent = findRow("incident_templates", exchange, record)?.silent_update ?? null;
      return changingFlags(record, (flags) => ({ ...flags, silent }));
    }),
    "own-key": onRecords(["incident_templates"], (record, exchange) => ({
      ...changingFlags(record, (flags) => without(flags, "silent")),
      silent_update: findRow("incident_templates", exchange, record)?.silent_update ?? null,
    })),
  },
  "maintenance-template-silent": {
    "flag-only": showing(["maintenance_templates"], ["silent"], shows.omit),
  },
  "maintenance-flags": {
    returned: onRecords(["maintenances"], (record, exchange) => {
      const { silent, suppress_events } = findRow("maintenances", exchange, record) ?? {};
      return { ...record, silent, suppress_events };
    }),
  },
  // The server changes the bodies of rejections and the header, because some requests don't get here.
  "error-body": { nested: unchanged, html: unchanged, empty: unchanged },
  "server-clock": { "no-date": unchanged, fast: unchanged },
  // The last ones: after them, the others would find no record, and `list-filters` sees only what the client has sent.
  "list-pages": {
    "no-count": onResponses("all", (body, exchange) => (isList(exchange) ? without(body, "page_count") : body)),
    "no-envelope": onResponses("all", (body, exchange) => (isList(exchange) ? body.data : body)),
    "one-page": onRequests(isListOnHub, (exchange) => ({ ...exchange, query: { ...exchange.query, page: ["1"] } })),
  },
  "list-filters": {
    ignored: onRequests(isList, (exchange) => {
      const { query, route } = exchange;
      return { ...exchange, query: without(query, ...route.operation.inferredQuery) as typeof query };
    }),
    rejected: onRequests(isList, (exchange) => {
      const filter = exchange.route.operation.inferredQuery.find((name) => exchange.query[name] !== undefined);
      if (filter !== undefined) throw invalid(filter, "is not a parameter of this operation");
      return exchange;
    }),
  },
  "record-shape": {
    wrapped: (exchange, next) =>
      isList(exchange) ? next(exchange) : { [exchange.route.resource.replace(/s$/, "")]: next(exchange) },
  },
};
