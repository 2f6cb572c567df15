import { rm } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "./engine/local.ts";
import { main } from "./main.ts";
import { bindSchema } from "./schema/pulumi.ts";

await main(async () => {
  const folder = join(repositoryRoot, "artifacts/sdks");
  await rm(folder, { recursive: true, force: true });
  await bindSchema(folder);
  console.log(folder);
  return 0;
});
