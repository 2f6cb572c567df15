import { Command } from "commander";
import { adoptCommand } from "./adopt.ts";
import { doctorCommand } from "./doctor.ts";
import { driftCommand } from "./drift.ts";
import { duringCommand } from "./during.ts";
import { emulatorCommand } from "./emulator.ts";
import { incidentCommand } from "./incident.ts";
import { requireValues } from "./options.ts";
import { version } from "./package.ts";
import { previewCommand } from "./preview.ts";
import { recoverCommand } from "./recover.ts";
import { describeFailure } from "./terminal/failure.ts";
import { guardTerminal, handleOutputErrors } from "./terminal/output.ts";

export const commandLine: Command = new Command("pulumi-statushub").description("Tools for status pages on StatusHub");

const commands = [
  adoptCommand,
  previewCommand,
  driftCommand,
  recoverCommand,
  incidentCommand,
  duringCommand,
  doctorCommand,
  emulatorCommand,
];
commandLine.hook("preAction", (_, command) => requireValues(command));
for (const command of commands) commandLine.addCommand(command.showHelpAfterError("Add --help to see how it is used."));

export async function run(): Promise<void> {
  handleOutputErrors();
  guardTerminal();
  try {
    await commandLine.version(version).parseAsync();
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = 1;
  }
}
