// A process of its own, because an installation by the Automation API cannot be stopped from within.
import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error("Usage: official-installer.ts <folder>");
await PulumiCommand.install({ root });
