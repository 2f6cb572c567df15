import { isObject } from "../../model/api/object.ts";
import type { GuessName } from "../../model/guesses/index.ts";
import { kebab } from "../../model/kinds/kind.ts";
import { isHub, kinds } from "../records.ts";
import { type Fields, flagsOf, type ParsedExchange } from "./exchange.ts";
import {
  allRecords,
  type FoundRecord,
  firstVerdict,
  type Judgment,
  ofKind,
  ofStep,
  recordsAlone,
  recordsInLists,
  type Verdict,
} from "./verdict.ts";

/*
 * How to tell by what was read whether an assumption holds. The names of the differences are those of the guesses.
 */

type Exchanges = readonly ParsedExchange[];

type Judge = (exchanges: Exchanges) => Judgment | undefined;

/** The assumptions that reading can show. */
export const judges: { readonly [Name in GuessName]?: Judge } = {
  "service-list": judgeServiceList,
  "record-shape": judgeShape,
  "null-values": judgeNulls,
  "record-ids": judgeIds,
  "service-statuses": judgeServiceStatuses,
  "subscription-services": judgeSubscriptionServices,
  "list-fields": judgeListFields,
  "list-pages": judgePages,
  "list-end": judgeEnd,
  "list-filters": judgeFilters,
  "maintenance-template-silent": judgeTemplateSilent,
  "maintenance-flags": judgeMaintenanceFlags,
  "error-body": judgeErrors,
  "incident-drafts": judgeDrafts,
};

function judgeServiceList(exchanges: Exchanges) {
  return firstVerdict(ofStep(ofKind(exchanges, "services"), "list"), ({ status, list }) => {
    if (list !== undefined) return "holds";
    return { 404: "not-found", 405: "not-allowed" }[status];
  });
}

function judgeShape(exchanges: Exchanges) {
  return firstVerdict(ofStep(exchanges, "hub"), ({ json, record }) => {
    if (isObject(json) && json.id !== undefined) return "holds";
    return record === undefined ? "unexpected" : "wrapped";
  });
}

/**
 * Keys of a hub's records that may be null, by the collection in the path. Responses may lack what has a `read` of its own, or
 * what only a PUT sets.
 */
const nullableKeys = new Map(
  kinds
    .filter(({ kind }) => !isHub(kind))
    .map(({ plural, properties, outputs }) => {
      const returned = Object.values(properties).filter(({ read, putOnly }) => !read && !putOnly);
      const all = [...returned.map(({ key, type }) => ({ key, schema: type.response })), ...Object.values(outputs)];
      const keys = all.flatMap(({ key, schema }) => (schema.safeParse(null).success ? (key ?? []) : []));
      return [kebab(plural).replaceAll("-", "_"), keys];
    }),
);

function judgeNulls(exchanges: Exchanges): Judgment | undefined {
  const records = recordsAlone(exchanges);
  const keysOf = (kind: string) => nullableKeys.get(kind) ?? [];
  const withNull = records.find(({ kind, record }) => keysOf(kind).some((key) => record[key] === null));
  if (withNull !== undefined) return { verdict: "holds", exchange: withNull };
  const withoutKey = records.find(({ kind, record }) => keysOf(kind).some((key) => record[key] === undefined));
  return withoutKey && { verdict: "left-out", exchange: withoutKey };
}

/** Documented: the IDs of maintenances are text, and all others are numbers. */
function judgeIds(exchanges: Exchanges): Judgment | undefined {
  const records = allRecords(exchanges);
  const withId = records.filter(({ record }) => record.id !== undefined);
  const hasText = ({ record }: FoundRecord) => typeof record.id === "string";
  const otherWithText = withId.find((each) => each.kind !== "maintenances" && hasText(each));
  if (otherWithText !== undefined) {
    const areAllText = withId.every(hasText);
    return { verdict: areAllText ? "text" : "unexpected", exchange: otherWithText };
  }
  return firstVerdict(ofKind(records, "maintenances"), (maintenance) => {
    if (!hasText(maintenance)) return "maintenance-numbers";
    return /^\d+$/.test(String(maintenance.record.id)) ? "holds" : "maintenance-words";
  });
}

function judgeServiceStatuses(exchanges: Exchanges) {
  return firstVerdict(allRecords(exchanges), ({ record }) => {
    const item = firstOf(record.service_statuses);
    if (item === undefined) return undefined;
    if (!isObject(item)) return "unexpected";
    if ("status_name" in item) return "status-name";
    if (isObject(item.service)) return "nested";
    return "service_id" in item && "status" in item ? "holds" : "unexpected";
  });
}

