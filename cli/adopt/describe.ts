import { relative } from "node:path";
import { describeLeftOut } from "../hub/contents.ts";
import { warnOfSkipped } from "../program/resource.ts";
import { note, plural } from "../terminal/output.ts";
import type { AdoptionPlan } from "./plan.ts";

export function describePlan(plan: AdoptionPlan): void {
  const { stack, path, page, missing, known, leftOut, skipped, secrets, files, projectFile, lost } = plan;
  note(`Will import ${plural(missing.length, "record")} into stack ${stack.name}${missing.length > 0 ? ":" : "."}`);
  for (const [kind, some] of Map.groupBy(missing, (resource) => resource.kind)) note(`  ${some.length} x ${kind}`);
  if (known.length > 0) note(`Already in the stack: ${plural(known.length, "record")}.`);
  if (leftOut.length > 0) note(describeLeftOut(leftOut));
  warnOfSkipped(skipped);
  if (secrets.length > 0) note(`Will set ${plural(secrets.length, "secret")} in the stack configuration, encrypted.`);
  if (files.length > 0) note(`Will write ${describeFiles(plan)} in ${stack.project.path}.`);
  if (page?.isFileKept) {
    note(
      `Will use ${relative(stack.project.path, path)} as it is. With --force, adopt writes it again and keeps a copy.`,
    );
  }
  if (projectFile !== undefined) {
    const who = projectFile === "manual" ? "Set options: { refresh: always }" : "Will set refresh: always";
    note(`${who} in Pulumi.yaml, so that a preview shows manual changes.`);
  }
  if (lost.length > 0) note(`Not in the new program: ${lost.join(", ")}. Copy what you need from the old one.`);
}

export function describeEnd({ missing, leftOut }: AdoptionPlan): void {
  const signUps = leftOut.filter(({ isSignUp }) => isSignUp).length;
  if (signUps > 0) note(`Left out ${plural(signUps, "subscription")} that visitors may have signed up for.`);
  if (missing.length === 0) return;
  note(
    "Deploy this program next: its pulumi up shows [diff: ~protect] and changes nothing. Until then, the records are protected, " +
      "so an up without them fails instead of deleting them.",
  );
}

function describeFiles({ stack, files }: AdoptionPlan): string {
  const nameOf = (path: string) => relative(stack.project.path, path);
  const names = files.map(({ path, copy }) =>
    copy === undefined ? nameOf(path) : `${nameOf(path)} (keeping yours as ${nameOf(copy.path)})`,
  );
  return names.join(", ");
}
