import { globSync } from "node:fs";
import { join } from "node:path";

const provider = join(import.meta.dirname, "../../provider");

/**
 * Loads every module of the provider. It loads most of them when it needs them, which takes real time: in a story, time
 * passes only on demand.
 */
export async function preload(): Promise<void> {
  // The entry of the native provider starts a server.
  const files = globSync("**/*.ts", { cwd: provider }).filter((file) => file !== join("native", "index.ts"));
  await Promise.all(files.map((file) => import(/* @vite-ignore */ join(provider, file))));
}
