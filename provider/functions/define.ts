export type { Lookup } from "../../kinds/index.ts";
export type { Filter } from "../../kinds/kind.ts";
