import type { writingGuesses } from "../../model/guesses/writing.ts";
import { service } from "../../model/kinds/service.ts";
import { wait } from "../clock.ts";
import { HttpError, invalid } from "../http-error.ts";
import { isStrictAddress } from "../resources/subscription-rules.ts";
import { routes } from "../route.ts";
import {
  accepting,
  combined,
  type Difference,
  type Exchange,
  type Fields,
  type Implementations,
  keepFields,
  mapFields,
  missing,
  onBodies,
  onRejections,
  onRequests,
  unchanged,
  without,
} from "./difference.ts";
import { eachText, showing, shows } from "./field.ts";
import { rejectReservedAddress, rejectReservedId } from "./reserved-values.ts";

/*
 * Differences in what the service accepts and does: a table by guess, at the end. What it needs is defined before, in its order.
 */

/** The properties of a service that may be null. */
const emptyProperties = Object.fromEntries(
  Object.values(service.properties).flatMap(({ key, type }) =>
    type.request.safeParse(null).success ? [[key, null]] : [],
  ),
);

/** Returns 503 to the first POST, the third one and so on, and carries it out later. */
const stillWorking: Difference = (exchange, next) => {
  const { route, emulation } = exchange;
  if (route.verb !== "create") return next(exchange);
  const isEvenPost = emulation.differences.countPost() % 2 === 0;
  if (isEvenPost) return next(exchange);
  const signal = emulation.inProgress;
  const carryOut = async () => {
    await wait(2_500, emulation.baseClock, signal);
    if (!signal.aborted) next(exchange);
  };
  carryOut().catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
  });
  throw new HttpError(503, "no server is available to handle this request");
};

/** Returns the operation that reads what another one deletes. */
const getRoute = ({ route }: Exchange) =>
  routes.find(({ verb, pattern }) => verb === "get" && pattern === route.pattern) ?? route;

/** Carries out a DELETE of a service and then removes the row. */
const forGood: Difference = (exchange, next) => {
  const result = next(exchange);
  if (exchange.route.name === "deleteService")
    exchange.store.transaction(() => exchange.store.table("services").remove(Number(exchange.params.service_id)));
  return result;
};

/** Changes a deleted record as if it were live. It stays deleted afterwards, unless the change restores it. */
function changingDeleted(effect: "stays-deleted" | "restores"): Difference {
  return (exchange, next) => {
    const { route, params, store } = exchange;
    const parameter = route.parameters.at(-1);
    if (route.verb !== "update" || parameter === undefined) return next(exchange);
    const table = store.table(parameter.table);
    const row = table.find(Number(params[parameter.name]));
    if (row === undefined || !("deleted" in row) || !row.deleted) return next(exchange);
    const setDeleted = (deleted: boolean) =>
      store.transaction(() => table.put({ ...(table.find(row.id) ?? row), deleted } as never));
    setDeleted(false);
    let record: Fields;
    try {
      record = next(exchange) as Fields;
    } catch (error) {
      setDeleted(true);
      throw error;
    }
    if (effect === "restores") return record;
    setDeleted(true);
    return { ...record, flags: { ...(record.flags as Fields), deleted: true } };
  };
}

const sendsSubscription = ["createSubscription", "updateSubscription", "createSubscriberSubscription"] as const;

/** Changes line breaks, spaces and quotes as an editor may do. Quotes in a tag are part of the markup, so they stay. */
function tidied(text: string): string {
  const spaced = text.replace(/\r?\n/g, "\r\n").replace(/[^\S\r\n]+/g, " ");
  return spaced.includes("<") ? spaced : spaced.replaceAll('"', "”").replaceAll("'", "’");
}

/** Replaces blank names, which the emulator rejects, and says what to store instead. */
function blanksReplaced(sent: Fields) {
  const isName = (name: string) => name === "title" || name === "name";
  const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";
  const blanks = keepFields(sent, (value, name) => isName(name) && isBlank(value));
  return { sent: { ...sent, ...mapFields(blanks, () => "x") }, stored: blanks };
}

