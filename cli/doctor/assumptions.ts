import { isObject } from "../../model/api/object.ts";
import { type GuessName, guesses } from "../../model/guesses/index.ts";
import { kebab } from "../../model/kinds/kind.ts";
import { isHub, kinds } from "../records.ts";
import { paint } from "../terminal/output.ts";
import { type Fields, flagsOf, type Seen } from "./exchange.ts";

/** What the responses say about one assumption. */
export interface Assumption {
  readonly name: GuessName;
  /** `unknown` if the records of the account don't show it. */
  readonly result: "holds" | "differs" | "unknown";
  /** The name of a known difference. */
  readonly difference?: string;
  /** The request that shows the difference. */
  readonly seen?: string;
}

/** The name of a difference, `holds`, `unexpected` for a form that nobody knows, or nothing. */
type Told = string | undefined;

/** What one response says, and which. */
type Judge = (seen: readonly Seen[]) => readonly [Told, Seen] | undefined;

const told = <Item extends Seen>(all: readonly Item[], tell: (item: Item) => Told): ReturnType<Judge> => {
  for (const item of all) {
    const result = tell(item);
    if (result !== undefined) return [result, item];
  }
  return undefined;
};

type Shown = Seen & { readonly record: Fields };

/** The records of some kinds that were read alone. */
const single = (all: readonly Seen[], ...kinds: readonly string[]): Shown[] =>
  all.filter((seen): seen is Shown => seen.record !== undefined && (kinds.length === 0 || kinds.includes(seen.kind)));

/** Every record of some kinds; those read alone first. */
const shown = (all: readonly Seen[], ...kinds: readonly string[]): Shown[] => [
  ...single(all, ...kinds),
  ...all.flatMap((seen) =>
    kinds.length === 0 || kinds.includes(seen.kind) ? (seen.list ?? []).map((record) => ({ ...seen, record })) : [],
  ),
];

const ofStep =
  (step: string, tell: (seen: Seen) => Told): Judge =>
  (all) =>
    told(
      all.filter((each) => each.step === step),
      tell,
    );

const ofItems =
  (find: (record: Fields) => unknown, tell: (item: unknown) => Told): Judge =>
  (all) =>
    told(shown(all), ({ record }) => {
      const items = find(record);
      return Array.isArray(items) && items.length > 0 ? tell(items[0]) : undefined;
    });

const isRejected = (status: number) => [400, 409, 422].includes(status);

/**
 * Keys of a hub's records that may be null, by the collection in the path. Responses may lack what has a `read` of its own, or
 * what only a PUT sets.
 */
const nullable = new Map(
  kinds
    .filter(({ kind }) => !isHub(kind))
    .map(({ plural, properties, outputs }) => {
      const returned = Object.values(properties).filter(({ read, putOnly }) => !read && !putOnly);
      const all = [...returned.map(({ key, type }) => ({ key, schema: type.response })), ...Object.values(outputs)];
      const keys = all.flatMap(({ key, schema }) => (schema.safeParse(null).success ? (key ?? []) : []));
      return [kebab(plural).replaceAll("-", "_"), keys];
    }),
);

const judgeNulls: Judge = (all) => {
  const some = (value: unknown, result: string) =>
    told(single(all), ({ kind, record }) =>
      nullable.get(kind)?.some((name) => record[name] === value) ? result : undefined,
    );
  return some(null, "holds") ?? some(undefined, "left-out");
};

const judgeIds: Judge = (all) => {
  const isText = ({ record }: Shown) => typeof record.id === "string";
  const records = shown(all).filter(({ record }) => record.id !== undefined);
  const text = records.find((each) => each.kind !== "maintenances" && isText(each));
  if (text) return [records.every(isText) ? "text" : "unexpected", text];
  return told(shown(all, "maintenances"), (each) => {
    if (!isText(each)) return "maintenance-numbers";
    return /^\d+$/.test(String(each.record.id)) ? "holds" : "maintenance-words";
  });
};

/** Compares a record in a list with the same one alone. */
const judgeFields: Judge = (all) => {
  const listed = all
    .filter(({ step }) => step === "list")
    .flatMap((seen) => (seen.list ?? []).map((record) => ({ ...seen, record })));
  return told(listed, ({ kind, record }) => {
    const whole = single(all, kind).find((each) => each.record.id === record.id)?.record;
    if (whole === undefined) return undefined;
    if (["title", "name", "method_name"].some((name) => whole[name] != null && !(name in record))) return "minimal";
    const texts = ["title", "name", "description", "body"].filter((name) => typeof record[name] === "string");
    return texts.some((name) => record[name] !== whole[name]) ? "shortened" : "holds";
  });
};

const judgePages: Judge = (all) => {
  const form = told(all, ({ list, json }) => {
    if (list === undefined) return undefined;
    return isObject(json) ? ("page_count" in json ? undefined : "no-count") : "no-envelope";
  });
  const first = all.find(({ step }) => step === "page 1")?.list?.[0]?.id;
  const second = ofStep("page 2", ({ list }) => {
    if (first === undefined) return undefined;
    return list?.[0]?.id === first ? "one-page" : "holds";
  });
  return form ?? second(all);
};

