import { z } from "zod";
import { parsed } from "../http/validation.ts";
import { largestId, rowSchemas } from "./row.ts";
import { type Snapshot, tableNames } from "./store.ts";

const forEachTable = (schemaOf: (name: (typeof tableNames)[number]) => z.ZodType) =>
  z.strictObject(Object.fromEntries(tableNames.map((name) => [name, schemaOf(name).optional()])));

const snapshotSchema = z.strictObject({
  lastIds: forEachTable(() => z.int().min(0).max(largestId)),
  rows: forEachTable((name) => z.array(rowSchemas[name])),
});

/** A copy of a snapshot. Throws where a row in it is not complete, with the place. */
export const checkedSnapshot = (value: unknown): Snapshot =>
  // Object.fromEntries forgets which keys it was given.
  parsed(snapshotSchema, value, "the snapshot") as Snapshot;