export const writingDifferences: Implementations<typeof writingGuesses> = {
  "service-put": {
    replaces: onBodies(["updateService"], (sent) => ({ ...emptyProperties, ...sent })),
    required: onBodies(["updateService"], (sent) => {
      for (const field of ["group_id", "name"]) if (sent[field] === undefined) throw invalid(field, "is required");
      return sent;
    }),
  },
  "write-responses": {
    empty: (exchange, next) => {
      const result = next(exchange);
      const { method } = exchange.route.operation;
      if (method === "PUT") return undefined;
      return method === "DELETE" ? null : result;
    },
    "no-record": (exchange, next) => {
      const result = next(exchange);
      return exchange.route.verb === "create" ? { status: "ok" } : result;
    },
  },
  "server-errors": { "still-working": stillWorking },
  "delete-effect": {
    none: onRequests(
      ({ route }) => route.verb === "delete",
      (exchange) => ({ ...exchange, route: getRoute(exchange), body: undefined }),
    ),
    "for-good": forGood,
  },
  "deleted-updates": {
    accepted: changingDeleted("stays-deleted"),
    restored: changingDeleted("restores"),
  },
  "rejection-status": {
    "bad-request": onRejections((error) =>
      error.status === 409 || error.status === 422 ? new HttpError(400, error.message) : error,
    ),
  },
  "conflict-status": {
    unprocessable: onRejections((error) => (error.status === 409 ? new HttpError(422, error.message) : error)),
  },
  "freed-values": {
    reserved: combined(
      onRequests(["createService", "updateService"], rejectReservedId),
      onRequests(sendsSubscription, rejectReservedAddress),
    ),
  },
  "last-subscription": {
    "subscriber-kept": (exchange, next) => {
      const result = next(exchange);
      if (exchange.route.verb !== "delete" || exchange.route.resource !== "subscriptions") return result;
      const subscribers = exchange.store.table("subscribers");
      const row = subscribers.find(Number((result as Fields).subscriber_id));
      if (row) exchange.store.transaction(() => subscribers.put({ ...row, deleted: false }));
      return result;
    },
    "no-restore": missing(["restoreSubscriberSubscription"], 404),
  },
  "subscription-moves": {
    accepted: accepting(["updateSubscription"], (sent, { store, params }) => {
      const row = store.table("subscriptions").find(Number(params.subscription_id));
      const { method_name = row?.method_name, subscriber_id = row?.subscriber_id } = sent;
      return { sent: without(sent, "method_name", "subscriber_id"), stored: { method_name, subscriber_id } };
    }),
  },
  texts: {
    capitals: showing("all", ["title"], shows["upper-case"]),
    tidied: showing("all", ["title", "name", "body"], eachText(tidied)),
    prefixed: showing(
      "all",
      ["title", "name"],
      eachText((text) => (text === "" ? "" : `[Acme] ${text}`)),
    ),
    shortened: showing(
      "all",
      ["title", "name", "body"],
      eachText((text) => text.slice(0, 8)),
    ),
  },
  "filled-names": {
    accepted: accepting("any", blanksReplaced),
  },
  "plain-titles": {
    stripped: onRequests(
      ({ body: sent }) => typeof sent?.title === "string",
      (exchange) => {
        const title = String(exchange.body?.title).replace(/<[^<>]*>|</g, "");
        return { ...exchange, body: { ...exchange.body, title } };
      },
    ),
  },
  "template-content": {
    optional: accepting(
      ["createIncidentTemplate", "updateIncidentTemplate", "createMaintenanceTemplate", "updateMaintenanceTemplate"],
      (sent, { route }) => {
        const { title = null, body: text = null } = sent;
        const isUntouched = route.verb === "update" && !("title" in sent);
        return title || text || isUntouched
          ? { sent, stored: {} }
          : { sent: { ...sent, title: "x" }, stored: { title } };
      },
    ),
  },
  "single-status": {
    repeated: accepting("any", (sent) => {
      const { service_statuses: items } = sent;
      if (!Array.isArray(items)) return { sent, stored: {} };
      const once = [...new Map(items.map((item: Fields) => [item.service_id, item])).values()];
      const isRepeated = once.length < items.length;
      return { sent: { ...sent, service_statuses: once }, stored: isRepeated ? { service_statuses: items } : {} };
    }),
  },
  "address-forms": {
    any: accepting(sendsSubscription, (sent, { store }) => {
      const { address } = sent;
      if (typeof address !== "string") return { sent, stored: {} };
      const placeholder = `https://any.example.com/${store.table("subscriptions").lastId + 1}`;
      const isRejected = sent.method_name === "webhook" && !/^https?:/.test(address);
      return isRejected ? { sent: { ...sent, address: placeholder }, stored: { address } } : { sent, stored: {} };
    }),
    strict: onBodies(sendsSubscription, (sent) => {
      const { address, method_name: method } = sent;
      if (typeof address !== "string") return sent;
      if (!isStrictAddress(address)) throw invalid("address", `is not an address of the method ${method}`);
      return sent;
    }),
  },
  "time-offsets": {
    utc: onRequests(
      ({ body: sent }) => sent !== undefined,
      (exchange) => {
        const times = JSON.stringify(exchange.body).matchAll(/"(\w+_time|end_on)":"([^"]*)"/g);
        for (const [, field = "", time = ""] of times)
          if (/[+-]\d\d:?\d\d$/.test(time)) throw invalid(field, "must be in UTC");
        return exchange;
      },
    ),
  },
  // The server waits before it sends the 429, because such requests don't get here.
  "early-429": { late: unchanged },
  "incident-drafts": {
    rejected: onRequests(["listIncidents"], (exchange) => {
      if (exchange.query.draft !== undefined) throw invalid("draft", "is not a parameter of this operation");
      return exchange;
    }),
  },
};
