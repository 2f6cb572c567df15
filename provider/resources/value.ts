export * from "../../kinds/value.ts";
