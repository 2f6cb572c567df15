// Runs in its own process, because an installation by the Automation API can't be stopped from within.
import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";

const [root, version] = process.argv.slice(2);
if (root === undefined || version === undefined) throw new Error("Usage: official-installer.ts <folder> <version>");
type Options = Parameters<typeof PulumiCommand.install>[0];
// A text is enough, although the type asks for an object of a package that Pulumi bundles.
await PulumiCommand.install({ root, version } as unknown as Options);
