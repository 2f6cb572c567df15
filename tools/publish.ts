import { readFile } from "node:fs/promises";
import { main } from "./main.ts";
import { publish } from "./release/publish.ts";

/** Publishes the tarball in artifacts/ as the package that package.json names. Passes its arguments to npm. */
await main(async () => {
  const root = process.cwd();
  const manifest = JSON.parse(await readFile("package.json", "utf8"));
  console.log(await publish(root, manifest, ...process.argv.slice(2)));
  return 0;
});
