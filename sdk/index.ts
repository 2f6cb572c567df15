import "./automation.ts";

export * from "./exports.ts";
export { Provider } from "./provider.ts";
export type * from "./status-page/form.ts";
export type * from "./status-page/options.ts";
export { StatusPage } from "./status-page.ts";
export { type UtcFromOptions, utcFrom } from "./wall-time.ts";
