import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { getStep, type Step } from "./workflow.ts";

const run = promisify(execFile);

/** Runs the script of a step as GitHub does, in its own folder, and returns its output. */
async function runStep(step: Step & { run: string }, folder: string, env: Record<string, string>): Promise<string> {
  const path = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
  const options = { cwd: folder, env: { ...step.env, ...env, PATH: path } };
  const { stdout } = await run("bash", ["-e", "-c", step.run], options);
  return stdout;
}

/**
 * Installs a program with this name, in JavaScript, where the scripts of a folder find it. Its arguments are in `args`.
 */
async function writeProgram(folder: string, name: string, source: string): Promise<void> {
  const path = join(folder, name);
  await writeFile(
    path,
    `#!/usr/bin/env node\nconst fs = require("node:fs");\nconst args = process.argv.slice(2);\n${source}`,
  );
  await chmod(path, 0o755);
}

const callsOf = async (folder: string) =>
  (await readFile(join(folder, "calls"), "utf8").catch(() => "")).split("\n").filter(Boolean);

const pullRequests = ["docs/ci/github-drift-pull-request.yml", "docs/ci/github-preview.yml"];

test.each(pullRequests)(
  "the comment of %s is written once and edited later; other comments aren't changed",
  async (pullRequest) => {
    const folder = await temporaryFolder();
    // GitHub's comments on a pull request. GitHub itself applies the filter of jq; here we do.
    await writeProgram(
      folder,
      "gh",
      `
    const comments = JSON.parse(fs.readFileSync("comments.json", "utf8"));
    const method = args[args.indexOf("--method") + 1];
    const field = args[args.indexOf("--field") + 1];
    const body = () => fs.readFileSync(field.replace("body=@", ""), "utf8");
    if (!args.includes("--method")) {
      const filter = args[args.indexOf("--jq") + 1];
      if (!filter.includes('.user.type == "Bot" and (.body | startswith(env.marker))')) process.exit(1);
      const ours = comments.filter(({ user, body }) => user.type === "Bot" && body.startsWith(process.env.marker));
      console.log(ours.map(({ id }) => id).join("\\n"));
    } else if (method === "POST") {
      comments.push({ id: 100, user: { type: "Bot" }, body: body() });
    } else {
      const id = Number(args.find((argument) => argument.startsWith("repos/")).split("/").at(-1));
      comments.find((comment) => comment.id === id).body = body();
    }
    fs.writeFileSync("comments.json", JSON.stringify(comments));
  `,
    );
    const step = getStep(pullRequest, "Write the comment");
    const others = [
      { id: 1, user: { type: "User" }, body: `${step.env?.marker}\nquoted by a person` },
      { id: 2, user: { type: "Bot" }, body: "Coverage: 98 %" },
      { id: 3, user: { type: "Bot" }, body: "<!-- status-page-drift: staging -->\nno drift" },
    ];
    await writeFile(join(folder, "comments.json"), JSON.stringify(others));
    const comments = async () => JSON.parse(await readFile(join(folder, "comments.json"), "utf8"));

    for (const report of ["drift", "no drift", "x".repeat(70_000)]) {
      await writeFile(join(folder, "report.md"), report);
      await runStep(step, folder, {});
      expect(await comments()).toEqual([
        ...others,
        { id: 100, user: { type: "Bot" }, body: `${step.env?.marker}\n${report.slice(0, 60_000)}` },
      ]);
    }
  },
);

test.each([
  { available: "true", outside: "false", says: "", code: 0 },
  { available: "true", outside: "true", says: "", code: 0 },
  { available: "false", outside: "true", says: "::notice::", code: 0 },
  { available: "false", outside: "false", says: "::error::Set the secrets STATUSHUB_READ_ONLY_KEY", code: 1 },
])("secrets there: $available, fork or bot: $outside -> $says", async ({ available, outside, says, code }) => {
  const folder = await temporaryFolder();
  const [pullRequest = ""] = pullRequests;
  const step = getStep(pullRequest, "Look for the secrets");

  const ended = await runStep(step, folder, { available, outside, GITHUB_OUTPUT: join(folder, "output") }).then(
    (stdout) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );

  expect(ended).toEqual({ code, stdout: expect.stringContaining(says) });
  expect(await readFile(join(folder, "output"), "utf8")).toBe(`available=${available}\n`);
});

test.each([
  ["no release exists", "", ["release create v1.0.0"]],
  ["the release exists", "false", []],
  ["an earlier attempt was interrupted", "true", ["release delete v1.0.0 --yes", "release create v1.0.0"]],
])("a release is created once: %s", async (_, isDraft, changes) => {
  const folder = await temporaryFolder();
  await writeProgram(
    folder,
    "gh",
    `
    if (args[1] === "view") {
      console.log(${JSON.stringify(isDraft)});
      process.exit(${isDraft === "" ? 1 : 0});
    }
    fs.appendFileSync("calls", args.join(" ") + "\\n");
  `,
  );

  await runStep(getStep(".github/workflows/release.yml", "Make the release"), folder, { GITHUB_REF_NAME: "v1.0.0" });

  const calls = await callsOf(folder);
  expect(calls.map((call) => call.slice(0, changes[calls.indexOf(call)]?.length))).toEqual(changes);
});

test("publishes the tarball, does nothing the second time, and never replaces a published one", async () => {
  const folder = await temporaryFolder();
  const registry = await startRegistry(folder);
  const step = getStep(".github/workflows/release.yml", "Publish");
  const publish = () => runStep(step, folder, registry.env);

  await pack(folder, "1.0.0");
  expect(await publish()).toContain("+ a-package-for-tests@1.0.0");
  expect(registry.published()).toEqual(["1.0.0"]);
  expect(await publish()).toBe("");

  await pack(folder, "1.0.0", "changed");
  await expect(publish()).rejects.toMatchObject({ stderr: expect.stringContaining("cannot publish over") });
  await pack(folder, "1.1.0");
  await publish();
  await writeFile(join(folder, "artifacts/another.tgz"), "");
  await expect(publish()).rejects.toMatchObject({ stderr: expect.stringContaining("npm error Usage") });
  expect(registry.published()).toEqual(["1.0.0", "1.1.0"]);
}, 120_000);

/** Packs a package as the job that builds does. */
async function pack(folder: string, version: string, description = ""): Promise<void> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "a-package-for-tests", version, description }));
  await rm(join(folder, "artifacts"), { recursive: true, force: true });
  await mkdir(join(folder, "artifacts"));
  await run("npm", ["pack", "--silent", "--pack-destination", "artifacts"], { cwd: folder });
}

/** npm's registry, with the two requests of publishing. */
async function startRegistry(folder: string) {
  const manifests: { name: string; versions: object }[] = [];
  const versions = () => Object.assign({}, ...manifests.map((manifest) => manifest.versions));
  const server = createServer(async (request, response) => {
    if (request.method === "PUT") manifests.push((await json(request)) as (typeof manifests)[number]);
    response.statusCode = request.method === "GET" && manifests.length === 0 ? 404 : 200;
    const latest = Object.keys(versions()).at(-1);
    response.end(JSON.stringify({ name: manifests[0]?.name, versions: versions(), "dist-tags": { latest } }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(join(folder, "npmrc"), `registry=http://${host}/\n//${host}/:_authToken=none\n`);
  // Only CI can prove the provenance of a package.
  const env = { HOME: folder, NPM_CONFIG_USERCONFIG: join(folder, "npmrc"), NPM_CONFIG_PROVENANCE: "false" };
  return { env, published: () => Object.keys(versions()) };
}
