import { isObject } from "../../model/api/object.ts";
import type { GuessName } from "../../model/guesses/index.ts";
import { kebab } from "../../model/kinds/kind.ts";
import { isHub, kinds } from "../records.ts";
import { type Fields, flagsOf, type ParsedExchange } from "./exchange.ts";

/*
 * How to tell by what was read whether an assumption holds.
 */

/**
 * What one exchange says of an assumption: `holds`, the name of a difference, or `unexpected` for a form that nobody knows. Undefined if
 * it says nothing.
 */
type Verdict = string | undefined;

export interface Judgment {
  readonly verdict: string;
  /** The exchange that shows it. */
  readonly exchange: ParsedExchange;
}

type Judge = (exchanges: readonly ParsedExchange[]) => Judgment | undefined;

/** Returns the first verdict that there is. */
function firstVerdict<Item extends ParsedExchange>(
  items: readonly Item[],
  verdictOn: (item: Item) => Verdict,
): Judgment | undefined {
  for (const exchange of items) {
    const verdict = verdictOn(exchange);
    if (verdict !== undefined) return { verdict, exchange };
  }
  return undefined;
}

/** A record, and the exchange that shows it. */
interface FoundRecord extends ParsedExchange {
  readonly record: Fields;
}

/** The records that were read alone. */
const recordsAlone = (exchanges: readonly ParsedExchange[]): FoundRecord[] =>
  exchanges.filter((exchange): exchange is FoundRecord => exchange.record !== undefined);

const recordsInLists = (exchanges: readonly ParsedExchange[]): FoundRecord[] =>
  exchanges.flatMap((exchange) => (exchange.list ?? []).map((record) => ({ ...exchange, record })));

/** Those read alone come first, because they show more. */
const allRecords = (exchanges: readonly ParsedExchange[]): FoundRecord[] => [
  ...recordsAlone(exchanges),
  ...recordsInLists(exchanges),
];

const ofKind =
  (wanted: string) =>
  ({ kind }: ParsedExchange): boolean =>
    kind === wanted;

/** Judges by the requests with one purpose. */
const byStep =
  (step: string, verdictOn: (exchange: ParsedExchange) => Verdict): Judge =>
  (exchanges) => {
    const ofStep = exchanges.filter((exchange) => exchange.step === step);
    return firstVerdict(ofStep, verdictOn);
  };

/** Judges by the first item of a list in each record. */
const byFirstItem =
  (itemsOf: (record: Fields) => unknown, verdictOn: (item: unknown) => Verdict): Judge =>
  (exchanges) =>
    firstVerdict(allRecords(exchanges), ({ record }) => {
      const items = itemsOf(record);
      return Array.isArray(items) && items.length > 0 ? verdictOn(items[0]) : undefined;
    });

const isRejected = (status: number) => [400, 409, 422].includes(status);

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

const judgeNulls: Judge = (exchanges) => {
  const records = recordsAlone(exchanges);
  const keysOf = (kind: string) => nullableKeys.get(kind) ?? [];
  const withNull = records.find(({ kind, record }) => keysOf(kind).some((key) => record[key] === null));
  if (withNull !== undefined) return { verdict: "holds", exchange: withNull };
  const withoutKey = records.find(({ kind, record }) => keysOf(kind).some((key) => record[key] === undefined));
  return withoutKey && { verdict: "left-out", exchange: withoutKey };
};

const judgeIds: Judge = (exchanges) => {
  const records = allRecords(exchanges);
  const withId = records.filter(({ record }) => record.id !== undefined);
  const hasText = ({ record }: FoundRecord) => typeof record.id === "string";
  // Documented: only the IDs of maintenances are text.
  const otherText = withId.find((each) => !ofKind("maintenances")(each) && hasText(each));
  if (otherText !== undefined) return { verdict: withId.every(hasText) ? "text" : "unexpected", exchange: otherText };
  return firstVerdict(records.filter(ofKind("maintenances")), (maintenance) => {
    if (!hasText(maintenance)) return "maintenance-numbers";
    return /^\d+$/.test(String(maintenance.record.id)) ? "holds" : "maintenance-words";
  });
};

/** Compares a record in a list with the same one alone. */
const judgeFields: Judge = (exchanges) => {
  const alone = recordsAlone(exchanges);
  const lists = exchanges.filter(({ step }) => step === "list");
  return firstVerdict(recordsInLists(lists), ({ kind, record }) => {
    const whole = alone.filter(ofKind(kind)).find((each) => each.record.id === record.id)?.record;
    if (whole === undefined) return undefined;
    const isLeftOut = (name: string) => whole[name] != null && !(name in record);
    if (["title", "name", "method_name"].some(isLeftOut)) return "minimal";
    const isOther = (name: string) => typeof record[name] === "string" && record[name] !== whole[name];
    return ["title", "name", "description", "body"].some(isOther) ? "shortened" : "holds";
  });
};

