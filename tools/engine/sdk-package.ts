import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export function getSdkFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));
}

/** Returns its version, which the CLI released with it has, too. */
export function getSdkVersion(): string {
  const { version } = JSON.parse(readFileSync(join(getSdkFolder(), "package.json"), "utf8")) as { version: string };
  return version;
}
