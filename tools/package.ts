import { join } from "node:path";
import { repositoryRoot } from "./engine/local.ts";
import { main } from "./main.ts";
import { packagePlugin } from "./build/plugin-archive.ts";

await main(async () => {
  console.log(await packagePlugin(join(repositoryRoot, "artifacts")));
  return 0;
});