const judgePages: Judge = (exchanges) => {
  const otherForm = firstVerdict(exchanges, ({ list, json }) => {
    if (list === undefined) return undefined;
    if (!isObject(json)) return "no-envelope";
    return "page_count" in json ? undefined : "no-count";
  });
  if (otherForm !== undefined) return otherForm;
  const first = exchanges.find(({ step }) => step === "page 1")?.list?.[0]?.id;
  if (first === undefined) return undefined;
  return byStep("page 2", ({ list }) => (list?.[0]?.id === first ? "one-page" : "holds"))(exchanges);
};

/** The first filter that doesn't hold decides. */
const judgeFilters: Judge = (exchanges) => {
  const filtered = exchanges.filter(({ step }) => step === "filter");
  const differs = firstVerdict(filtered, (exchange) => {
    const verdict = verdictOnFilter(exchange);
    return verdict === "holds" ? undefined : verdict;
  });
  return differs ?? firstVerdict(filtered, verdictOnFilter);
};

function verdictOnFilter({ list, status, query }: ParsedExchange): Verdict {
  if (list === undefined) return status === 403 ? undefined : "rejected";
  if (list.some((record) => query.q !== undefined || flagsOf(record).deleted === false)) return "ignored";
  return list.every(({ flags }) => isObject(flags)) ? "holds" : undefined;
}

const judgeDrafts: Judge = (exchanges) => {
  const filters = judgeFilters(exchanges);
  // If other inferred parameters are rejected or ignored, so may this one be.
  if (filters !== undefined && filters.verdict !== "holds") return undefined;
  return byStep("drafts", ({ list, status }) => {
    if (list !== undefined) return "holds";
    return isRejected(status) ? "rejected" : undefined;
  })(exchanges);
};

const judgeErrors: Judge = (exchanges) =>
  firstVerdict(exchanges, ({ status, json, text }) => {
    if (!isRejected(status) && status !== 403 && status !== 404) return undefined;
    if (isObject(json) && typeof json.error === "string") return "holds";
    if (isObject(json) && isObject(json.errors)) return "nested";
    if (text.trim() === "") return "empty";
    return text.trim().startsWith("<") ? "html" : "unexpected";
  });

/** The assumptions that reading can show. */
export const judges: { readonly [Name in GuessName]?: Judge } = {
  "service-list": (exchanges) =>
    firstVerdict(exchanges.filter(ofKind("services")), ({ step, status, list }) => {
      if (step !== "list") return undefined;
      if (list !== undefined) return "holds";
      return { 404: "not-found", 405: "not-allowed" }[status];
    }),
  "record-shape": byStep("hub", ({ json, record }) => {
    if (isObject(json) && json.id !== undefined) return "holds";
    return record === undefined ? "unexpected" : "wrapped";
  }),
  "null-values": judgeNulls,
  "record-ids": judgeIds,
  "service-statuses": byFirstItem(
    ({ service_statuses }) => service_statuses,
    (item) => {
      if (!isObject(item)) return "unexpected";
      if ("status_name" in item) return "status-name";
      if (isObject(item.service)) return "nested";
      return "service_id" in item && "status" in item ? "holds" : "unexpected";
    },
  ),
  "subscription-services": byFirstItem(
    ({ services_selection: selection }) => isObject(selection) && selection.services,
    (item) => {
      if (!isObject(item)) return /^\d+$/.test(String(item)) ? "ids" : "names";
      if ("id" in item) return "holds";
      return "service_id" in item ? "service-ids" : "unexpected";
    },
  ),
  "list-fields": judgeFields,
  "list-pages": judgePages,
  "list-end": byStep("beyond the end", ({ list, status }) => {
    if (list !== undefined) return list.length === 0 ? "holds" : undefined;
    if (status === 404) return "missing";
    return isRejected(status) ? "rejected" : undefined;
  }),
  "list-filters": judgeFilters,
  "maintenance-template-silent": (exchanges) =>
    firstVerdict(recordsAlone(exchanges).filter(ofKind("maintenance_templates")), ({ record }) => {
      if ("silent" in record) return "holds";
      return flagsOf(record).silent === true ? "flag-only" : undefined;
    }),
  "maintenance-flags": (exchanges) =>
    firstVerdict(recordsAlone(exchanges).filter(ofKind("maintenances")), ({ record }) =>
      "silent" in record || "suppress_events" in record ? "returned" : "holds",
    ),
  "error-body": judgeErrors,
  "incident-drafts": judgeDrafts,
};
