import type { Chapter } from "./entry.ts";

export const plugin: Chapter = {
  title: "The native plugin",
  text: "The messages above hold for the plugin as well. These come from it alone.",
  entries: [
    {
      title: "The provider has no such setting",
      messages: ["is not a setting of statushub"],
      cause: "A provider resource or `Pulumi.<stack>.yaml` holds a setting that does not exist.",
      cure: "Use `apiKey`, `account`, `region` or `baseUrl`.",
    },
    {
      title: "A setting must be text",
      messages: ["<name> must be text"],
      cause: "A setting of the provider is a number, a list or an object.",
      cure: 'Quote it in YAML: `account: "123"`.',
    },
    {
      title: "The program is newer than the plugin",
      messages: ["The program asks for version <asked> of the plugin statushub"],
      cause:
        "The npm package or the SDK is newer than the plugin that `Pulumi.yaml` names. Pulumi does not compare the two there.",
      cure: "Update the folder that `Pulumi.yaml` names, or install the plugin of the version that the program asks for.",
    },
    {
      title: "The state is newer than the plugin",
      messages: ["The state declares <strangers> of this <kind>, which version"],
      cause: "A newer version of the plugin wrote the state, and this one would lose what it does not know.",
      cure: "Install the newer version. Nothing was sent, and the state is as it was.",
    },
    {
      title: "A function does not exist",
      messages: ['pulumi-statushub has no function "', "is not an argument of this look-up"],
      cause: "A misspelled function or argument, or an SDK that is newer than the installed plugin.",
      cure: "Compare `pulumi plugin ls` with the version of the SDK, and install the plugin of the same version.",
    },
  ],
};

export const emulator: Chapter = {
  title: "The emulator",
  text: "What the emulator answers to requests is what the API documents. These come from starting it.",
  entries: [
    {
      title: "An option of the emulator is wrong",
      messages: [
        "It must be a number from 0 to 65535",
        "It must be two whole numbers",
        "It must be a whole number of days",
      ],
      cause: "The value of `--port`, `--limits` or `--series-days` cannot be read.",
      cure: "Use the form in the message; `--port 0` takes a free one.",
    },
    {
      title: "The port is taken",
      messages: ["The emulator cannot listen on port"],
      cause: "Another process listens there, often another emulator, or the port needs rights.",
      cure: "End that one, or choose another port: `--port 0` takes a free one.",
    },
    {
      title: "The preset is wrong",
      messages: [
        "is not a preset of the emulator",
        "The preset is wrong",
        "Cannot read the preset",
        "✖ is not known",
        "The preset is wrong at <path>: <message>",
        "The preset is wrong at keys[<index>].hubs",
        "The preset is wrong at keys[<index>].key",
      ],
      cause: "The file is missing, not JSON, has an unknown key, or describes records that the API would refuse.",
      cure:
        "The path behind `at` leads to the place. Editors check the file where it names its schema: " +
        '`"$schema": "./node_modules/pulumi-statushub/emulator/preset.schema.json"`.',
    },
    {
      title: "The records are not those of the preset",
      messages: ["The records come from <data>"],
      cause: "No error. The data file exists, so the emulator goes on with it; of the preset only the keys count.",
      cure: "Delete the data file, or reset the emulator, to begin with the preset.",
    },
    {
      title: "The data file cannot be used",
      messages: [
        "The data file has no name",
        "Cannot use the data file",
        "Cannot read the data file",
        "it is not a regular file",
        "its folder or the file itself cannot be written",
        "its file system is read-only",
        "its folder is a file",
        "Check the disk and the permissions",
      ],
      cause: "The path is empty or no file, or this user may not write there.",
      cure: "Name another file, or change the permissions. Parent folders are made by themselves.",
    },
    {
      title: "The data file is not of this emulator",
      messages: [
        "it was not made by this version",
        "it is not a data file of the emulator",
        "it is damaged",
        "a record in it is not complete",
      ],
      cause: "Another program or another version wrote it, it was edited, or the disk lost a part of it.",
      cure: "Name another file. The old one is left as it is.",
    },
    {
      title: "The data file is in use",
      messages: ["another emulator uses it", "another process has written to it"],
      cause: "One emulator at a time can have the file. One that finds writes of another process in it writes no more.",
      cure: "End the other one; its lock goes with it, also after a crash. Start again the one that no longer writes.",
    },
    {
      title: "The data file cannot be written",
      messages: [
        "Cannot write the data file",
        "the disk is full",
        "it was removed or replaced while the emulator ran",
        "this emulator is closed",
      ],
      cause:
        "The disk is full, somebody moved the file under the running emulator, or a test used the emulator after `close()`. The request was refused with 507 and changed nothing.",
      cure: "Make room and send the request again, or start the emulator again.",
    },
  ],
};
