import { writeFile } from "node:fs/promises";
import { referencePath, renderReference } from "./docs/reference.ts";

/** Writes docs/reference.md anew from the documentation comments in sdk/. A test fails while it is out of date. */
await writeFile(referencePath, renderReference());
