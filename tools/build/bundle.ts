import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ChunkingContext, type CodeSplittingGroup, type OutputChunk, type Plugin, rolldown } from "rolldown";
import { repositoryRoot } from "../engine/local.ts";
import { isAllowed, packageAt, renderNotices } from "../release/third-party.ts";

/** Licenses of the third-party code in the package; written by `bundle`. */
export const noticesName = "THIRD-PARTY-NOTICES";

/** Entries of the package by their source; each is built to `dist/<name>.js`. */
const entries = {
  "sdk/index": "sdk/index.ts",
  "sdk/native/index": "sdk/native/index.ts",
  "provider/index": "provider/index.ts",
  "emulator/index": "emulator/index.ts",
  "cli/index": "cli/index.ts",
  "provider/native/index": "provider/native/index.ts",
};

/**
 * Packages that users install beside ours: undici, because its security fixes must reach them without a release of
 * ours, and Pulumi's SDK, because two copies of it break `Output`. But Pulumi's protocol files, `@pulumi/pulumi/proto/`, are bundled: only
 * the native provider imports them, and it also runs where no SDK for Node is installed.
 */
const installed = /^undici$|^@pulumi\/(?!pulumi\/proto\/)/;

/** A tenth of the native provider that it never uses: gRPC loads descriptions of its own services if somebody asks. */
const withoutProtoLoader: Plugin = {
  name: "without-proto-loader",
  resolveId: (source) => (source === "@grpc/proto-loader" ? `\0${source}` : undefined),
  load: (id) => (id === "\0@grpc/proto-loader" ? "module.exports = {};" : undefined),
};

/** Returns the folder of a module's package, such as `<...>/node_modules/@grpc/grpc-js`; undefined for our own modules. */
const packageFolder = (path: string) => /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0];

/** Formats as `zod` or `grpc-grpc-js`. */
const chunkName = (folder: string) => folder.replace(/.*node_modules[\\/]@?/, "").replace(/[\\/]/, "-");

/** One chunk for each package, so that what an entry loads at its start can be read from the names. */
const packages: CodeSplittingGroup = {
  name(path) {
    const folder = packageFolder(path);
    return folder === undefined ? null : chunkName(folder);
  },
  debugName: "packages",
  tags: ["$initial"],
};

/**
 * One chunk for what the native provider, which loads the most at its start, loads together with another entry. There are
 * few, because each takes as long to load as 20 KB of code.
 *
 * @param sources modules of the other entry: what any of them loads
 */
const sharedWith = (name: string, ...sources: readonly string[]): CodeSplittingGroup => ({
  name(path, context) {
    const loaders = loadersOf(path, context);
    const isLoadedBy = (source: string) => loaders.has(join(repositoryRoot, source));
    return isLoadedBy(entries["provider/native/index"]) && sources.some(isLoadedBy) ? name : null;
  },
  debugName: name,
});

/** The modules that load a module before they run. */
function loadersOf(path: string, context: ChunkingContext, found = new Set<string>()): Set<string> {
  for (const importer of context.getModuleInfo(path)?.importers ?? []) {
    if (found.has(importer)) continue;
    found.add(importer);
    loadersOf(importer, context, found);
  }
  return found;
}

/**
 * Bundles the entries with their dependencies into `dist`, and writes the licenses of the parts.
 *
 * @throws if the license of a part asks for more than its notice
 */
export async function bundle(): Promise<void> {
  const build = await rolldown({
    input: entries,
    cwd: repositoryRoot,
    platform: "node",
    logLevel: "warn",
    external: installed,
    plugins: [withoutProtoLoader],
    transform: { target: "node22.19" },
  });
  const { output } = await build.write({
    format: "esm",
    dir: join(repositoryRoot, "dist"),
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    // The smallest start comes first, because a group takes what earlier ones left.
    codeSplitting: {
      groups: [
        packages,
        sharedWith("cli", "cli/index.ts", "cli/command-line.ts"),
        sharedWith("sdk", "sdk/index.ts"),
        sharedWith("model", "emulator/index.ts"),
        sharedWith("provider", "provider/index.ts"),
      ],
    },
    // Names stay readable in stack traces, and the compressor would make Protobuf's assertions copy their arguments.
    minify: { compress: false, mangle: false, codegen: true },
  });
  await build.close();
  await writeNotices(output.filter((part) => part.type === "chunk"));
}

async function writeNotices(chunks: readonly OutputChunk[]): Promise<void> {
  const folders = chunks.flatMap(({ moduleIds }) => moduleIds.map(packageFolder));
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort().map(packageAt);
  const rejected = packages.filter((one) => !isAllowed(one)).map(({ name, license }) => `${name}: ${license}`);
  if (rejected.length > 0) throw new Error(`The package must not contain ${rejected.join(", ")}`);
  await writeFile(join(repositoryRoot, noticesName), renderNotices(packages));
}
