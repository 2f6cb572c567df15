export * from "../../kinds/maintenance-template.ts";
