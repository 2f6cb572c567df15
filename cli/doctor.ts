import { Command } from "commander";
import { withConnectionOptions } from "./connection.ts";
import { type AccountOptions, checkAccount } from "./doctor/account.ts";
import { checkNode, checkPulumi, checkTypeScript } from "./doctor/machine.ts";
import { checkPackages } from "./project/packages.ts";
import { describeFinding, type Finding } from "./terminal/finding.ts";
import { asJson } from "./terminal/neutral.ts";

interface DoctorOptions extends AccountOptions {
  readonly json?: true;
}

export const doctorCommand = withConnectionOptions(new Command("doctor"))
  .description("Check the API key, the hubs that it sees, and the tools on this machine")
  .option("--probe", "also check the role on each hub, and whether other clients use the key")
  .option("--json", "print the findings as JSON")
  .addHelpText(
    "after",
    `
Sends a few GET requests. With --probe, it also sends 30 GET requests within a second, and up to two updates per hub of
records that don't exist. It doesn't change anything, and stays within the rate limits.

Exit code: 0 if no check failed, 1 otherwise.

Examples:
  $ npx pulumi-statushub doctor
  $ npx pulumi-statushub doctor --stack prod --probe --json
  $ STATUSHUB_API_KEY=... npx pulumi-statushub doctor --account acme --region eu`,
  )
  .action(run);

async function run({ json, ...options }: DoctorOptions): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of examine(options)) {
    findings.push(finding);
    if (json === undefined) process.stdout.write(`${describeFinding(finding)}\n`);
  }
  const isWell = findings.every(({ status }) => status !== "failed");
  if (json) process.stdout.write(`${asJson({ version: 1, ok: isWell, findings }, 2)}\n`);
  if (!isWell) process.exitCode = 1;
}

async function* examine(options: AccountOptions): AsyncGenerator<Finding> {
  yield checkNode();
  yield await checkPulumi();
  yield* await checkPackages(options.cwd);
  yield* checkTypeScript(options.cwd);
  yield* checkAccount(options);
}
