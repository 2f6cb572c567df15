import { problem } from "./problem.ts";

export const unknownSetting = problem("SH8001", {
  title: "The provider has no such setting",
  text: {
    argument: "<name> isn't a setting of statushub. Settings: <settings>.",
    configured: "<name> isn't a setting of statushub. Did you mean <suggestion>?",
  },
  cause:
    "A provider resource or `Pulumi.<stack>.yaml` has a setting that would be ignored. Most likely, it is misspelled.",
  remedy: "Check its case: settings are camelCase, such as `baseUrl`.",
});

export const settingNotText = problem("SH8002", {
  title: "A setting must be text",
  text: "<name> must be text.",
  cause: "A setting of the provider is a number, a list or an object.",
  remedy: 'Quote it in YAML: `account: "123"`.',
});

export const otherVersion = problem("SH8003", {
  title: "The program is newer than the native provider",
  text: "The program asks for version <asked> of the native provider statushub, and this is <own>. Install that version.",
  cause: "The npm package or the SDK is newer than the native provider in the folder that `Pulumi.yaml` names.",
  remedy: "Update the provider in that folder. Pulumi doesn't compare the two versions there.",
});

export const unknownFunction = problem("SH8004", {
  title: "A function doesn't exist",
  text: 'pulumi-statushub has no function "<name>". Check its name, or install a newer version of the native provider.',
  cause: "The function is misspelled, or the SDK is newer than the installed native provider.",
  remedy: "Compare the version in `pulumi plugin ls` with the version of the SDK.",
});

export const unknownComponent = problem("SH8005", {
  title: "A component doesn't exist",
  text: 'pulumi-statushub has no component "<type>". Check its name, or install a newer version of the native provider.',
  cause: "The SDK is newer than the installed native provider.",
  remedy: "Compare the version in `pulumi plugin ls` with the version of the SDK.",
});

export const optionsWithoutEffect = problem("SH8006", {
  title: "Options of a page have no effect",
  text: "Options without effect on the records of a page: <names>.",
  cause: "Pulumi doesn't apply these options of a component to its children.",
  remedy: "Remove the options, or declare the records that need them as resources of their own.",
});
