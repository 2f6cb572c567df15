export { Hub, type HubArgs } from "./hub.ts";
export type { HubChildArgs } from "./hub-child.ts";
export { Provider, type ProviderArgs } from "./provider.ts";
export { Service, type ServiceArgs } from "./service.ts";
