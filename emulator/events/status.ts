import type { serviceStatusNames } from "../../model/kinds/service-status-names.ts";
import type { Effect } from "./effect.ts";

/** The status of a service, a group or a hub. */
export type Status = (typeof serviceStatusNames)[number];

const worstFirst: readonly Status[] = ["down", "degraded-performance"];

/** Returns the worst of several statuses; `up` if there are none. */
export function worst(statuses: Iterable<string>): Status {
  const found = new Set(statuses);
  return worstFirst.find((status) => found.has(status)) ?? "up";
}

/** Inferred: the worst of open incidents and running maintenances; `up` if there are none. */
export const statusAt = (effects: readonly Effect[], time: number): Status =>
  worst(effects.filter(({ from, to }) => from <= time && time < to).map(({ status }) => status));
