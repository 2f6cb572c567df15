import type { Area } from "../areas.ts";
import { isSuccess } from "../exchange.ts";
import { isAlike } from "../own-records.ts";
import { type KindName, kinds } from "../probed-kinds.ts";
import { type Entry, type Judge, needing, verdict } from "./verdict.ts";

const judgeList: Judge = (evidence) => {
  const list = evidence.all("list").find(({ path }) => path.endsWith("/services"));
  const missing = list?.status === 405 ? "not-allowed" : list?.status === 404 ? "not-found" : undefined;
  return list && verdict(missing ?? (isSuccess(list) ? "holds" : undefined), list);
};

/** Judges an operation by a request with an unused ID, and by the one for an own record. */
const offered = (area: Area, kind: KindName, verb: "update" | "delete"): Entry => {
  const judge: Judge = (evidence) => {
    const used = evidence.last(`${kind}: ${verb}`);
    const [missing, unused] = ["get", verb].map((each) => evidence.last(`${kind}: ${each} unused`));
    const exchange = used ?? unused;
    if (exchange === undefined) return undefined;
    if (exchange.status === 405) return verdict("not-allowed", exchange);
    const isMissing = exchange.status === 404 && (used || (missing && !isAlike(missing, exchange)));
    if (isMissing) return verdict("not-found", exchange);
    return used && isSuccess(used) ? verdict("holds", used) : undefined;
  };
  return needing(area)(judge, { untried: `no ${kinds[kind].noun} could be created` });
};

export const operationEntries = {
  "service-list": needing()(judgeList, { untried: "only a primary hub has services" }),
  "service-delete": offered("services", "services", "delete"),
  "maintenance-template-update": offered("templates", "maintenance_templates", "update"),
  "maintenance-template-delete": offered("templates", "maintenance_templates", "delete"),
};
