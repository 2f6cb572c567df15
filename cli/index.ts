#!/usr/bin/env node
import { Command } from "commander";
import { emulatorCommand } from "./emulator.ts";

const program = new Command("statushub").description("Tools for status pages on StatusHub").addCommand(emulatorCommand);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
