import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  entriesIn,
  type Job,
  parseYaml,
  readActions,
  readDockerfiles,
  readWorkflows,
  readYaml,
  type Step,
} from "./workflow.ts";

const sources = readWorkflows();
const actions = readActions();
const yaml = readYaml().map(({ place, text }) => ({ place, text, entries: entriesIn(parseYaml(text)) }));

/** Every job of every workflow, with its location. */
const jobs = sources.flatMap(({ place, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ place: `${place}: ${name}`, job })),
);
const steps = [
  ...jobs.flatMap(({ place, job }) => (job.steps ?? []).map((step) => ({ place, step }))),
  ...actions.flatMap(({ place, action }) => action.runs.steps.map((step) => ({ place, step }))),
];

const placesOf = (found: readonly { readonly place: string }[]) => found.map(({ place }) => place);

/** Commands that run code installed by npm, including install scripts. Publishing only runs what Node includes. */
const runsDependencies = ({ run = "" }: Step) =>
  /\b(npm (ci|install|run|test|pack|exec)|npx|pulumi|\.ci\/run)\b/.test(run);
const installs = ({ run = "", uses = "" }: Step) => /\bnpm (ci|install)\b|\.ci\/run|actions\/install/.test(run + uses);

test("there are workflows of ours and workflows that users copy", () => {
  expect(placesOf(sources).filter((place) => place.startsWith(".github/"))).toHaveLength(3);
  expect(placesOf(sources).filter((place) => place.startsWith("docs/ci/"))).toHaveLength(9);
});

test("every workflow that users copy installs with the action for their language, which they copy, too", () => {
  const copied = sources.filter(({ place }) => place.startsWith("docs/ci/"));
  expect(placesOf(copied.filter(({ text }) => !text.includes("- uses: ./.github/actions/install\n")))).toEqual([]);
  expect(placesOf(actions)).toEqual(["go", "npm", "python"].map((name) => `docs/ci/install-${name}.yml`));
  const isWhole = ({ uses, run, shell }: Step) => (uses === undefined ? run !== undefined && shell === "bash" : !run);
  const whole = actions.filter(({ action: { runs } }) => runs.using === "composite" && runs.steps.every(isWhole));
  expect(whole).toEqual(actions);
});

test("the jobs for GitLab extend the one that installs, which each language has", () => {
  const files = yaml.filter(({ place }) => place.includes("/gitlab-"));
  const [main, ...languages] = files.map(({ place, text }) => ({ place, jobs: parseYaml(text) as object }));
  expect(main?.jobs).toMatchObject({ include: ".gitlab/install.yml", ".pulumi": { extends: ".install" } });
  expect(placesOf(languages)).toEqual(["go", "npm", "python"].map((name) => `docs/ci/gitlab-install-${name}.yml`));
  for (const { place, jobs } of languages) expect([place, Object.keys(jobs)]).toEqual([place, [".install"]]);
});

test("every workflow says when it runs, every job where, and every step either runs a script or uses an action", () => {
  expect(placesOf(sources.filter(({ workflow: { on, jobs } }) => !on || Object.keys(jobs).length === 0))).toEqual([]);
  const running = jobs.filter(({ job }) => job.uses === undefined);
  expect(placesOf(running.filter(({ job }) => !job["runs-on"] || !job.steps?.length))).toEqual([]);
  expect(placesOf(steps.filter(({ step: { uses, run } }) => (uses === undefined) === (run === undefined)))).toEqual([]);
});

test("every action is pinned to the same commit everywhere, with its version", () => {
  const lines = yaml.flatMap(({ place, text }) =>
    [...text.matchAll(/\buses: (.+)/g)].map(([, action = ""]) => ({ place, action })),
  );
  const pinned = lines.filter(({ action }) => !action.startsWith("./"));
  expect(pinned.length).toBeGreaterThan(10);
  expect(pinned.filter(({ action }) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);

  const pins = Map.groupBy(new Set(pinned.map(({ action }) => action)), (action) => action.split("@", 1)[0]);
  expect([...pins.values()].filter((versions) => versions.length > 1)).toEqual([]);
});

test("a workflow may only read, and a job that may do more says so itself", () => {
  expect(sources.filter(({ workflow }) => JSON.stringify(workflow.permissions) !== '{"contents":"read"}')).toEqual([]);
});

test("no checkout leaves its credentials behind for later steps", () => {
  const checkouts = steps.filter(({ step }) => step.uses?.startsWith("actions/checkout@"));
  expect(checkouts.length).toBeGreaterThan(3);
  expect(placesOf(checkouts.filter(({ step }) => step.with?.["persist-credentials"] !== false))).toEqual([]);
});

test("secrets and tokens are only given to the steps that need them, never to one that installs", () => {
  const tokens = /secrets\.\w+ *}|github\.token|secrets: inherit/;
  const whole = sources.filter(({ workflow }) => tokens.test(JSON.stringify(workflow.env ?? "")));
  const wholeJobs = jobs.filter(({ job }) => tokens.test(JSON.stringify([job.env, job.secrets])));
  expect([...placesOf(whole), ...placesOf(wholeJobs)]).toEqual([]);

  const given = steps.filter(({ step }) => tokens.test(JSON.stringify(step.env ?? "")));
  expect(given.length).toBeGreaterThan(3);
  expect(placesOf(given.filter(({ step }) => installs(step)))).toEqual([]);
});

