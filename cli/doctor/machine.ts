import { isAtLeast } from "../../provider/versions.ts";
import { noPulumi } from "../errors/command.ts";
import { newTypeScript } from "../errors/doctor.ts";
import { findProject } from "../project/folder.ts";
import { versionOf } from "../project/packages.ts";
import { oldestPulumi, pulumiVersion } from "../project/pulumi.ts";
import { CommandError } from "../terminal/failure.ts";
import { type Finding, failed, ok } from "../terminal/output.ts";

/** It has no compiler API that Pulumi can call; the SDK excludes it by its peer dependency. */
const firstTypeScriptWithoutPulumi = "7.0.0";

/** Always fine: on an older Node, `index.ts` has already ended the command. */
export const checkNode = (): Finding => ok("Node", process.versions.node);

export async function checkPulumi(): Promise<Finding> {
  try {
    const found = await pulumiVersion();
    if (isAtLeast(found, oldestPulumi)) return ok("pulumi", found);
    return failed("pulumi", noPulumi.old({ found, oldest: oldestPulumi }));
  } catch (error) {
    if (error instanceof CommandError) return failed("pulumi", noPulumi.missing());
    throw error;
  }
}

/** Pulumi compiles the program with the TypeScript of the project; with version 7, that fails before the program runs. */
export function checkTypeScript(cwd: string): Finding[] {
  const program = findProject(cwd)?.program;
  const found = program && versionOf("typescript", program);
  if (!found) return [];
  if (!isAtLeast(found, firstTypeScriptWithoutPulumi)) return [ok("compiler", `TypeScript ${found}`)];
  return [failed("compiler", newTypeScript({ found, first: firstTypeScriptWithoutPulumi }))];
}
