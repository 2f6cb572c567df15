import { parseInstant } from "../../../model/api/instant.ts";
import { isObject } from "../../../model/api/object.ts";
import { isMask } from "../../../model/kinds/value-type.ts";
import {
  type Exchange,
  type Fields,
  flagsOf,
  isRejection,
  isSuccess,
  jsonOf,
  listOf,
  placeOf,
  recordOf,
} from "../recording.ts";
import {
  type Evidence,
  type Indication,
  type Judge,
  needing,
  ofRecords,
  ofStep,
  type ShownRecord,
  verdict,
  withKeys,
} from "./evidence.ts";

/** Documented: fields that may be null, by the kind in the path. */
const nullable: Readonly<Record<string, readonly string[]>> = {
  services: ["public_name", "description", "custom_id"],
  incident_templates: ["title", "body", "incident_type", "author"],
  maintenance_templates: ["title", "body", "duration", "author"],
  subscriptions: ["label"],
  maintenances: ["author"],
};

export const judgeNulls: Judge = (evidence) => {
  const isNull = ({ kind, record }: ShownRecord) => (nullable[kind] ?? []).some((name) => record[name] === null);
  const [shown] = evidence.single.filter(isNull);
  if (shown) return verdict("holds", shown.exchange);
  const lacks = ({ kind, record }: ShownRecord) => (nullable[kind] ?? []).some((name) => !(name in record));
  const [lacking] = evidence.single.filter(lacks);
  return lacking && verdict("left-out", lacking.exchange);
};

const judgeIds: Judge = (evidence) => {
  const all = evidence.shown();
  const [event, ...others] = [...all].sort((shown) => (shown.kind === "maintenances" ? -1 : 1));
  const text = others.find(({ kind, record }) => kind !== "maintenances" && typeof record.id === "string");
  const isText = all.every(({ record }) => typeof record.id === "string");
  if (text) return verdict(isText ? "text" : { unexpected: "text, while other IDs are numbers" }, text.exchange);
  if (event?.kind !== "maintenances") return undefined;
  const { id } = event.record;
  const isWord = !/^\d+$/.test(String(id));
  return verdict(
    typeof id === "number" ? "maintenance-numbers" : isWord ? "maintenance-words" : "holds",
    event.exchange,
  );
};

/** The items of all lists below a key. */
const itemsOf = (find: (record: Fields) => unknown) => (evidence: Evidence) =>
  evidence.shown().flatMap((shown) => {
    const items = find(shown.record);
    // An item that isn't an object is kept below a key.
    return Array.isArray(items)
      ? items.map((item: unknown) => ({ ...shown, record: isObject(item) ? item : { item } }))
      : [];
  });

function tellStatus(item: Fields): Indication {
  if ("status_name" in item) return "status-name";
  if (isObject(item.service)) return "nested";
  return "service_id" in item && "status" in item ? "holds" : withKeys(item);
}

function tellService(service: Fields): Indication {
  if ("id" in service) return "holds";
  if ("service_id" in service) return "service-ids";
  if (!("item" in service)) return withKeys(service);
  return /^\d+$/.test(String(service.item)) ? "ids" : "names";
}

/** Compares a record in a list with the same one alone. */
function tellListed(listed: Fields, { kind }: ShownRecord, evidence: Evidence): Indication {
  const alone = evidence.read(kind).find(({ record, exchange }) => exchange.step === "get" && record.id === listed.id);
  if (alone === undefined) return undefined;
  const whole = alone.record;
  if (["title", "name", "method_name"].some((name) => whole[name] != null && !(name in listed))) return "minimal";
  const texts = ["title", "name", "description", "body"].filter((name) => typeof listed[name] === "string");
  return texts.some((name) => listed[name] !== whole[name]) ? "shortened" : "holds";
}