function judgeSubscriptionServices(exchanges: Exchanges) {
  return firstVerdict(allRecords(exchanges), ({ record: { services_selection: selection } }) => {
    const item = isObject(selection) ? firstOf(selection.services) : undefined;
    if (item === undefined) return undefined;
    if (!isObject(item)) return /^\d+$/.test(String(item)) ? "ids" : "names";
    if ("id" in item) return "holds";
    return "service_id" in item ? "service-ids" : "unexpected";
  });
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

/** Compares a record in a list with the same one alone. */
function judgeListFields(exchanges: Exchanges) {
  const alone = recordsAlone(exchanges);
  return firstVerdict(recordsInLists(ofStep(exchanges, "list")), ({ kind, record }) => {
    const whole = ofKind(alone, kind).find((each) => each.record.id === record.id)?.record;
    if (whole === undefined) return undefined;
    const isLeftOut = (name: string) => whole[name] != null && !(name in record);
    if (["title", "name", "method_name"].some(isLeftOut)) return "minimal";
    const isOther = (name: string) => typeof record[name] === "string" && record[name] !== whole[name];
    return ["title", "name", "description", "body"].some(isOther) ? "shortened" : "holds";
  });
}

function judgePages(exchanges: Exchanges) {
  const otherForm = firstVerdict(exchanges, ({ list, json }) => {
    if (list === undefined) return undefined;
    if (!isObject(json)) return "no-envelope";
    return "page_count" in json ? undefined : "no-count";
  });
  if (otherForm !== undefined) return otherForm;
  const idOn = ({ list }: ParsedExchange) => list?.[0]?.id;
  const firstId = ofStep(exchanges, "page 1").map(idOn)[0];
  if (firstId === undefined) return undefined;
  return firstVerdict(ofStep(exchanges, "page 2"), (page) => (idOn(page) === firstId ? "one-page" : "holds"));
}

function judgeEnd(exchanges: Exchanges) {
  return firstVerdict(ofStep(exchanges, "beyond the end"), ({ list, status }) => {
    if (list !== undefined) return list.length === 0 ? "holds" : undefined;
    if (status === 404) return "missing";
    return isRejected(status) ? "rejected" : undefined;
  });
}

/** The first filter that doesn't hold decides. */
function judgeFilters(exchanges: Exchanges) {
  const filtered = ofStep(exchanges, "filter");
  const differs = firstVerdict(filtered, (exchange) => {
    const verdict = verdictOnFilter(exchange);
    return verdict === "holds" ? undefined : verdict;
  });
  return differs ?? firstVerdict(filtered, verdictOnFilter);
}

function verdictOnFilter({ list, status, query }: ParsedExchange): Verdict {
  if (list === undefined) return status === 403 ? undefined : "rejected";
  // The text that is searched for is in no record, and the other filter only lets deleted ones pass.
  const shouldBeLeftOut = (record: Fields) => query.q !== undefined || flagsOf(record).deleted === false;
  if (list.some(shouldBeLeftOut)) return "ignored";
  return list.every(({ flags }) => isObject(flags)) ? "holds" : undefined;
}

function judgeTemplateSilent(exchanges: Exchanges) {
  return firstVerdict(ofKind(recordsAlone(exchanges), "maintenance_templates"), ({ record }) => {
    if ("silent" in record) return "holds";
    return flagsOf(record).silent === true ? "flag-only" : undefined;
  });
}

function judgeMaintenanceFlags(exchanges: Exchanges) {
  return firstVerdict(ofKind(recordsAlone(exchanges), "maintenances"), ({ record }) =>
    "silent" in record || "suppress_events" in record ? "returned" : "holds",
  );
}

function judgeErrors(exchanges: Exchanges) {
  return firstVerdict(exchanges, ({ status, json, text }) => {
    const isError = isRejected(status) || status === 403 || status === 404;
    if (!isError) return undefined;
    if (isObject(json) && typeof json.error === "string") return "holds";
    if (isObject(json) && isObject(json.errors)) return "nested";
    if (text.trim() === "") return "empty";
    return text.trim().startsWith("<") ? "html" : "unexpected";
  });
}

function judgeDrafts(exchanges: Exchanges) {
  const filters = judgeFilters(exchanges);
  // If other inferred parameters are rejected or ignored, so may this one be.
  if (filters !== undefined && filters.verdict !== "holds") return undefined;
  return firstVerdict(ofStep(exchanges, "drafts"), ({ list, status }) => {
    if (list !== undefined) return "holds";
    return isRejected(status) ? "rejected" : undefined;
  });
}

const isRejected = (status: number) => [400, 409, 422].includes(status);
