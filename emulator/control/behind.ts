import type { OperationName } from "../../kinds/operations.ts";
import type { ApiKey } from "../api-key.ts";
import { Rewrites } from "../faults/rewrite.ts";
import { type Performing, perform } from "../http/request.ts";
import { routeOf } from "../route.ts";

interface Behind {
  readonly params: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Belongs to no preset, so that edits work where no key may write. */
const panelKey: ApiKey = { key: "", role: "admin", owner: "control-panel@example.com" };

/** Carries out an operation with all its rules, but without budget, faults, rewrites and request log. */
export const performBehind = (
  world: Omit<Performing, "rewrites">,
  operation: OperationName,
  { params, body }: Behind,
): unknown =>
  perform(
    { ...world, rewrites: new Rewrites() },
    {
      route: routeOf[operation],
      key: panelKey,
      params,
      query: {},
      // As a request would carry it, so that nothing gets into a record that no file keeps.
      body: { value: body && JSON.parse(JSON.stringify(body)), refusal: undefined },
      onIgnored: () => undefined,
    },
  );
