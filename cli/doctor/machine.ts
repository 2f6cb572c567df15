import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { noPulumi } from "../../errors/command.ts";
import { newTypeScript, noSdk, packageNotLoaded } from "../../errors/doctor.ts";
import { isAtLeast } from "../../provider/version.ts";
import { findProject, findUpwards } from "../project/folder.ts";
import { runPulumi } from "../project/pulumi.ts";
import { CommandError } from "../terminal/failure.ts";
import { type Finding, failed, ok, unknown } from "./finding.ts";

const { version, peerDependencies } = createRequire(import.meta.url)("pulumi-statushub/package.json") as {
  version: string;
  peerDependencies: Record<string, string>;
};

/** The first version of the CLI that imports records with their outputs. */
const oldestPulumi = "3.254.0";

/** The compiler that Pulumi calls is not in it any more; its SDK names the bound as a peer. */
const firstTypeScriptWithoutPulumi = "7.0.0";

/** An older one than the package needs has ended the command before. */
export const checkNode = (): Finding => ok("Node", process.versions.node);

export async function checkPulumi(): Promise<Finding> {
  try {
    const { stdout } = await runPulumi(["version"]);
    const found = stdout.trim().replace(/^v/, "");
    if (isAtLeast(found, oldestPulumi)) return ok("pulumi", found);
    return failed("pulumi", noPulumi.old({ found, oldest: oldestPulumi }));
  } catch (error) {
    if (error instanceof Error && error.name === "CommandError") return failed("pulumi", noPulumi.missing());
    throw error;
  }
}

/** The SDK and this package, as the program of the folder finds them. */
export async function checkPackages(cwd: string): Promise<Finding[]> {
  const project = findProject(cwd);
  if (project === undefined) {
    const text = `${cwd} is no Pulumi project, so there is no program to look from`;
    return [unknown("SDK", text), unknown("package", text)];
  }
  return [checkSdk(project.program), await checkPackage(project.program)];
}

/**
 * Without the packages Pulumi can neither import nor preview, and says so less clearly.
 *
 * @throws CommandError
 */
export async function requirePackage(cwd: string): Promise<void> {
  const problem = (await checkPackages(cwd)).find(({ status }) => status === "failed");
  if (problem !== undefined) throw new CommandError(problem.text);
}

function checkSdk(program: string): Finding {
  const oldest = (peerDependencies["@pulumi/pulumi"] ?? "").replace(/^\D*/, "");
  const found = versionOf("@pulumi/pulumi", program);
  if (found === undefined) return failed("SDK", noSdk.missing({ program }));
  if (isAtLeast(found, oldest)) return ok("SDK", `@pulumi/pulumi ${found}`);
  return failed("SDK", noSdk.old({ found, oldest }));
}

/** Pulumi compiles the program with the TypeScript that the project has, and on 7 fails before the program runs. */
export function checkTypeScript(cwd: string): Finding[] {
  const program = findProject(cwd)?.program;
  const found = program && versionOf("typescript", program);
  if (!found) return [];
  if (!isAtLeast(found, firstTypeScriptWithoutPulumi)) return [ok("compiler", `TypeScript ${found}`)];
  return [failed("compiler", newTypeScript({ found, first: firstTypeScriptWithoutPulumi }))];
}

/** The package loads in a second; in milliseconds. */
const longestLoad = 30_000;

/** What the pointer in the state does: Pulumi's provider process loads the package from the folder of the program. */
const load = `require("module").createRequire(process.cwd() + "/")("pulumi-statushub/provider").handler("Hub")`;

async function checkPackage(program: string): Promise<Finding> {
  try {
    await promisify(execFile)(process.execPath, ["--eval", load], { cwd: program, timeout: longestLoad });
  } catch (error) {
    const reason = /^\w*Error[^\n]*/m.exec(String((error as { stderr?: unknown }).stderr))?.[0] ?? "it does not load";
    return failed("package", packageNotLoaded({ program, reason }));
  }
  const found = versionOf("pulumi-statushub", program) ?? "of unknown version";
  const same = found === version ? "" : ` (this command is ${version})`;
  return ok("package", `pulumi-statushub ${found}${same}, loaded from ${program}`);
}

/** The version of a package that code in the folder finds. */
function versionOf(name: string, folder: string): string | undefined {
  try {
    const path = createRequire(join(folder, "index.js")).resolve(`${name}/package.json`);
    return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
  } catch (error) {
    if (error instanceof Error && "code" in error) return versionInFolder(name, folder);
    throw error;
  }
}

/** Where a package hides its package.json. */
function versionInFolder(name: string, folder: string): string | undefined {
  const path = findUpwards(folder, [join("node_modules", name, "package.json")]);
  return path && (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}
