import type { HttpBindings } from "@hono/node-server";

/** Context of the emulator's routes: Node's request and response. */
export interface Environment {
  Bindings: HttpBindings;
}
