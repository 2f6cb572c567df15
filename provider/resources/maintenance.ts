export * from "../../kinds/maintenance.ts";
