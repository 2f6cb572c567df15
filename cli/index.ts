#!/usr/bin/env node
import "./old-node.ts";

import { commandLine } from "./command-line.ts";
import { version } from "./package.ts";
import { ignoreClosedPipes } from "./terminal/closed-pipe.ts";
import { describeFailure } from "./terminal/failure.ts";
import { guardTerminal } from "./terminal/neutral.ts";

ignoreClosedPipes();
guardTerminal();
try {
  await commandLine.version(version).parseAsync();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
