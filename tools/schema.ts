import { writeFile } from "node:fs/promises";
import { renderSchema, schemaPath } from "./schema/package-schema.ts";

/** Writes schema.json anew from the definitions and the documentation of sdk/. A test fails while it is out of date. */
await writeFile(schemaPath, renderSchema());
