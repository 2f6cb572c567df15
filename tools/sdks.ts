import { rm } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "./engine/local.ts";
import { buildWheel, generateSdks } from "./engine/schema.ts";
import { main } from "./main.ts";

/** Writes the SDKs for Python and Go into artifacts/sdks, and the wheel of the one for Python into artifacts. */
await main(async () => {
  const folder = join(repositoryRoot, "artifacts/sdks");
  await rm(folder, { recursive: true, force: true });
  await generateSdks(folder);
  const wheel = await buildWheel(folder);
  console.log(`${wheel}\n${folder}`);
  return 0;
});