const judgeFilters: Judge = (all) => {
  const results = all
    .filter(({ step }) => step === "filter")
    .map((seen) => told([seen], tellFilter))
    .filter((each) => each !== undefined);
  return results.find(([result]) => result !== "holds") ?? results[0];
};

const tellFilter = ({ list, status, query }: Seen): Told => {
  if (list === undefined) return status === 403 ? undefined : "rejected";
  if (list.some((record) => query.q !== undefined || flagsOf(record).deleted === false)) return "ignored";
  return list.every(({ flags }) => isObject(flags)) ? "holds" : undefined;
};

/** If other inferred parameters are rejected or ignored, so may this one be. */
const judgeDrafts: Judge = (all) => {
  const [filtered] = judgeFilters(all) ?? [];
  if (filtered !== undefined && filtered !== "holds") return undefined;
  return ofStep("drafts", ({ list, status }) => (list ? "holds" : isRejected(status) ? "rejected" : undefined))(all);
};

const judgeErrors: Judge = (all) =>
  told(all, ({ status, json, text }) => {
    if (!isRejected(status) && status !== 403 && status !== 404) return undefined;
    if (isObject(json) && typeof json.error === "string") return "holds";
    if (isObject(json) && isObject(json.errors)) return "nested";
    return text.trim() === "" ? "empty" : text.trim().startsWith("<") ? "html" : "unexpected";
  });

/** How to tell each assumption that reading can show. */
const judges: { readonly [Name in GuessName]?: Judge } = {
  "service-list": (all) =>
    told(all, ({ step, kind, status, list }) => {
      if (step !== "list" || kind !== "services") return undefined;
      return list ? "holds" : { 404: "not-found", 405: "not-allowed" }[status];
    }),
  "record-shape": ofStep("hub", ({ json, record }) =>
    isObject(json) && json.id !== undefined ? "holds" : record ? "wrapped" : "unexpected",
  ),
  "null-values": judgeNulls,
  "record-ids": judgeIds,
  "service-statuses": ofItems(
    ({ service_statuses }) => service_statuses,
    (item) => {
      if (!isObject(item)) return "unexpected";
      if ("status_name" in item) return "status-name";
      if (isObject(item.service)) return "nested";
      return "service_id" in item && "status" in item ? "holds" : "unexpected";
    },
  ),
  "subscription-services": ofItems(
    ({ services_selection: selection }) => isObject(selection) && selection.services,
    (item) => {
      if (!isObject(item)) return /^\d+$/.test(String(item)) ? "ids" : "names";
      return "id" in item ? "holds" : "service_id" in item ? "service-ids" : "unexpected";
    },
  ),
  "list-fields": judgeFields,
  "list-pages": judgePages,
  "list-end": ofStep("beyond the end", ({ list, status }) => {
    if (list) return list.length === 0 ? "holds" : undefined;
    return status === 404 ? "missing" : isRejected(status) ? "rejected" : undefined;
  }),
  "list-filters": judgeFilters,
  "maintenance-template-silent": (all) =>
    told(single(all, "maintenance_templates"), ({ record }) =>
      "silent" in record ? "holds" : flagsOf(record).silent === true ? "flag-only" : undefined,
    ),
  "maintenance-flags": (all) =>
    told(single(all, "maintenances"), ({ record }) =>
      "silent" in record || "suppress_events" in record ? "returned" : "holds",
    ),
  "error-body": judgeErrors,
  "incident-drafts": judgeDrafts,
};

export const compareAssumptions = (seen: readonly Seen[]): Assumption[] =>
  Object.entries(judges).map(([key, judge]) => {
    const name = key as GuessName;
    const [result, { path, query, status }] = judge(seen) ?? [undefined, {} as Seen];
    if (result === undefined) return { name, result: "unknown" };
    if (result === "holds") return { name, result };
    const search = Object.entries(query).map(([each, value], index) => `${index === 0 ? "?" : "&"}${each}=${value}`);
    const request = `GET ${path}${search.join("")}: ${status}`;
    return { name, result: "differs", ...(result in guesses[name].otherwise && { difference: result }), seen: request };
  });

const marks = { holds: ["green", "holds"], differs: ["yellow", "differs"], unknown: ["dim", "?"] } as const;

/** Describes the assumptions as a table, with the effect of each difference. */
export function describeAssumptions(all: readonly Assumption[]): string {
  const lines = all.flatMap(({ name, result, difference, seen }) => {
    const [color, mark] = marks[result];
    const { service, effect } = guesses[name].otherwise[difference ?? ""] ?? {
      service: "In another way than we know.",
      effect: "Unknown. Please open an issue.",
    };
    const row = `${paint(color, mark.padEnd(7))} ${name}${difference === undefined ? "" : `=${difference}`}`;
    return result === "differs" ? [row, ...[seen, service, effect].map((text) => `${" ".repeat(8)}${text}`)] : [row];
  });
  const count = `${all.filter(({ result }) => result === "holds").length} of ${all.length}`;
  return ["", `Assumptions about the API that reading can show (${count} hold):`, ...lines, ""].join("\n");
}
