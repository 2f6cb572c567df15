import type { Method } from "../../api/operation.ts";
import type { OperationName } from "../../api/operations.ts";
import type { Handlers, Place } from "../call.ts";
import type { HubRow, TableName, Tables } from "../row.ts";
import type { Store } from "../store.ts";
import { hubHandlers } from "./hub.ts";
import { admitServices, findService, serviceHandlers } from "./service.ts";

/** The rules of every operation that the emulator offers. */
export const handlers: Partial<Handlers<OperationName>> = { ...hubHandlers, ...serviceHandlers };

type Locator<Name extends TableName> = (store: Store, place: Place) => Tables[Name] | undefined;

interface PathParameter<Name extends TableName = TableName> {
  readonly table: Name;
  readonly find: Locator<Name>;
}

/** How the record that a path parameter names is found. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  service_id: { table: "services", find: findService },
};

/** What cannot be done on some hubs at all, by the first name after the hub in the path. */
export const admissions: Readonly<Record<string, (hub: HubRow, method: Method) => void>> = {
  services: admitServices,
};
