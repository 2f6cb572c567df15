import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { readPages } from "../pages.ts";

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: unknown;
  readonly env?: unknown;
  readonly secrets?: unknown;
  readonly "timeout-minutes"?: number;
}

export interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A workflow for GitHub Actions: one of ours, or one that users copy, from a file or from a page. */
export interface Source {
  /** `docs/ci/github-drift-schedule.yml`, `docs/guides/pipelines.md:29`. */
  readonly place: string;
  readonly text: string;
  readonly workflow: Workflow;
}

export function readWorkflows(): Source[] {
  const files = globSync([".github/workflows/*.yml", "docs/ci/github-*.yml"], { cwd: repositoryRoot }).sort();
  const blocks = readPages().flatMap((page) =>
    page.blocks.filter(({ file }) => file?.startsWith(".github/workflows/")),
  );
  return [
    ...files.map((path) => ({ place: path, text: readFileSync(join(repositoryRoot, path), "utf8") })),
    ...blocks.map(({ place, text }) => ({ place, text })),
  ].map(({ place, text }) => ({ place, text, workflow: parse(text) as Workflow }));
}
