export * from "../../kinds/service.ts";
