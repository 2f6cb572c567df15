import { problem } from "./problem.ts";

export const oldNode = problem("SH6501", {
  text: `pulumi-statushub needs Node <oldest> or newer, and this is Node <version>. Install a newer one (https://nodejs.org)
    and make sure that it is the "node" on the PATH of pulumi.`,
  help: "Run `command -v node` to see which Node you use. In CI, set the version in the step that installs Node.",
});