const judgePages: Judge = (evidence) => {
  const list = evidence.exchanges.find(
    (exchange) => exchange.path !== "/hubs" && listOf(exchange) && !placeOf(exchange).isOne,
  );
  const value = list && jsonOf(list);
  if (list && !isObject(value)) return verdict("no-envelope", list);
  if (list && isObject(value) && !("page_count" in value)) return verdict("no-count", list);
  const two = evidence.last("page 2");
  const [first, second] = [evidence.last("page 1"), two].map((page) => page && listOf(page)?.[0]?.id);
  return two && first !== undefined ? verdict(first === second ? "one-page" : "holds", two) : undefined;
};

export const judgeFilters: Judge = (evidence) => {
  const tell = (exchange: Exchange): string | undefined => {
    const records = listOf(exchange);
    if (records === undefined) return exchange.status === 403 ? undefined : "rejected";
    const isLive = (record: Fields) => exchange.query?.q !== undefined || flagsOf(record).deleted === false;
    if (records.some(isLive)) return "ignored";
    return records.every(({ flags }) => isObject(flags)) ? "holds" : undefined;
  };
  const told = evidence.all("filter").map((exchange) => ({ exchange, difference: tell(exchange) }));
  const known = told.filter(({ difference }) => difference !== undefined);
  const odd = known.find(({ difference }) => difference !== "holds") ?? known[0];
  const isMixed = known.some(({ difference }) => difference !== odd?.difference);
  return odd && verdict(isMixed ? { unexpected: `${odd.difference}, unlike elsewhere` } : odd.difference, odd.exchange);
};

const judgeDeleted: Judge = (evidence) => {
  const marked = evidence.listed.find(
    ({ record, exchange }) => exchange.step === "list" && flagsOf(record).deleted === true,
  );
  if (marked) return verdict("marked", marked.exchange);
  const deleted = evidence.single.filter(({ exchange, record }) => exchange.step === "get" && flagsOf(record).deleted);
  const unmarked = evidence.listed.find(
    ({ kind, record, exchange }) =>
      exchange.step === "list" && deleted.some((each) => each.kind === kind && each.record.id === record.id),
  );
  if (unmarked) return verdict("unmarked", unmarked.exchange);
  const { path = "", at = 0 } = evidence.last("canary: delete") ?? {};
  const lists = evidence
    .all("list")
    .filter((list) => path.startsWith(`${list.path}/`) && list.at > at && isSuccess(list));
  const [list] = lists;
  const shown = lists.flatMap((page) => listOf(page) ?? []).find(({ id }) => path.endsWith(`/${id}`));
  if (list === undefined || shown === undefined) return list && verdict("holds", list);
  return verdict(isObject(shown.flags) ? { unexpected: "a deleted record looks live" } : "unmarked", list);
};

const judgeLists: Judge = (evidence) => {
  const [made, gone] = [evidence.last("canary: create"), evidence.last("canary: delete")];
  if (!made || !gone) return undefined;
  const isList = ({ path, at }: Exchange) => path === made.path && at > made.at && at < gone.at;
  const pages = evidence.exchanges.filter((exchange) => isList(exchange) && listOf(exchange));
  const [first] = pages;
  // Each list begins with its first page.
  const isShown = pages.map((page) => listOf(page)?.some(({ id }) => gone.path.endsWith(`/${id}`)));
  const second = pages.findIndex(({ query }, index) => index > 0 && query?.page === 1);
  if (first && isShown.slice(0, second === -1 ? pages.length : second).includes(true)) return verdict("holds", first);
  return first && verdict(isShown.includes(true) ? "late" : { unexpected: "no new record" }, first);
};

const judgeErrors: Judge = ({ exchanges }) => {
  const rejection = exchanges.find(({ status }) => [400, 403, 404, 409, 422].includes(status));
  if (rejection === undefined) return undefined;
  const value = jsonOf(rejection);
  const text = rejection.text.trim();
  if (isObject(value) && typeof value.error === "string") return verdict("holds", rejection);
  if (isObject(value) && isObject(value.errors)) return verdict("nested", rejection);
  return verdict(text === "" ? "empty" : text.startsWith("<") ? "html" : withKeys(value), rejection);
};

