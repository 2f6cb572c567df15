export { lookups } from "../../kinds/index.ts";
