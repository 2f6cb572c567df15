import { parseInstant } from "../../../model/api/instant.ts";
import { isObject } from "../../../model/api/object.ts";
import { isMask } from "../../../model/kinds/value-type.ts";
import { type Fields, flagsOf, isDeleted, type Seen } from "../recording.ts";
import {
  type Evidence,
  type Judge,
  needing,
  ofRecords,
  ofStep,
  type ShownRecord,
  verdict,
  withKeys,
} from "./evidence.ts";

const judgeShape = ofStep("hub", ({ json, record }) => {
  if (isObject(json) && json.id !== undefined) return "holds";
  return record ? "wrapped" : withKeys(json);
});

/** Documented: fields that may be null, by the kind in the path. */
const nullable: Readonly<Record<string, readonly string[]>> = {
  services: ["public_name", "description", "custom_id"],
  incident_templates: ["title", "body", "incident_type", "author"],
  maintenance_templates: ["title", "body", "duration", "author"],
  subscriptions: ["label"],
  maintenances: ["author"],
};

export const judgeNulls: Judge = (evidence) => {
  const some = (is: (value: unknown) => boolean) =>
    evidence.single.find(({ kind, record }) => nullable[kind]?.some((name) => is(record[name])));
  const shown = some((value) => value === null);
  if (shown) return verdict("holds", shown);
  const lacking = some((value) => value === undefined);
  return lacking && verdict("left-out", lacking);
};

