import { writeFile } from "node:fs/promises";
import { renderSchema, schemaPath } from "./schema/package-schema.ts";
import { pageSchemaPath, renderPageSchema } from "./schema/page-schema.ts";

/** Writes schema.json and page.schema.json anew from the definitions and the documentation of sdk/. Tests fail while they are out of date. */
await writeFile(schemaPath, renderSchema());
await writeFile(pageSchemaPath, renderPageSchema());
