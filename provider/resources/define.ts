export * from "../../kinds/kind.ts";
