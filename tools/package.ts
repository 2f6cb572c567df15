import { join } from "node:path";
import { packagePlugin } from "./build/plugin-archive.ts";
import { build } from "./engine/build.ts";
import { repositoryRoot } from "./engine/local.ts";
import { main } from "./main.ts";

await main(async () => {
  await build();
  console.log(await packagePlugin(join(repositoryRoot, "artifacts")));
  return 0;
});
