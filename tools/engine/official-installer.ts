// Runs in its own process, because an installation by the Automation API can't be stopped from within.
import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error("Usage: official-installer.ts <folder>");
await PulumiCommand.install({ root });
