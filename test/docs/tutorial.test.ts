import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, test } from "vitest";
import { parse } from "yaml";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";
import { addScripts, createProject } from "../engine/project.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import type { Step, Workflow } from "./ci/workflow.ts";
import { readPage } from "./pages.ts";
import { quietPulumi, run, runSession, type Shell } from "./story.ts";

const path = "docs/guides/tutorial.md";
const { blocks } = readPage(path, readText(path));

/** Keys of the account. The emulator tells the requests of each by its last four characters. */
const keys = { own: "my-own-key-mine", deploy: "key-that-may-write", report: "key-that-can-read" };
const preset = {
  hubs: [{ subdomain: "acme", name: "Acme", groups: ["API"] }],
  keys: [
    { key: keys.own, role: "admin", owner: "me@example.com" },
    { key: keys.deploy, role: "admin", owner: "ci@example.com" },
    { key: keys.report, role: "read-only", owner: "ci@example.com" },
  ],
} as const;
const secrets = {
  ...{ PULUMI_ACCESS_TOKEN: "", STATUSHUB_API_KEY: keys.deploy, STATUSHUB_READ_ONLY_KEY: keys.report },
};

const settings = {
  // Its folders are those of the stand-ins.
  ...{ PULUMI_BACKEND_URL: undefined, PULUMI_CONFIG_PASSPHRASE: undefined, PULUMI_STACK: undefined },
  ...{ npm_config_prefer_offline: "true", npm_config_audit: "false", npm_config_fund: "false" },
  ...{ GIT_AUTHOR_NAME: "Me", GIT_AUTHOR_EMAIL: "me@example.com" },
  ...{ GIT_COMMITTER_NAME: "Me", GIT_COMMITTER_EMAIL: "me@example.com" },
};

test("[PKG-1] a project made by the tutorial is deployed, previewed and compared in a clone, as its workflows do it", async () => {
  const project = await createProject({ parent: await temporaryFolder() });
  const { folder } = project;
  const shell: Shell = { folder, env: { ...(await addScripts(project, { pulumi: quietPulumi() })), ...settings } };
  await symlink(repositoryRoot, join(folder, "pulumi-statushub"), "junction");
  const [local, cloud] = [pathToFileURL(await temporaryFolder()).href, pathToFileURL(await temporaryFolder()).href];
  const laptop = await temporaryEmulator();
  const account = await temporaryEmulator({ preset });

  await followTutorial(shell, laptop.url, [
    ["(cd pulumi-statushub && npm ci)", "true"],
    ["npm pack ../pulumi-statushub", `cp "${inject("tarball")}" .`],
    ["npx pulumi-statushub emulator", "true"],
    ["pulumi login --local", `pulumi login ${local}`],
    ["pulumi login https://api.pulumi.com", `pulumi login ${cloud}`],
    ["pulumi config set statushub:account acme", `pulumi config set statushub:baseUrl ${account.url}`],
    ["pulumi config set --secret statushub:apiKey", `pulumi config set --secret statushub:apiKey ${keys.own}`],
  ]);
  expect(account.records("services")).toMatchObject([{ name: "API" }]);

  const clone = join(folder, "clone");
  expect(await run(`git clone --quiet status-page "${clone}"`, shell)).toMatchObject({ code: 0 });
  // npm would also find the package in its cache, which other machines don't have.
  const lock = await readFile(join(clone, "package-lock.json"), "utf8");
  const packed = [...lock.matchAll(/"file:([^"]+)"/g)].map(([, file]) => file);
  expect(packed).not.toEqual([]);
  expect(await readdir(clone)).toEqual(expect.arrayContaining(packed));
  const ci = { PULUMI_HOME: join(folder, "ci"), PULUMI_BACKEND_URL: cloud, PULUMI_CONFIG_PASSPHRASE: "local" };
  const runs = async (workflow: string, job: string) => {
    account.clearRequests();
    await runJob(join(clone, ".github/workflows", workflow), job, { folder: clone, env: { ...shell.env, ...ci } });
    return [...new Set(account.requests.map(({ key, method }) => `${key} ${method}`))];
  };
  // The state has a person's key until this run has ended.
  expect(await runs("github-up.yml", "up")).toEqual(["mine GET"]);

  account.edit("services", 1, { name: "Public API" });
  const report = () => readFile(join(clone, "report.md"), "utf8");
  expect(await runs("github-drift-pull-request.yml", "drift")).toEqual(["read GET"]);
  expect(await report()).toContain(
    "\n- Service `Public API` (resource `api`) was changed manually\n  - name: `Public API` instead of `API`\n",
  );
  expect(await runs("github-preview.yml", "preview")).toEqual(["read GET"]);
  expect(await report()).toContain("1 manual change will be lost");

  const program = await readFile(join(clone, "index.ts"), "utf8");
  await writeFile(join(clone, "index.ts"), program.replace('"API"', '"REST API"'));
  expect(await runs("github-up.yml", "up")).toEqual(["rite GET", "rite PUT"]);
});

