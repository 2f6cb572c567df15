import { relative } from "node:path";
import { describeLeftOut } from "../hub/pages.ts";
import { note, plural } from "../terminal/paint.ts";
import type { AdoptionPlan } from "./plan.ts";
import type { KnownState } from "./state.ts";

/** Prints what an adoption will do. */
export function describePlan(plan: AdoptionPlan, { lookUps, outputs }: KnownState): void {
  const { stack, missing, known, leftOut, secrets, projectFile } = plan;
  note(`Into the state of stack ${stack.name}: ${plural(missing.length, "record")}.`);
  for (const [kind, some] of Map.groupBy(missing, (resource) => resource.kind)) note(`  ${some.length} x ${kind}`);
  if (known.length > 0) note(`In the state already: ${plural(known.length, "record")}.`);
  if (leftOut.length > 0) note(describeLeftOut(leftOut));
  if (secrets.length > 0) note(`Into the configuration of the stack: ${plural(secrets.length, "secret")}, encrypted.`);
  describeFiles(plan);
  if (projectFile !== undefined) note("Into Pulumi.yaml: refresh: always, so that a preview shows manual changes.");
  const lost = [
    ...lookUps.map(({ kind, name }) => `look-up ${kind} ${name}`),
    ...outputs.map((name) => `output ${name}`),
  ];
  if (lost.length > 0) note(`Not in the new program: ${lost.join(", ")}. Copy what you need from the old one.`);
}

function describeFiles({ stack, files }: AdoptionPlan): void {
  if (files.length === 0) return;
  const nameOf = (path: string) => relative(stack.project.path, path);
  const names = files.map(({ path, copy }) =>
    copy === undefined ? nameOf(path) : `${nameOf(path)} (its copy: ${nameOf(copy.path)})`,
  );
  note(`Into ${stack.project.path}: ${names.join(", ")}.`);
}
