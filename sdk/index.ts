import "./automation.ts";

export * from "./exports.ts";
export { Provider } from "./provider.ts";
export { type UtcFromOptions, utcFrom } from "./wall-time.ts";
