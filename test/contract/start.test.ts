import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, inject, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { reach } from "../../tools/build/reach.ts";

interface Start {
  /** Chunks of other packages, and those that several starts share. */
  readonly chunks: readonly string[];
  /** All files together. */
  readonly kilobytes: number;
}

/** The most that an entry may load before its first answer. */
const starts: Record<string, Start> = {
  "sdk/index": { chunks: ["cli", "fastest-levenshtein", "sdk"], kilobytes: 55 },
  "sdk/native/index": { chunks: ["cli", "fastest-levenshtein", "sdk"], kilobytes: 55 },
  "provider/index": { chunks: ["cli", "fastest-levenshtein", "model", "provider", "sdk", "zod"], kilobytes: 325 },
  // The site is loaded when somebody opens it.
  "emulator/index": { chunks: ["cli", "hono", "hono-node-server", "model", "zod"], kilobytes: 450 },
  "cli/index": { chunks: ["cli"], kilobytes: 6 },
  // What `--help` and `--version` load after the check of Node.
  "chunks/command-line": { chunks: ["cli"], kilobytes: 115 },
  "provider/native/index": {
    chunks: [
      "cli",
      "fastest-levenshtein",
      "google-protobuf",
      "grpc-grpc-js",
      "model",
      "provider",
      "pulumi-pulumi",
      "sdk",
      "zod",
    ],
    kilobytes: 1150,
  },
};

const packages = Object.keys(manifest.devDependencies).map((name) => name.replace(/^@/, "").replace("/", "-"));
const named = [...packages, "cli", "sdk", "model", "provider"];

test.each(Object.entries(starts))("%s loads only what its first answer needs", (entry, { chunks, kilobytes }) => {
  const built = join(inject("workspace"), "node_modules/pulumi-statushub/dist");
  const files = [...reach([join(built, `${entry}.js`)], "static")];
  const loaded = files.map((path) => basename(path, ".js"));

  expect(loaded.filter((name) => named.includes(name)).sort()).toEqual(chunks);
  expect(files.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(kilobytes * 1000);
  // The HTTP client waits for the first request.
  expect(files.filter((path) => /\bfrom\s*["']undici["']/.test(readFileSync(path, "utf8")))).toEqual([]);
});
