import type { Operation } from "../api/operation.ts";
import { type OperationName, operations } from "../kinds/operations.ts";

/** Documented: version 3 is served under this path prefix. */
export const basePath = "/api/v3";

/** An operation with its path taken apart, which happens once, here. */
export interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
  /** The path as the router takes it: `/api/v3/hubs/:subdomain/services/:service_id`. */
  readonly pattern: string;
  /** The parameters in the path, in order: `subdomain`, `service_id`. */
  readonly parameters: readonly string[];
  /** The first name below a hub, such as `services`; undefined for the hubs themselves. */
  readonly section: string | undefined;
  /** The last name in the path, such as `subscriptions` or `incident_updates`. */
  readonly resource: string;
}

function toRoute(name: OperationName): Route {
  const operation: Operation = operations[name];
  const parts = operation.path.split("/").slice(1);
  const names = parts.filter((part) => !part.startsWith("{"));
  return {
    name,
    operation,
    pattern: basePath + operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    parameters: parts.filter((part) => part.startsWith("{")).map((part) => part.slice(1, -1)),
    section: parts[2],
    resource: names.findLast((part) => part !== "restore") ?? "",
  };
}

// Object.keys is typed as string[]; the keys are the names.
export const routes: readonly Route[] = (Object.keys(operations) as OperationName[]).map(toRoute);

/** The route of each operation. */
export const routeOf = Object.fromEntries(routes.map((route) => [route.name, route])) as Readonly<
  Record<OperationName, Route>
>;
