/** Frozen entry: the pointer in users' states loads it by name. */
export { handler } from "./dynamic/handler.ts";
