import type { HttpBindings } from "@hono/node-server";

/** What the routes of the emulator find in their context: the request and the response as Node has them. */
export interface Environment {
  Bindings: HttpBindings;
}
