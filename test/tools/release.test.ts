import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { repositoryRoot } from "../../tools/engine/local.ts";
import { listening } from "../provider/client/listening.ts";

test("the check of a release passes over a version that an earlier attempt has published", async () => {
  const { name, version } = manifest;
  const published = { name, "dist-tags": { latest: version }, versions: { [version]: { name, version } } };
  const registry = createServer((_, response) => response.end(JSON.stringify(published)));
  const { url } = await listening(registry);
  const env = { ...process.env, npm_config_registry: url, npm_config_ignore_scripts: "true" };
  const checked = await new Promise<string>((resolve) => {
    const args = [join(repositoryRoot, "tools/release.ts"), "check"];
    execFile(process.execPath, args, { env }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(checked).toContain("tools/release/publication.ts names no publisher.");
});
