import type { Operation } from "../model/api/operation.ts";
import { type OperationName, operations } from "../model/kinds/operations.ts";
import type { TableName } from "./tables/index.ts";

/** Documented: version 3 is served under this path prefix. */
export const basePath = "/api/v3";

export interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
  /** The first word of the operation's name, such as `create`. */
  readonly verb: string;
  /** The path in the router's format: `/api/v3/hubs/:subdomain/services/:service_id`. */
  readonly pattern: string;
  /** The path parameters, in order, such as `service_id`, and the tables whose records they name. */
  readonly parameters: readonly { readonly name: string; readonly table: TableName }[];
  /** The first name below a hub, such as `services`; undefined for the hubs themselves. */
  readonly section: string | undefined;
  /** The last name in the path, such as `subscriptions` or `incident_updates`. */
  readonly resource: string;
}

function toRoute(name: OperationName): Route {
  const operation: Operation = operations[name];
  const { path } = operation;
  const names = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  return {
    name,
    operation,
    verb: /^[a-z]+/.exec(name)?.[0] ?? "",
    pattern: basePath + path.replaceAll(/\{(\w+)\}/g, ":$1"),
    // The names before parameters are names of tables.
    parameters: [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, table, name = ""]) => ({
      name,
      table: table as TableName,
    })),
    section: names[1],
    resource: names.findLast((part) => part !== "restore") ?? "",
  };
}

// Object.keys is typed as string[]; the keys are the names.
export const routes: readonly Route[] = (Object.keys(operations) as OperationName[]).map(toRoute);

export const routeOf = Object.fromEntries(routes.map((route) => [route.name, route])) as Readonly<
  Record<OperationName, Route>
>;
