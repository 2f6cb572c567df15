import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { repositoryRoot } from "../engine/local.ts";
import { isAllowed, packageAt, renderNotices } from "../release/licence.ts";

/** The folder from which Pulumi runs the plugin: launchers and the bundle. */
export const pluginFolder = join(repositoryRoot, "plugin");

/** Licences of the third-party code in the bundle; written by `bundlePlugin`. */
export const noticesName = "THIRD-PARTY-NOTICES";

/**
 * Parts of packages that ours never uses, but that would be a tenth of the bundle: gRPC loads descriptions of its own
 * services when somebody asks for them, and undici exports mocks, caches, interceptors and sockets.
 */
const unused = /^@grpc\/proto-loader$|^\.\/lib\/(mock|cache|interceptor|web\/(websocket|eventsource))\//;

const withoutUnused: Plugin = {
  name: "without-unused",
  resolveId: (source) => (unused.test(source) ? `\0${source}` : undefined),
  load: (id) => (id.startsWith("\0") && unused.test(id.slice(1)) ? "module.exports = {};" : undefined),
};

/**
 * Bundles the plugin into one file that only needs Node, and writes the licences of its parts.
 *
 * @throws if the licence of a part asks for more than its notice
 */
export async function bundlePlugin(): Promise<void> {
  const input = join(repositoryRoot, "provider/native/index.ts");
  const bundle = await rolldown({ input, platform: "node", logLevel: "warn", plugins: [withoutUnused] });
  const file = join(pluginFolder, "provider.mjs");
  // The compressor makes Protobuf's assertions copy their arguments, which takes a tenth of the time of a large page.
  const minify = { compress: false, mangle: true, codegen: true };
  const { output } = await bundle.write({ format: "esm", minify, codeSplitting: false, file });
  await bundle.close();
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  const folders = modules.map((path) => /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0]);
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort().map(packageAt);
  const rejected = packages.filter((one) => !isAllowed(one)).map(({ name, licence }) => `${name}: ${licence}`);
  if (rejected.length > 0) throw new Error(`The bundle must not contain ${rejected.join(", ")}`);
  await writeFile(join(pluginFolder, noticesName), renderNotices(packages));
}
