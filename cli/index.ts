#!/usr/bin/env node
import "./old-node.ts";

import { createRequire } from "node:module";
import { commandLine } from "./command-line.ts";
import { ignoreClosedPipes } from "./terminal/closed-pipe.ts";
import { describeFailure } from "./terminal/failure.ts";
import { guardTerminal } from "./terminal/neutral.ts";

const { version } = createRequire(import.meta.url)("pulumi-statushub/package.json") as { version: string };

ignoreClosedPipes();
guardTerminal();
try {
  await commandLine.version(version).parseAsync();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
