import type { Live } from "./form.ts";

const deletedFlag = ({ flags }: Live) => (flags as { deleted?: unknown } | undefined)?.deleted;

/** Documented: a deleted record can still be read, and is marked as deleted. */
export const isDeleted = (live: Live) => deletedFlag(live) === true;

/** Whether a record is left: it exists, and nobody has deleted it. Otherwise it is gone. */
export const isLeft = (live: Live | undefined): live is Live => live !== undefined && !isDeleted(live);

/** A list may not show it. Inferred (deleted-in-lists): if it does, that's right. */
export const saysWhetherDeleted = (live: Live) => typeof deletedFlag(live) === "boolean";
