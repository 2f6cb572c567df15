import { z } from "zod";
import type { UnmanagedContent } from "../../../cli/drift/facts.ts";
import { createKeep } from "../../../cli/keep/report.ts";
import { keptInMarkdown, keptInText } from "../../../cli/keep/words.ts";
import type { PreviewStep } from "../../../cli/project/pulumi-preview.ts";
import { createHubNames } from "../../../cli/project/record.ts";
import type { ExportedResource } from "../../../cli/project/stack.ts";
import { plannedChanges } from "../../../cli/report/planned.ts";
import { Services } from "../../../cli/report/services.ts";
import { readText } from "../../../tools/engine/local.ts";
import { foundFolder } from "../fake-project.ts";
import { driftOn, type Inputs, update } from "../preview/steps.ts";

/** What we publish about the JSON. */
export const keepSchema = z.fromJSONSchema(JSON.parse(readText("docs/keep.schema.json")));

const onPage = new Map([
  ["acme 1", { label: "API", customId: "api" }],
  ["acme 2", { label: "Web", customId: null }],
]);

const packageImport = 'import * as statushub from "pulumi-statushub";';

interface ProjectInTest {
  readonly files: Readonly<Record<string, string>>;
  readonly unmanaged?: ReadonlyMap<string, UnmanagedContent>;
  /** The option of the command. @default the selected stack */
  readonly named?: string[];
}

export const nodejs = { "Pulumi.yaml": "name: site\nruntime: nodejs\n" };

/** What to put into the program of a project, if Pulumi plans these steps. */
export async function kept(steps: readonly PreviewStep[], { files, unmanaged, named }: ProjectInTest) {
  // An import stands at the end, so that the lines of a program are those that a test writes.
  const whole = "index.ts" in files ? { ...files, "index.ts": `${files["index.ts"]}\n${packageImport}\n` } : files;
  const { project, cwd } = await foundFolder(whole);
  const planned = plannedChanges("prod", steps);
  const resources = steps.flatMap(({ op, urn: own, oldState }): ExportedResource[] =>
    op === "refresh" ? [{ ...(oldState as ExportedResource), urn: own, type: own.split("::")[2] ?? "" }] : [],
  );
  const stack = { stack: "prod", steps, resources, planned, hubName: createHubNames(steps), hubLabel: String };
  const names = new Map([...onPage].map(([key, { label }]) => [key, label]));
  const report = driftOn(steps, names, unmanaged);
  const compared = {
    stacks: [{ ...stack, accountOf: async () => undefined }],
    report,
    onPage,
    services: new Services(names, planned),
  };
  const keep = await createKeep(compared, project, { cwd, ...(named && { stack: named }) });
  keepSchema.parse(JSON.parse(JSON.stringify(keep)));
  return { keep, text: keptInText(keep, report, {}), markdown: keptInMarkdown(keep, report, {}) };
}

/** Somebody has changed a service. */
export const api = (before: Inputs, live: Inputs) => update("Service", "api", [before, live, before], "1");
