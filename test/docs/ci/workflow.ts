import { globSync } from "node:fs";
import { parse, type YAMLSeq } from "yaml";
import { readText, repositoryRoot } from "../../../tools/engine/local.ts";
import { type Block, readPages } from "../pages.ts";

export interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly uses?: string;
  readonly "runs-on"?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: unknown;
  readonly env?: unknown;
  readonly secrets?: unknown;
  readonly "timeout-minutes"?: number;
}

export interface Workflow {
  readonly on?: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** In GitLab, a command may stand for those of another job. */
const reference = {
  tag: "!reference",
  collection: "seq",
  resolve: (commands: unknown) => `# ${(commands as YAMLSeq).toJSON().join(" ")}`,
} as const;

export const parseYaml = (text: string): unknown => parse(text, { customTags: [reference] });

const readFiles = (...patterns: string[]) =>
  globSync(patterns, { cwd: repositoryRoot })
    .sort()
    .map((path) => ({ place: path, text: readText(path) }));

const blocksWhere = (isMeant: (block: Block) => boolean) =>
  readPages().flatMap(({ blocks }) => blocks.filter(isMeant).map(({ place, text }) => ({ place, text })));

/** The actions that users copy: what the job of a workflow installs. */
export const readActions = () =>
  readFiles("docs/ci/install-*.yml").map(({ place, text }) => ({
    place,
    action: parseYaml(text) as { readonly runs: { readonly using: string; readonly steps: readonly Step[] } },
  }));

/** The workflows for GitHub Actions: ours, and those that users copy. */
export const readWorkflows = () =>
  readFiles(".github/workflows/*.yml", "docs/ci/github-*.yml").map(({ place, text }) => ({
    place,
    text,
    workflow: parseYaml(text) as Workflow,
  }));

/** Every YAML file and block that CI reads or that users copy, also parts of a workflow. */
export const readYaml = () => [
  ...readFiles(".github/workflows/*.yml", "docs/ci/*.yml"),
  ...blocksWhere(({ language }) => language === "yaml"),
];

/** The lists of commands for images, in which users install the package, too. */
export const readDockerfiles = () => blocksWhere(({ text }) => text.startsWith("FROM "));

/** Every value in a YAML file, with its key. */
export const entriesIn = (value: unknown): [key: string, value: unknown][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap((entry) => [entry, ...entriesIn(entry[1])])
    : [];
