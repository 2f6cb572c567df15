import { formatInstant } from "../../api/instant.ts";
import type { OperationName } from "../../kinds/operations.ts";
import type { AnswerOf } from "../call.ts";
import { Refusal } from "../http/refusal.ts";
import { parsed } from "../http/validation.ts";
import { newHubSchema } from "../preset/schema.ts";
import { addHub, type NewHub } from "../resources/new-hub.ts";
import { routeOf } from "../route.ts";
import type { HubRow } from "../state/row.ts";
import type { World } from "../world.ts";
import { performBehind } from "./behind.ts";

/** What people do in the web control panel, by the rules of the API. */
export interface Panel {
  /**
   * Carries out an operation of the API: it needs no key, meets no rate limit, fault or rewrite, and is not in the request
   * log. Throws where the API refuses it.
   *
   * @example
   * ```ts
   * emulator.perform("createService", { params: { subdomain: "acme" }, body: { group_id: 1, name: "API" } });
   * ```
   */
  perform<Name extends OperationName>(operation: Name, request: PanelRequest): AnswerOf<Name>;
  /** Creates a hub with its groups, which no operation of the API can. */
  createHub(hub: NewHub): HubRow;
}

export interface PanelRequest {
  /** The parameters in the path, such as `subdomain` and `service_id`. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

export const createPanel = (world: World): Panel => ({
  // The answer belongs to the operation by its name, which the compiler does not follow.
  perform: <Name extends OperationName>(operation: Name, { params = {}, body }: PanelRequest) => {
    if (!Object.hasOwn(routeOf, operation)) throw new Refusal(404, `there is no operation ${operation}`);
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    return structuredClone(performBehind(world, operation, { params: texts, ...(body && { body }) })) as AnswerOf<Name>;
  },
  createHub: (hub) => {
    const fields = parsed(newHubSchema, hub);
    return world.store.transaction(() => addHub(world.store, fields, formatInstant(world.clock.now())));
  },
});
