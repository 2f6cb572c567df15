#!/usr/bin/env node
import "./old-node.ts";

import { Command } from "commander";
import { adoptCommand } from "./adopt.ts";
import { completionCommand } from "./completion.ts";
import { doctorCommand } from "./doctor.ts";
import { driftCommand } from "./drift.ts";
import { emulatorCommand } from "./emulator.ts";
import { exportCommand } from "./export.ts";
import { version } from "./package.ts";
import { ignoreClosedPipes } from "./terminal/closed-pipe.ts";
import { describeFailure } from "./terminal/failure.ts";
import { guardTerminal } from "./terminal/neutral.ts";

const program = new Command("pulumi-statushub").description("Tools for status pages on StatusHub").version(version);
const commands = [
  doctorCommand,
  exportCommand,
  adoptCommand,
  driftCommand,
  emulatorCommand,
  completionCommand(() => program),
];
for (const command of commands) program.addCommand(command.showHelpAfterError("Add --help to see how it is used."));

ignoreClosedPipes();
guardTerminal();
try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
