import { formatInstant } from "../../model/api/instant.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { ResponseOf } from "../call.ts";
import type { Emulation } from "../emulation.ts";
import { applyUnlogged } from "../http/request.ts";
import { parsed } from "../http/validation.ts";
import { HttpError } from "../http-error.ts";
import { newHubSchema } from "../preset/schema.ts";
import type { HubRow } from "../resources/hub.ts";
import { addHub, type NewHub } from "../resources/hub.ts";
import { routeOf } from "../route.ts";

/** Actions in the control panel, subject to the API's rules. */
export interface Panel {
  /**
   * Performs an operation of the API without an API key, rate limit, faults, differences or the request log. Throws if the
   * API would reject it.
   *
   * @example
   * ```ts
   * emulator.perform("createService", { params: { subdomain: "acme" }, body: { group_id: 1, name: "API" } });
   * ```
   */
  perform<Name extends OperationName>(operation: Name, request: PanelRequest): ResponseOf<Name>;
  /** Creates a hub with its groups, for which the API has no operation. */
  createHub(hub: NewHub): HubRow;
}

export interface PanelRequest {
  /** Path parameters, such as `subdomain` and `service_id`. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

export const createPanel = (emulation: Emulation): Panel => ({
  // The operation's name determines the response, which the compiler can't follow.
  perform: <Name extends OperationName>(operation: Name, { params = {}, body }: PanelRequest) => {
    if (!Object.hasOwn(routeOf, operation)) throw new HttpError(404, `there is no operation ${operation}`);
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    return structuredClone(
      applyUnlogged(emulation, operation, { params: texts, ...(body && { body }) }),
    ) as ResponseOf<Name>;
  },
  createHub: (hub) => {
    const fields = parsed(newHubSchema, hub);
    return emulation.store.transaction(() => addHub(emulation.store, fields, formatInstant(emulation.clock.now())));
  },
});
