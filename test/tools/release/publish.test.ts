import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { findMismatch } from "../../../tools/release/publish.ts";
import { createFolder } from "../engine/fake-installation.ts";

const run = promisify(execFile);
const name = "a-package-for-tests";

interface Manifest {
  name: string;
  versions: Record<string, { dist: { integrity: string } }>;
}

test("publishes the tarball, does nothing the second time, and never replaces a published one", async () => {
  const registry = await startRegistry();
  const root = await createRelease("1.0.0");
  const publish = () => registry.run(root, "--no-provenance");

  expect(await publish()).toMatchObject({ stdout: `Published ${name}@1.0.0.\n` });
  expect(registry.published.map(({ versions }) => Object.keys(versions))).toEqual([["1.0.0"]]);
  expect(await publish()).toMatchObject({ stdout: `${name}@1.0.0 is published already, with the same content.\n` });
  expect(registry.published).toHaveLength(1);

  await pack(root, "1.0.0", "changed");
  await expect(publish()).rejects.toMatchObject({
    stderr: expect.stringMatching(`${name}@1.0.0 is published already with other content .* Release the next version.`),
  });
  await pack(root, "1.1.0");
  expect(await publish()).toMatchObject({ stdout: `Published ${name}@1.1.0.\n` });
  expect(registry.published).toHaveLength(2);
}, 120_000);

test("rejects a folder in which it isn't clear what to publish", async () => {
  const registry = await startRegistry();
  const root = await createRelease("1.0.0");
  await writeFile(join(root, "artifacts/another.tgz"), "");

  await expect(registry.run(root)).rejects.toMatchObject({
    stderr: expect.stringContaining("artifacts must hold one .tgz to publish"),
  });
  expect(registry.published).toEqual([]);
});

test("a package with another name or version isn't published", () => {
  const packed = { name, version: "1.0.0" };

  expect(findMismatch(packed, { name, version: "1.0.0" })).toBeUndefined();
  expect(findMismatch(packed, { name, version: "1.0.1" })).toBe(
    `npm would publish ${name}@1.0.0, and package.json has ${name}@1.0.1.`,
  );
});

/** A checkout as in the job that publishes: the tools without node_modules, and the tarball from the earlier job. */
async function createRelease(version: string): Promise<string> {
  const root = await createFolder();
  await cp(join(repositoryRoot, "tools"), join(root, "tools"), { recursive: true });
  await pack(root, version);
  return root;
}

async function pack(root: string, version: string, description = ""): Promise<void> {
  const manifest = JSON.stringify({ name, version, description, type: "module" });
  await writeFile(join(root, "package.json"), manifest);
  const source = join(await createFolder(), "package");
  await mkdir(source, { recursive: true });
  await writeFile(join(source, "package.json"), manifest);
  await run("npm", ["pack", source, "--silent", "--pack-destination", source]);
  await mkdir(join(root, "artifacts"), { recursive: true });
  await run("sh", ["-c", `rm -f "$0"/artifacts/*.tgz && mv "$1"/*.tgz "$0"/artifacts`, root, source]);
}

/** The two requests to npm's registry that publishing makes. */
async function startRegistry() {
  const published: Manifest[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "PUT") published.push((await json(request)) as Manifest);
    const versions = Object.assign({}, ...published.map((manifest) => manifest.versions));
    response.statusCode = request.method === "GET" && published.length === 0 ? 404 : 200;
    const latest = Object.keys(versions).at(-1);
    response.end(JSON.stringify({ name, versions, "dist-tags": { latest } }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const folder = await createFolder();
  await writeFile(join(folder, "npmrc"), `registry=http://${host}/\n//${host}/:_authToken=none\n`);
  const env = { PATH: process.env.PATH, HOME: folder, NPM_CONFIG_USERCONFIG: join(folder, "npmrc") };
  return {
    published,
    run: (root: string, ...args: string[]) =>
      run(process.execPath, ["--no-warnings", join(root, "tools/publish.ts"), ...args], { cwd: root, env }),
  };
}
