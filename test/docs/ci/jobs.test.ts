import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "../../../tools/engine/local.ts";
import { execute } from "../../engine/project.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { parseYaml, type Step, type Workflow } from "./workflow.ts";

/*
 * What the jobs that users copy do with each exit code of our command. They run as GitHub and GitLab run them, with stand-ins for
 * our command and for what posts.
 */

/** A folder of programs, each with the script that it runs. */
async function programs(scripts: Readonly<Record<string, string>>): Promise<string> {
  const files = Object.entries(scripts).map(([name, script]) => [name, `#!/bin/sh\n${script}\n`]);
  const folder = await temporaryFolder(Object.fromEntries(files));
  for (const name of Object.keys(scripts)) await chmod(join(folder, name), 0o755);
  return [folder, process.env.PATH].join(delimiter);
}

const readIfThere = (path: string) => readFile(path, "utf8").catch(() => undefined);

/** The values of the expressions in `env`. */
const filled = (text: string, outcomes: ReadonlyMap<string, string>) =>
  text.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => outcomes.get(name) ?? name);

/** Whether a step runs, by the parts of conditions that the workflows have. */
function isRun({ if: condition = "success()" }: Step, hasFailed: boolean, outcomes: ReadonlyMap<string, string>) {
  const parts = condition.replace(/\$\{\{ | \}\}/g, "").split(" && ");
  const areMet = parts.every((part) => {
    const [, name = "", value] = /^(steps\.\S+) != '(.*)'$/.exec(part) ?? [];
    return name === "" || outcomes.get(name) !== value;
  });
  return areMet && (parts.includes("success() || failure()") || !hasFailed);
}

interface Command {
  readonly code: number;
  readonly stdout?: string;
  /** The exit code of its next run. @default the same */
  readonly next?: number;
  /** The answer of GitHub's command, such as a number of comments. @default nothing */
  readonly gh?: string;
}

/** Runs a job on GitHub. Without a command, its installation fails. */
async function runOnGitHub(file: string, job: string, command: Command | undefined) {
  const cwd = await temporaryFolder({ answer: command?.stdout ?? "", output: "", summary: "" });
  const env = {
    PATH: await programs({
      "pulumi-statushub": `cat answer; [ ! -e ran ] || exit ${command?.next ?? command?.code}; touch ran; exit ${command?.code}`,
      // Posting copies the text: there is no comment and no issue yet.
      gh: `echo "$*" >> posts; printf %s "${command?.gh ?? ""}"; [ ! -e comment.md ] || cp comment.md posted; [ ! -e issue.md ] || cp issue.md posted`,
      node: "echo node >> posts",
    }),
    GITHUB_OUTPUT: join(cwd, "output"),
    GITHUB_STEP_SUMMARY: join(cwd, "summary"),
  };
  const { jobs } = parseYaml(readText(`docs/ci/${file}`)) as Workflow;
  const outcomes = new Map<string, string>();
  let hasFailed = false;
  for (const step of jobs[job]?.steps ?? []) {
    const isMeant = isRun(step, hasFailed, outcomes);
    const script = step.uses === "./.github/actions/install" && command === undefined ? "exit 1" : step.run;
    let outcome = isMeant ? "success" : "skipped";
    if (isMeant && script !== undefined) {
      const given = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(String(text), outcomes)]);
      const { code } = await execute("bash", ["-ec", script], { cwd, env: { ...env, ...Object.fromEntries(given) } });
      if (code !== 0) outcome = "failure";
    }
    hasFailed ||= outcome === "failure";
    outcomes.set(`steps.${step.id}.outcome`, outcome);
    for (const line of (await readFile(env.GITHUB_OUTPUT, "utf8")).split("\n")) {
      const [name = "", value = ""] = line.split("=");
      if (step.id !== undefined && name !== "") outcomes.set(`steps.${step.id}.outputs.${name}`, value);
    }
    await writeFile(env.GITHUB_OUTPUT, "");
  }
  return {
    hasFailed,
    posted: await readIfThere(join(cwd, "posted")),
    posts: await readIfThere(join(cwd, "posts")),
  };
}

const log = "\n[Log](github.server_url/github.repository/actions/runs/github.run_id)\n";

