import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { pointerTo } from "../../model/pulumi/pointer.ts";
import { isAtLeast } from "../../model/versions.ts";
import { noSdk, packageNotLoaded } from "../errors/doctor.ts";
import { peerDependencies, version } from "../package.ts";
import { CommandError } from "../terminal/failure.ts";
import { type Finding, failed, ok, unknown } from "../terminal/output.ts";
import { findProject, type ProjectFolder } from "./folder.ts";

/** Checks the SDK and this package as the program in the folder resolves them. */
export async function checkPackages(cwd: string): Promise<Finding[]> {
  const project = findProject(cwd);
  const skipped = (reason: string) => ["SDK", "package"].map((name) => unknown(name, `not checked: ${reason}`));
  if (project === undefined) return skipped(`${cwd} is not a Pulumi project`);
  const { runtime } = project;
  if (runtime !== "nodejs") {
    return skipped(`the program runs on ${runtime}, which needs the SDK of the native provider instead`);
  }
  const program = programFolder(project);
  return [checkSdk(program), await checkPackage(program)];
}

/** Before the first build, the folder of a built program doesn't exist. */
const programFolder = ({ program, path }: ProjectFolder): string => (existsSync(program) ? program : path);

/** The version of Pulumi's SDK that the program in the folder resolves; undefined if it runs on another runtime, or has none. */
export function sdkVersion(cwd: string): string | undefined {
  const project = findProject(cwd);
  return project?.runtime === "nodejs" ? versionOf(sdk, programFolder(project)) : undefined;
}

const sdk = "@pulumi/pulumi";

/** Checks the packages before Pulumi runs, because its own error for a missing one is hard to understand. */
export async function requirePackage(cwd: string): Promise<void> {
  const problem = (await checkPackages(cwd)).find(({ status }) => status === "failed");
  if (problem !== undefined) throw new CommandError(problem.text);
}

function checkSdk(program: string): Finding {
  const oldest = peerDependencies[sdk].replace(/^\D*/, "");
  const found = versionOf(sdk, program);
  if (found === undefined) return failed("SDK", noSdk.missing({ program }));
  if (isAtLeast(found, oldest)) return ok("SDK", `@pulumi/pulumi ${found}`);
  return failed("SDK", noSdk.old({ found, oldest }));
}

/** Milliseconds; the package usually loads within a second. */
const longestLoad = 30_000;

async function checkPackage(program: string): Promise<Finding> {
  // Pulumi's provider process runs the same code to load the package from the folder of the program.
  const load = `${pointerTo("Hub")};exports.handler()`;
  try {
    await promisify(execFile)(process.execPath, ["--eval", load], { cwd: program, timeout: longestLoad });
  } catch (error) {
    const reason = /^\w*Error[^\n]*/m.exec(String((error as { stderr?: unknown }).stderr))?.[0] ?? "loading it failed";
    return failed("package", packageNotLoaded({ program, reason }));
  }
  const found = versionOf("pulumi-statushub", program) ?? "of unknown version";
  const same = found === version ? "" : ` (this command is ${version})`;
  return ok("package", `pulumi-statushub ${found}${same}, loaded from ${program}`);
}

/** The version of a package that code in the folder resolves; undefined if there is none. */
export function versionOf(name: string, folder: string): string | undefined {
  try {
    const path = findPackageJSON(name, join(folder, "index.js"));
    return path && (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
