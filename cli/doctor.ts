import { Command } from "commander";
import type { DoctorOptions } from "./doctor/action.ts";
import { withConnectionOptions } from "./options.ts";

export const doctorCommand = withConnectionOptions(new Command("doctor"))
  .description("Check the API key, the hubs that it sees, and the tools on this machine")
  .option("--json", "print the findings as JSON")
  .addHelpText(
    "after",
    `
Sends a few GET requests. To check the role on each hub, and whether other clients use the key, run probe --role.

Exit code: 0 if no check failed, 1 otherwise.

Examples:
  $ npx pulumi-statushub doctor
  $ npx pulumi-statushub doctor --stack prod --json
  $ STATUSHUB_API_KEY=... npx pulumi-statushub doctor --account acme --region eu`,
  )
  .action(async (options: DoctorOptions) => (await import("./doctor/action.ts")).run(options));
