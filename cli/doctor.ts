import { Command } from "commander";
import type { DoctorOptions } from "./doctor/action.ts";
import { withConnectionOptions } from "./options.ts";

export const doctorCommand = withConnectionOptions(new Command("doctor"))
  .description(
    "Check the API key, the hubs that it sees, the tools on this machine, and what this package assumes about the API",
  )
  .option("--json", "print the findings as JSON")
  .addHelpText(
    "after",
    `
Only sends GET requests, up to 40. The control panel shows which role a key has.

Exit code: 0 if no check failed, 1 otherwise. An assumption that differs is no failure.

Examples:
  $ npx pulumi-statushub doctor
  $ npx pulumi-statushub doctor --stack prod --json
  $ STATUSHUB_API_KEY=... npx pulumi-statushub doctor --account acme --region eu`,
  )
  .action(async (options: DoctorOptions) => (await import("./doctor/action.ts")).run(options));
