import { chmod, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { readText, repositoryRoot } from "../../tools/engine/local.ts";
import type { Workflow } from "../docs/ci/workflow.ts";
import { execute } from "../engine/project.ts";
import { listening } from "../provider/client/account.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("the check of a release passes over a version that an earlier attempt has published", async () => {
  const { name, version } = manifest;
  const published = { name, "dist-tags": { latest: version }, versions: { [version]: { name, version } } };
  const registry = createServer((_, response) => response.end(JSON.stringify(published)));
  const { url } = await listening(registry);
  const env = { ...process.env, npm_config_registry: url, npm_config_ignore_scripts: "true" };
  const checked = await execute(process.execPath, [join(repositoryRoot, "tools/release.ts"), "check"], { env });
  expect(checked.stdout + checked.stderr).toContain("The owner has to fill in repository in package.json");
});

test.each([
  ["v0.2.0", "latest", false],
  ["v0.2.0-rc.1", "next", true],
])("%s is published with the tag %s, and is a prerelease: %s", async (name, tag, prerelease) => {
  const script = '#!/bin/sh\ncase "$2" in view) exit 1;; esac\necho "$(basename "$0")" "$@" >>log\n';
  const folder = await temporaryFolder({
    "artifacts/a.tgz": "",
    "package.json": JSON.stringify({ name: "pulumi-statushub", version: name.slice(1) }),
    ...{ npm: script, gh: script },
  });
  for (const program of ["npm", "gh"]) await chmod(join(folder, program), 0o755);
  const workflow = parse(readText(".github/workflows/release.yml")) as Workflow;
  const scripts = ["publish", "release"].map((job) => workflow.jobs[job]?.steps?.find(({ run }) => run)?.run ?? "");
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, GITHUB_REF_NAME: name };
  for (const text of scripts)
    expect(await execute("bash", ["-e", "-c", text], { cwd: folder, env })).toMatchObject({ code: 0 });
  const log = await readFile(join(folder, "log"), "utf8");
  expect(log).toMatch(new RegExp(`^npm publish .* --tag ${tag}$`, "m"));
  expect(log).toMatch(new RegExp(`^gh release create ${name} .* --prerelease=${prerelease}$`, "m"));
});
