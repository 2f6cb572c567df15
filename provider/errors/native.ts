import { problem } from "../../model/problem.ts";

export const unknownSetting = problem("SH8001", {
  text: "<name> isn't a setting of statushub. <help>",
});

export const settingNotText = problem("SH8002", {
  text: "<name> must be text.",
});

export const otherVersion = problem("SH8003", {
  text: "The program asks for version <asked> of the native provider statushub, and this is <own>. Install that version.",
  help: "Your npm package or SDK is newer than the native provider in the folder that `Pulumi.yaml` names.",
});

export const unknownFunction = problem("SH8004", {
  text: 'pulumi-statushub has no function "<name>". Check its name, or install a newer version of the native provider.',
});

export const unconfigured = problem("SH8007", {
  text: "Pulumi has not told this process of the native provider which account it is for. Run the same command again.",
});
