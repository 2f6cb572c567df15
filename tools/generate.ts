import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "./engine/local.ts";
import { generate } from "./generate/index.ts";

/** Writes every generated file. A test fails if one of them is out of date. */
for (const [path, text] of await generate()) await writeFile(join(repositoryRoot, path), text);
