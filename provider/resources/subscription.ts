export * from "../../kinds/subscription.ts";
