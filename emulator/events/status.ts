import type { serviceStatusNames } from "../../kinds/service-status.ts";
import type { Effect } from "./effect.ts";

/** The status of a service, a group or a hub. */
export type Status = (typeof serviceStatusNames)[number];

const severities: ReadonlyMap<string, number> = new Map<Status, number>([
  ["up", 0],
  ["degraded-performance", 1],
  ["down", 2],
]);

/** Returns the worst of several statuses; `up` if there are none. */
export function worst(statuses: Iterable<string>): Status {
  let found: Status = "up";
  for (const status of statuses) if (isStatus(status) && severityOf(status) > severityOf(found)) found = status;
  return found;
}

/** Inferred: the worst of open incidents and running maintenances; `up` if there are none. */
export const statusAt = (effects: readonly Effect[], time: number): Status =>
  worst(effects.filter(({ from, to }) => from <= time && time < to).map(({ status }) => status));

const isStatus = (text: string): text is Status => severities.has(text);

const severityOf = (status: Status): number => severities.get(status) ?? 0;