const judgeClock: Judge = (evidence) => {
  const [first] = evidence.exchanges;
  if (first && evidence.exchanges.every(({ date }) => date === undefined)) return verdict("no-date", first);
  const made = evidence.last("canary: create");
  const created = parseInstant(String(evidence.record("canary: get")?.created_at));
  if (made?.date === undefined || created === undefined) return undefined;
  const ahead = (Date.parse(made.date) - created) / 1000;
  if (Math.abs(ahead) <= 5) return verdict("holds", made);
  return verdict(ahead > 0 ? "fast" : { unexpected: `Date is ${-ahead} s behind` }, made);
};

const judgeHidden: Judge = (evidence) => {
  const forbidden = evidence.all("missing hub", "hidden hub").find(({ status }) => status === 403);
  if (forbidden) return verdict("forbidden", forbidden);
  return ofStep("hidden hub", ({ status }) => (status === 404 ? "holds" : { unexpected: "no 404" }))(evidence);
};

function tellSilent(record: Fields, _: ShownRecord, evidence: Evidence): Indication {
  const { silent } = flagsOf(record);
  if (silent === null) return "null";
  if (silent === undefined && "silent_update" in record) return "own-key";
  // Nobody knows whether it was set on any other template.
  if (!evidence.isOurs(record)) return undefined;
  return silent === false ? "holds" : withKeys(record.flags);
}

const noMaintenance = { untried: "the hub has no maintenance" };
const templates = needing("templates");

export const readingEntries = {
  "record-shape": needing()(
    ofStep("hub", (hub) => {
      const value = jsonOf(hub);
      if (!isObject(value) || value.id !== undefined) return isObject(value) ? "holds" : withKeys(value);
      return recordOf(hub) ? "wrapped" : withKeys(value);
    }),
  ),
  "null-values": templates(judgeNulls),
  "record-ids": needing("drafts")(judgeIds, noMaintenance),
  "service-statuses": templates(
    ofRecords(
      itemsOf((record) => record.service_statuses),
      tellStatus,
    ),
    {
      untried: "no template names a service",
    },
  ),
  "masked-values": needing("subscriptions")(
    ofRecords(
      (evidence) => evidence.shown("subscriptions"),
      ({ configuration }) => (isObject(configuration) && isMask(configuration.content_type) ? "masked" : undefined),
    ),
    { untried: "only shows if the configuration of a subscription has a secret" },
  ),
  "subscription-services": needing("subscriptions")(
    ofRecords(
      itemsOf(({ services_selection: all }) => isObject(all) && all.services),
      tellService,
    ),
    { untried: "no subscription names a service" },
  ),
  "list-fields": templates(
    ofRecords(({ listed }) => listed.filter(({ exchange }) => exchange.step === "list"), tellListed),
  ),
  "list-pages": templates(judgePages),
  "list-end": templates(
    ofStep("beyond the end", (exchange) => {
      if (listOf(exchange)?.length === 0) return "holds";
      return exchange.status === 404 ? "missing" : isRejection(exchange) ? "rejected" : undefined;
    }),
  ),
  "list-filters": templates(judgeFilters),
  "deleted-in-lists": templates(judgeDeleted),
  "current-lists": templates(judgeLists),
  "hidden-hub": needing()(judgeHidden, { untried: "name a hub that this key must not see: --hidden <subdomain>" }),
  "renamed-hub": needing()(() => undefined, { untried: "only shows after a hub was renamed, which a run never does" }),
  "incident-template-silent": templates(ofRecords((evidence) => evidence.read("incident_templates"), tellSilent)),
  "maintenance-template-silent": templates(
    ofRecords(
      (evidence) => evidence.read("maintenance_templates"),
      (record) => ("silent" in record ? "holds" : flagsOf(record).silent === true ? "flag-only" : undefined),
    ),
    { untried: "no maintenance template could be created" },
  ),
  "maintenance-flags": needing("drafts")(
    ofRecords(
      (evidence) => evidence.read("maintenances"),
      (record) => ("silent" in record || "suppress_events" in record ? "returned" : "holds"),
    ),
    noMaintenance,
  ),
  "error-body": needing()(judgeErrors),
  "server-clock": templates(judgeClock),
};
