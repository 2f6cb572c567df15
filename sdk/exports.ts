// Written by `npm run generate` from model/kinds/. Edit the kind instead.
export * from "./hub.ts";
export * from "./incident-template.ts";
export * from "./maintenance.ts";
export * from "./maintenance-template.ts";
export * from "./service.ts";
export * from "./subscription.ts";
export * from "./types.ts";