const judgeIds: Judge = (evidence) => {
  const isText = ({ record }: ShownRecord) => typeof record.id === "string";
  const all = evidence.shown();
  const text = all.find((shown) => shown.kind !== "maintenances" && isText(shown));
  if (text) return verdict(all.every(isText) ? "text" : { unexpected: "text, while other IDs are numbers" }, text);
  const event = evidence.shown("maintenances").at(-1);
  if (event === undefined || !isText(event)) return event && verdict("maintenance-numbers", event);
  return verdict(/^\d+$/.test(String(event.record.id)) ? "holds" : "maintenance-words", event);
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

const statuses = itemsOf(({ service_statuses }) => service_statuses);

const judgeStatuses = ofRecords(statuses, (item) => {
  if ("status_name" in item) return "status-name";
  if (isObject(item.service)) return "nested";
  return "service_id" in item && "status" in item ? "holds" : withKeys(item);
});

const services = itemsOf(({ services_selection: all }) => isObject(all) && all.services);

const judgeServices = ofRecords(services, (service) => {
  if ("id" in service) return "holds";
  if ("service_id" in service) return "service-ids";
  if (!("item" in service)) return withKeys(service);
  return /^\d+$/.test(String(service.item)) ? "ids" : "names";
});

const allSubscriptions = (evidence: Evidence) => evidence.shown("subscriptions");

const judgeMasks = ofRecords(allSubscriptions, ({ configuration }) =>
  isObject(configuration) && isMask(configuration.content_type) ? "masked" : undefined,
);

const inLists = ({ listed }: Evidence) => listed.filter(({ step }) => step === "list");

/** Compares a record in a list with the same one alone. */
const judgeFields = ofRecords(inLists, (listed, { kind }, evidence) => {
  const whole = evidence.read(kind).find(({ record, step }) => step === "get" && record.id === listed.id)?.record;
  if (whole === undefined) return undefined;
  if (["title", "name", "method_name"].some((name) => whole[name] != null && !(name in listed))) return "minimal";
  const texts = ["title", "name", "description", "body"].filter((name) => typeof listed[name] === "string");
  return texts.some((name) => listed[name] !== whole[name]) ? "shortened" : "holds";
});

const judgePages: Judge = (evidence) => {
  const list = evidence.exchanges.find((exchange) => exchange.path !== "/hubs" && exchange.list && !exchange.isOne);
  const value = list?.json;
  if (list && !isObject(value)) return verdict("no-envelope", list);
  if (list && isObject(value) && !("page_count" in value)) return verdict("no-count", list);
  const two = evidence.last("page 2");
  const [first, second] = [evidence.last("page 1"), two].map((page) => page?.list?.[0]?.id);
  return two && first !== undefined ? verdict(first === second ? "one-page" : "holds", two) : undefined;
};

const judgeEnd = ofStep("beyond the end", ({ list, status, isRejection }) => {
  if (list?.length === 0) return "holds";
  return status === 404 ? "missing" : isRejection ? "rejected" : undefined;
});

export const judgeFilters: Judge = (evidence) => {
  const tell = ({ list, status, query }: Seen): string | undefined => {
    if (list === undefined) return status === 403 ? undefined : "rejected";
    if (list.some((record) => query?.q !== undefined || flagsOf(record).deleted === false)) return "ignored";
    return list.every(({ flags }) => isObject(flags)) ? "holds" : undefined;
  };
  const told = evidence.all("filter").map((exchange) => ({ exchange, difference: tell(exchange) }));
  const known = told.filter(({ difference }) => difference !== undefined);
  const odd = known.find(({ difference }) => difference !== "holds") ?? known[0];
  const isMixed = known.some(({ difference }) => difference !== odd?.difference);
  return odd && verdict(isMixed ? { unexpected: `${odd.difference}, unlike elsewhere` } : odd.difference, odd.exchange);
};

const judgeDeleted: Judge = (evidence) => {
  const marked = inLists(evidence).find(({ record }) => isDeleted(record));
  if (marked) return verdict("marked", marked);
  const deleted = evidence.single.filter(({ step, record }) => step === "get" && flagsOf(record).deleted);
  const unmarked = inLists(evidence).find(({ kind, record }) =>
    deleted.some((each) => each.kind === kind && each.record.id === record.id),
  );
  if (unmarked) return verdict("unmarked", unmarked);
  const { path = "", at = 0 } = evidence.last("canary: delete") ?? {};
  const lists = evidence
    .all("list")
    .filter((list) => path.startsWith(`${list.path}/`) && list.at > at && list.isSuccess);
  const [list] = lists;
  const shown = lists.flatMap((page) => page.list ?? []).find(({ id }) => path.endsWith(`/${id}`));
  if (list === undefined || shown === undefined) return list && verdict("holds", list);
  return verdict(isObject(shown.flags) ? { unexpected: "a deleted record looks live" } : "unmarked", list);
};

const judgeLists: Judge = (evidence) => {
  const [made, gone] = [evidence.last("canary: create"), evidence.last("canary: delete")];
  if (!made || !gone) return undefined;
  const pages = evidence.exchanges.filter(
    ({ path, at, list }) => path === made.path && at > made.at && at < gone.at && list,
  );
  const [first] = pages;
  // Each list begins with its first page.
  const isShown = pages.map((page) => page.list?.some(({ id }) => gone.path.endsWith(`/${id}`)));
  const second = pages.findIndex(({ query }, index) => index > 0 && query?.page === 1);
  if (first && isShown.slice(0, second === -1 ? pages.length : second).includes(true)) return verdict("holds", first);
  return first && verdict(isShown.includes(true) ? "late" : { unexpected: "no new record" }, first);
};

const judgeErrors: Judge = ({ exchanges }) => {
  const rejection = exchanges.find(({ status }) => [400, 403, 404, 409, 422].includes(status));
  if (rejection === undefined) return undefined;
  const { json } = rejection;
  const text = rejection.text.trim();
  if (isObject(json) && typeof json.error === "string") return verdict("holds", rejection);
  if (isObject(json) && isObject(json.errors)) return verdict("nested", rejection);
  return verdict(text === "" ? "empty" : text.startsWith("<") ? "html" : withKeys(json), rejection);
};

const judgeClock: Judge = (evidence) => {
  const [first] = evidence.exchanges;
  if (first && evidence.exchanges.every(({ date }) => date === undefined)) return verdict("no-date", first);
  const made = evidence.last("canary: create");
  const created = parseInstant(String(evidence.last("canary: get")?.record?.created_at));
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

const ofKind = (kind: string) => (evidence: Evidence) => evidence.read(kind);

const judgeSilent = ofRecords(ofKind("incident_templates"), (record, _, evidence) => {
  const { silent } = flagsOf(record);
  if (silent === null) return "null";
  if (silent === undefined && "silent_update" in record) return "own-key";
  // Nobody knows whether it was set on any other template.
  if (!evidence.isOurs(record)) return undefined;
  return silent === false ? "holds" : withKeys(record.flags);
});

const judgeSilentMaintenance = ofRecords(ofKind("maintenance_templates"), (record) =>
  "silent" in record ? "holds" : flagsOf(record).silent === true ? "flag-only" : undefined,
);

const judgeFlags = ofRecords(ofKind("maintenances"), (record) =>
  "silent" in record || "suppress_events" in record ? "returned" : "holds",
);

const templates = needing("templates");
const subscriptions = needing("subscriptions");
const noMaintenance = { untried: "the hub has no maintenance" };

export const readingEntries = {
  "record-shape": needing()(judgeShape),
  "null-values": templates(judgeNulls),
  "record-ids": needing("drafts")(judgeIds, noMaintenance),
  "service-statuses": templates(judgeStatuses, { untried: "no template names a service" }),
  "masked-values": subscriptions(judgeMasks, {
    untried: "only shows if the configuration of a subscription has a secret",
  }),
  "subscription-services": subscriptions(judgeServices, { untried: "no subscription names a service" }),
  "list-fields": templates(judgeFields),
  "list-pages": templates(judgePages),
  "list-end": templates(judgeEnd),
  "list-filters": templates(judgeFilters),
  "deleted-in-lists": templates(judgeDeleted),
  "current-lists": templates(judgeLists),
  "hidden-hub": needing()(judgeHidden, { untried: "name a hub that this key must not see: --hidden <subdomain>" }),
  "renamed-hub": needing()(() => undefined, { untried: "only shows after a hub was renamed, which a run never does" }),
  "incident-template-silent": templates(judgeSilent),
  "maintenance-template-silent": templates(judgeSilentMaintenance, {
    untried: "no maintenance template could be created",
  }),
  "maintenance-flags": needing("drafts")(judgeFlags, noMaintenance),
  "error-body": needing()(judgeErrors),
  "server-clock": templates(judgeClock),
};