describe.each([
  ["github-preview.yml", "preview", "<!-- status-page-preview: prod -->\n", "**The preview did not run to its end.**"],
  [
    "github-drift-pull-request.yml",
    "drift",
    "<!-- status-page-drift: prod -->\n",
    "**The comparison did not run to its end.**",
  ],
])("the comment of %s", (file, job, marker, text) => {
  const run = (command?: Command) => runOnGitHub(file, job, command);

  it("has the report, and the job passes", async () => {
    for (const code of [0, 2])
      expect(await run({ code, stdout: "The report.\n" })).toMatchObject({
        hasFailed: false,
        posted: `${marker}The report.\n`,
      });
  });

  it("says that it failed, with a link to the log, and the job fails", async () => {
    expect(await run({ code: 1, stdout: "It failed.\n" })).toMatchObject({
      hasFailed: true,
      posted: `${marker}It failed.\n${log}`,
    });
    const { posted = "" } = await run({ code: 1, stdout: "It failed.\n".repeat(6_000) });
    expect(posted.length).toBeLessThan(65_536);
    expect(posted.endsWith(log)).toBe(true);
  });

  it("says that it did not run to its end if the command or its installation prints nothing", async () => {
    for (const command of [{ code: 1 }, undefined]) {
      const { hasFailed, posted } = await run(command);
      expect(hasFailed).toBe(true);
      expect(posted).toContain(`\n\n${text}\n${log}`);
    }
  });
});

it.each(["github-drift-schedule.yml", "github-drift-slack.yml"])(
  "[CI-1] %s does nothing while an update is under way",
  async (file) => {
    expect(await runOnGitHub(file, "drift", { code: 3 })).toEqual({
      hasFailed: false,
      posted: undefined,
      posts: undefined,
    });
    expect(await runOnGitHub(file, "drift", { code: 2, stdout: "Drift.\n" })).toMatchObject({
      hasFailed: false,
      posts: expect.anything(),
    });
    expect(await runOnGitHub(file, "drift", { code: 1 })).toMatchObject({ hasFailed: true });
  },
);

it("the issue of github-drift-schedule.yml gets a comment that says what to keep, which the next run without anything to keep takes back", async () => {
  const run = (command: Command) => runOnGitHub("github-drift-schedule.yml", "drift", command);
  const comment = /^issue comment .* --edit-last --create-if-none --body-file keep\.md$/m;
  const manual = "\n**Manual changes**\n\n- Service\n";
  expect((await run({ code: 2, stdout: manual })).posts).toMatch(comment);
  const clean = await run({ code: 0, stdout: "No drift.\n" });
  expect(clean).toMatchObject({ hasFailed: false, posts: expect.not.stringMatching(/issue comment/) });
  const edit = /^issue comment \d+ --edit-last --body There is nothing to keep/m;
  for (const command of [
    { code: 2, stdout: "\n**Different from the program**\n" },
    { code: 2, stdout: manual, next: 1 },
  ]) {
    expect((await run(command)).posts).toMatch(/^issue view .* --json comments/m);
    expect((await run(command)).posts).not.toMatch(/issue comment/);
    expect((await run({ ...command, gh: "1" })).posts).toMatch(edit);
  }
});

it("[CI-1] the comment of github-drift-pull-request.yml says that an update is under way, and the job passes", async () => {
  const underWay = { code: 3, stdout: "An update is under way.\n" };
  const { hasFailed, posted } = await runOnGitHub("github-drift-pull-request.yml", "drift", underWay);
  expect([hasFailed, posted]).toEqual([false, "<!-- status-page-drift: prod -->\nAn update is under way.\n"]);
});

interface GitLabJob {
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
}