/** The values of these keys in what users copy. */
const copied = (isMeant: RegExp) =>
  yaml
    .filter(({ place }) => place.startsWith("docs/"))
    .flatMap(({ entries, ...file }) =>
      entries
        .filter(([key]) => isMeant.test(key))
        .map(([, value]) => ({ ...file, value, script: [value].flat().join("\n") })),
    );

test("every command in a YAML file is a text, although it may look like a mapping", () => {
  const commands = yaml.flatMap(({ place, entries }) =>
    entries
      .filter(([key]) => /^((before_|after_)?script|run|args)$/.test(key))
      .flatMap(([, value]) => [value].flat().map((command) => ({ place, command }))),
  );
  expect(commands.length).toBeGreaterThan(40);
  expect(commands.filter(({ command }) => typeof command !== "string")).toEqual([]);
});

test("a shell can parse every script that users copy", () => {
  const scripts = copied(/^((before_)?script|run)$/);
  expect(scripts.length).toBeGreaterThan(20);
  const isValid = (script: string) => spawnSync("bash", ["-n"], { input: script }).status === 0;
  expect(placesOf(scripts.filter(({ script }) => !isValid(script)))).toEqual([]);
});

test("what users copy installs without the scripts of dependencies, which could change what runs with a key", () => {
  const texts = [...yaml.filter(({ place }) => place.startsWith("docs/")), ...readDockerfiles()];
  const installing = texts.flatMap(({ text }) => text.match(/\bnpm (ci|install).*/g) ?? []);
  expect(installing.length).toBeGreaterThan(6);
  expect(installing.filter((command) => !/^npm (ci|install --global) --ignore-scripts/.test(command))).toEqual([]);
});

test("a job for pull requests knows that neither forks nor Dependabot get secrets", () => {
  const conditions = yaml.flatMap(({ entries }) => entries.filter(([, value]) => String(value).includes("head.repo")));
  const texts = conditions.map(([, value]) => value).filter((value) => typeof value === "string");
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.filter((text) => !text.includes("dependabot[bot]"))).toEqual([]);
});

test("what deploys recovers the same stack first, and ends in a command that gets the signals", () => {
  const scripts = copied(/^(run|script)$/).filter(({ script }) => /^exec /m.test(script));
  const deploys =
    /pulumi-statushub recover --yes --stack (\w+)\nexec (\S*pulumi-statushub during [^\n]* --stack \1 [^\n]*-- )?pulumi up --yes --refresh --stack \1\n?$/;
  expect(scripts).toHaveLength(6);
  expect(placesOf(scripts.filter(({ script }) => !deploys.test(script)))).toEqual([]);
  const files = yaml.filter(({ place, text }) => place.startsWith("docs/ci/") && text.includes("pulumi up --"));
  expect(new Set(placesOf(files))).toEqual(new Set(placesOf(scripts)));
});

test("a copy for a second stack shares no queue with the first, because a newer run cancels one that waits", () => {
  const queues = copied(/^concurrency$/).map(({ place, text, value }) => {
    return { place, group: value, stacks: [...text.matchAll(/\bpulumi up .*--stack (\w+)/g)] };
  });
  expect(queues.length).toBeGreaterThan(5);
  const isOwn = (group: unknown, stacks: readonly RegExpExecArray[]) =>
    stacks.length === 0
      ? String(group).includes("github.workflow_ref")
      : stacks.some(([, stack = ""]) => String(group).endsWith(stack));
  expect(queues.filter(({ group, stacks }) => !isOwn(group, stacks))).toEqual([]);
});

test("no script contains an expression, whose value would be run", () => {
  expect(placesOf(steps.filter(({ step }) => step.run?.includes("${{")))).toEqual([]);
});

test("every job that runs has a timeout", () => {
  expect(placesOf(jobs.filter(({ job }) => job.uses === undefined && !job["timeout-minutes"]))).toEqual([]);
});

/** Permissions and secrets with which a job could change what users install. */
const mayPublish = ({ permissions = {}, environment }: Job) =>
  environment !== undefined ||
  ["contents", "id-token", "attestations", "packages"].some((right) => permissions[right] === "write");

test("a job that may publish or release runs nothing that npm installs, and uses no cache", () => {
  const publishing = jobs.filter(({ place, job }) => place.startsWith(".github/") && mayPublish(job));
  expect(publishing.length).toBeGreaterThan(1);
  const risky = ({ run, uses, with: options = {} }: Step) =>
    (run !== undefined && runsDependencies({ run })) ||
    uses?.startsWith("actions/cache@") ||
    options.cache !== undefined;
  expect(placesOf(publishing.filter(({ job }) => job.steps?.some(risky)))).toEqual([]);
});
