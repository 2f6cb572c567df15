import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { referenceFolder, renderReference } from "./docs/reference.ts";

/** Writes docs/resources anew. A test fails while a page is out of date. */
const pages = renderReference();
await rm(referenceFolder, { recursive: true, force: true });
await mkdir(referenceFolder);
for (const [name, text] of pages) await writeFile(join(referenceFolder, name), text);
