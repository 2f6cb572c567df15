import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, inject, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { reach } from "../../tools/build/reach.ts";

/** What an entry may load of other packages before its first answer. */
const starts: Record<string, readonly string[]> = {
  "sdk/index": ["fastest-levenshtein"],
  "sdk/native/index": ["fastest-levenshtein"],
  "policy/index": ["zod"],
  "provider/index": ["fastest-levenshtein", "zod"],
  "emulator/index": ["hono", "hono-node-server", "zod"],
  "cli/index": [],
  // What `--help`, `--version` and completion load after the check of Node.
  "chunks/command": ["commander"],
  "provider/native/index": ["fastest-levenshtein", "google-protobuf", "grpc-grpc-js", "pulumi-pulumi", "zod"],
};

const bundled = Object.keys(manifest.devDependencies).map((name) => name.replace(/^@/, "").replace("/", "-"));

test.each(Object.entries(starts))("%s loads only what its first answer needs", (entry, packages) => {
  const built = join(inject("workspace"), "node_modules/pulumi-statushub/dist");
  const files = [...reach([join(built, `${entry}.js`)], "static")];
  const chunks = files.map((path) => basename(path, ".js"));

  expect(chunks.filter((name) => bundled.includes(name)).sort()).toEqual(packages);
  // The HTTP client waits for the first request.
  expect(files.filter((path) => /\bfrom\s*["']undici["']/.test(readFileSync(path, "utf8")))).toEqual([]);
});
