import { rm } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "./build/bundle.ts";
import { writeDeclarations } from "./build/declarations.ts";
import { repositoryRoot } from "./engine/local.ts";
import { main } from "./main.ts";

/** Builds the package into `dist`: a file for each entry, the chunks that they share, and declarations. */
await main(async () => {
  await rm(join(repositoryRoot, "dist"), { recursive: true, force: true });
  await Promise.all([bundle(), writeDeclarations()]);
  return 0;
});
