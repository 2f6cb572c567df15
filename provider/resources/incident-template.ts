export * from "../../kinds/incident-template.ts";