/** Runs a job on GitLab, in a clone. GitLab has several statuses for a job that doesn't succeed. */
async function runOnGitLab(name: string, cwd: string, PATH: string, failure = "failed") {
  const jobs = parseYaml(readText("docs/ci/gitlab-ci.yml")) as Readonly<Record<string, GitLabJob>>;
  const { before_script: before = [], script = [], after_script: after = [] } = jobs[name] ?? {};
  const env = { PATH, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", CI_JOB_URL: "https://gitlab.example.com/7" };
  const run = (lines: readonly string[], status: string) =>
    execute("bash", ["-eo", "pipefail", "-c", lines.join("\n")], { cwd, env: { ...env, CI_JOB_STATUS: status } });
  const { code } = await run([...before, ...script], "running");
  await run(after, code === 0 ? "success" : failure);
  return { code, note: await readIfThere(join(cwd, "posted")) };
}

/** A clone of a branch, and of a target branch that has gone on since. Both change these files. */
async function cloneOfBranch({ onTarget, onBranch }: Record<"onTarget" | "onBranch", string>) {
  const folder = await temporaryFolder();
  const note = 'import { copyFileSync } from "node:fs"; copyFileSync(process.argv[3], "posted");';
  const commit = (file: string) => `echo "${file}" > ${file} && git add . && git commit --quiet --message ${file}`;
  const script = `
    git init --quiet --initial-branch main origin && cd origin
    mkdir .gitlab && echo '${note}' > .gitlab/gitlab-note.mjs && echo report.md > .gitignore
    ${commit("program")}
    git checkout --quiet -b branch && echo branch > ${onBranch} && git add . && git commit --quiet --message branch
    git checkout --quiet main && echo main > ${onTarget} && git add . && git commit --quiet --message main
    cd .. && git clone --quiet --branch branch origin clone`;
  const who = { GIT_AUTHOR_NAME: "Me", GIT_AUTHOR_EMAIL: "me@example.com" };
  const committer = { GIT_COMMITTER_NAME: "Me", GIT_COMMITTER_EMAIL: "me@example.com" };
  const env = { PATH: process.env.PATH, ...who, ...committer };
  expect(await execute("bash", ["-ec", script], { cwd: folder, env })).toMatchObject({ code: 0 });
  return join(folder, "clone");
}

describe("the note of gitlab-ci.yml", () => {
  const job = "status-page-preview";
  const log = "\n[Log](https://gitlab.example.com/7)\n";

  it("previews the result of the merge, although the branch is older", async () => {
    const clone = await cloneOfBranch({ onTarget: "theirs", onBranch: "ours" });
    const PATH = await programs({ "pulumi-statushub": "cat ours theirs; exit 2" });
    expect(await runOnGitLab(job, clone, PATH)).toEqual({ code: 0, note: "branch\nmain\n" });
  });

  it("says that there is a conflict, and the job fails before it installs anything", async () => {
    const clone = await cloneOfBranch({ onTarget: "program", onBranch: "program" });
    const PATH = await programs({ "pulumi-statushub": "echo report" });
    const conflict =
      "## Status page preview\n\n**This branch conflicts with its target.** Merge the target branch, and resolve the conflicts.\n";
    expect(await runOnGitLab(job, clone, PATH)).toEqual({ code: 1, note: `${conflict}${log}` });
  });

  it("says that the preview failed, with a link to the log, and the job fails", async () => {
    const clone = await cloneOfBranch({ onTarget: "theirs", onBranch: "ours" });
    const failing = await programs({ "pulumi-statushub": "echo 'It failed.'; exit 1" });
    expect(await runOnGitLab(job, clone, failing)).toEqual({ code: 1, note: `It failed.\n${log}` });
    const silent = await programs({ "pulumi-statushub": "exit 127" });
    const { note } = await runOnGitLab(job, clone, silent, "timedout");
    expect(note).toBe(`## Status page preview\n\n**The preview did not run to its end.**\n${log}`);
  });

  it("stays as it is if somebody cancels the job", async () => {
    const clone = await cloneOfBranch({ onTarget: "theirs", onBranch: "ours" });
    const PATH = await programs({ "pulumi-statushub": "exit 143" });
    expect(await runOnGitLab(job, clone, PATH, "canceled")).toEqual({ code: 143, note: undefined });
  });

  it("[CI-1] isn't what drift writes: while an update is under way, its job passes, and else it has the exit code", async () => {
    const folder = await temporaryFolder();
    for (const [code, expected] of [
      [3, 0],
      [2, 2],
      [1, 1],
      [0, 0],
    ]) {
      const PATH = await programs({ "pulumi-statushub": `exit ${code}` });
      expect(await runOnGitLab("status-page-drift", folder, PATH)).toMatchObject({ code: expected });
    }
  });
});