/**
 * Carries out all blocks of the page, in a folder with a clone of this repository.
 *
 * @param standIns what is run for a command that needs a terminal, a cloud or an account
 */
async function followTutorial(
  shell: Shell,
  url: string,
  standIns: readonly (readonly [command: string, standIn: string])[],
): Promise<void> {
  const open = new Map(standIns);
  let before = "";
  for (const block of blocks) {
    if (block.file !== undefined) await writeFile(join(shell.folder, "status-page", block.file), block.text);
    if (block.language === "console") await runSession(block, { ...shell, before });
    if (block.language !== "") continue;
    for (const line of block.text.trim().split("\n")) {
      const command = (open.get(line) ?? line).replace("127.0.0.1:4180", new URL(url).host);
      open.delete(line);
      const { code, printed } = await run(command, { ...shell, before });
      expect(code, `${block.place}: ${line}\n${printed}`).toBe(0);
      if (/^(cd|export|unset) /.test(line)) before += `${command}\n`;
    }
  }
  expect([...open.keys()]).toEqual([]);
}

/** Runs the scripts of a job like GitHub, except those that use GitHub's API. */
async function runJob(path: string, job: string, shell: Shell): Promise<void> {
  const { jobs } = parse(await readFile(path, "utf8")) as Workflow;
  const temp = await temporaryFolder();
  const [script, addedPaths, outputs] = [join(temp, "step.sh"), join(temp, "path"), join(temp, "outputs")];
  await writeFile(addedPaths, "");
  const env: NodeJS.ProcessEnv = { ...shell.env, RUNNER_TEMP: temp, GITHUB_PATH: addedPaths, GITHUB_OUTPUT: outputs };
  const steps = (jobs[job]?.steps ?? []).flatMap((step) =>
    step.uses?.startsWith("./")
      ? parse(readFileSync(join(shell.folder, step.uses, "action.yml"), "utf8")).runs.steps
      : step,
  );
  for (const { run: text, env: given = {} } of steps as Step[]) {
    if (text === undefined || "GH_TOKEN" in given) continue;
    // Once is enough, because all jobs run in one clone here.
    const isInstalled = existsSync(join(shell.folder, "node_modules"));
    await writeFile(script, isInstalled ? text.replace(/^npm ci .*/, "") : text);
    const PATH = [...(await readFile(addedPaths, "utf8")).trim().split("\n"), env.PATH].join(delimiter);
    const values = Object.entries(given).map(([name, value]) => [name, secretIn(value)]);
    const { code, printed } = await run(`bash -e "${script}"`, {
      ...shell,
      env: { ...env, PATH, ...Object.fromEntries(values) },
    });
    expect(code, `${path}: ${text}\n${printed}`).toBe(0);
  }
}

const secretIn = (value: string) =>
  value.replace(/\$\{\{ secrets\.(\w+) \}\}/, (_, name: string) => secrets[name as keyof typeof secrets]);
