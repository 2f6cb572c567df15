import { join } from "node:path";
import { rolldown } from "rolldown";
import { repositoryRoot } from "../engine/local.ts";

/** The folder that Pulumi runs the plugin from: launchers, and the bundle. */
export const pluginFolder = join(repositoryRoot, "plugin");

/** Bundles the plugin into one file that needs nothing but Node. */
export async function bundlePlugin(): Promise<void> {
  const bundle = await rolldown({
    input: join(repositoryRoot, "provider/plugin/index.ts"),
    platform: "node",
    logLevel: "warn",
  });
  await bundle.write({
    file: join(pluginFolder, "provider.mjs"),
    format: "esm",
    minify: true,
    codeSplitting: false,
  });
  await bundle.close();
}
