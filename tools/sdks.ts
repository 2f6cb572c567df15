import { rm } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "./engine/local.ts";
import { bindSchema, buildWheel, generateMoreSdks } from "./engine/schema.ts";
import { main } from "./main.ts";

/**
 * Writes an SDK for each language into artifacts/sdks, and the wheel of the one for Python into artifacts. Java and C# are
 * left out if their generators aren't available.
 */
await main(async () => {
  const folder = join(repositoryRoot, "artifacts/sdks");
  await rm(folder, { recursive: true, force: true });
  await bindSchema(folder);
  const wheel = await buildWheel(folder);
  await generateMoreSdks(folder).catch((error: Error) => console.error(`Without Java and C#: ${error.message}`));
  console.log(`${wheel}\n${folder}`);
  return 0;
});
