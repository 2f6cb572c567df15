import type { Chapter } from "./entry.ts";

export const pulumi: Chapter = {
  title: "Messages of Pulumi itself",
  text: "Pulumi and Node print these, and the cause lies in how this package is installed or used.",
  isForeign: true,
  entries: [
    {
      title: "The dynamic provider of Pulumi is not found",
      messages: ["Cannot find module '@pulumi/pulumi/cmd/dynamic-provider'"],
      cause:
        "A script of the Automation API was started from another folder, and imports this package late or not at all.",
      cure: "Import it at the top of the script, or set `main`, as [Automation API](guides/automation-api.md) shows.",
    },
    {
      title: "The package is not found",
      messages: ["Cannot find module 'pulumi-statushub/provider'"],
      cause: "The state names this package, and the folder of the program does not resolve it.",
      cure:
        "Run `npm ci` before `pulumi`. With pnpm, Yarn and workspaces, it has to be a dependency of the program's own " +
        "`package.json`. `pulumi-statushub doctor` tries it as Pulumi does.",
    },
    {
      title: "The plugin is not found",
      messages: ["no resource plugin 'pulumi-resource-statushub' found in the workspace"],
      cause: "A program on the native way runs where the plugin is not installed.",
      cure: "Install it from the archive, or name its folder in `Pulumi.yaml`: [the native plugin](native.md) shows both.",
    },
    {
      title: "A policy pack ends at once",
      messages: ["policy pack <path> failed to start: could not read plugin <name>: EOF"],
      cause:
        "A file `policy.json` or `policy.js` lies beside the folder `policy`, and Node loads it in place of the pack.",
      cure: "Rename the file or the folder.",
    },
  ],
};
