export * from "../../kinds/hub.ts";
