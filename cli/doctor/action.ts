import type { ConnectionOptions } from "../options.ts";
import { checkPackages } from "../project/packages.ts";
import { asJson, describeFinding, type Finding } from "../terminal/output.ts";
import { checkAccount } from "./account.ts";
import { checkNode, checkPulumi, checkTypeScript } from "./machine.ts";

export interface DoctorOptions extends ConnectionOptions {
  readonly json?: true;
}

export async function run({ json, ...options }: DoctorOptions): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of examine(options)) {
    findings.push(finding);
    if (json === undefined) process.stdout.write(`${describeFinding(finding)}\n`);
  }
  const isWell = findings.every(({ status }) => status !== "failed");
  if (json) process.stdout.write(`${asJson({ version: 1, ok: isWell, findings }, 2)}\n`);
  if (!isWell) process.exitCode = 1;
}

async function* examine(options: ConnectionOptions): AsyncGenerator<Finding> {
  yield checkNode();
  yield await checkPulumi();
  yield* await checkPackages(options.cwd);
  yield* checkTypeScript(options.cwd);
  yield* checkAccount(options);
}
