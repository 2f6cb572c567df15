import type { HttpBindings } from "@hono/node-server";
import type { ApiKey } from "../api-key.ts";
import type { OpenEntry } from "./request-log.ts";

/** What is known of a request once its key is accepted and its body is read. */
export interface Visit {
  readonly entry: OpenEntry;
  readonly key: ApiKey;
  /** The body as text; undefined where it is too long. */
  readonly body: string | undefined;
}

/** What the routes of the emulator find in their context. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: { visit: Visit };
}
