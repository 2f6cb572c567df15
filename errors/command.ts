import { problem } from "./problem.ts";

export const notAProject = problem("SH6001", {
  title: "The folder is not a Pulumi project",
  text: "<folder> is not a Pulumi project. Run the command in the folder of a project, or pass the folder with --cwd.",
  cause: "Neither the folder nor one of its parents has a `Pulumi.yaml`.",
  remedy: "If you have no project yet, create one with `pulumi new typescript`.",
});

export const noStack = problem("SH6002", {
  title: "No stack is selected",
  text: "No stack is selected in <folder>: <reason> Select one, or pass --stack.",
  cause: "The project has no selected stack on this machine, which is usual in CI.",
  remedy: "Run `pulumi stack ls` to list the stacks of the project.",
});

export const noPulumi = problem("SH6003", {
  title: "The pulumi CLI is missing or too old",
  text: {
    command: "There is no pulumi on PATH. Install it: https://www.pulumi.com/docs/install/",
    missing: "not on PATH. Install it: https://www.pulumi.com/docs/install/",
    old: "<found>, but <oldest> or newer is needed. Install it: https://www.pulumi.com/docs/install/",
  },
  cause: "`adopt`, `drift`, `doctor` and `during --if-changes` run the `pulumi` on PATH, version 3.254.0 or newer.",
  remedy: "Install the CLI. If you have it already, run `command -v pulumi` to see which one is used.",
});

export const unreadableConfiguration = problem("SH6004", {
  title: "The stack configuration can't be read",
  text: {
    warning: "Using the environment because the stack configuration could not be read. <reason>",
    error: "<problem>. The stack configuration could not be read: <reason>",
    stack: "The configuration of the stack <stack> could not be read: <reason>",
  },
  cause: "`pulumi config` failed: you aren't logged in, the passphrase is missing, or there is no such stack.",
  remedy: "Log in, or set `PULUMI_CONFIG_PASSPHRASE`. You can also set the account and the key in the environment.",
});

export const pulumiFailed = problem("SH6005", {
  title: "A Pulumi command failed",
  text: {
    step: "Could not <purpose>: <reason>",
    comparison: "Could not compare the stack <stack> with its page: <reason>",
  },
  cause: "The command ran `pulumi`, which failed. Pulumi's own errors follow the colon.",
  remedy:
    "Fix the error that Pulumi reports. Common causes are a missing login, a program that doesn't compile, and a lock: if no " +
    "other run is using the stack, run `pulumi cancel`.",
});

export const noTerminal = problem("SH6006", {
  title: "The confirmation needs a terminal",
  text: "<question> Pass --yes to confirm, because there is no terminal to ask at.",
  cause: "The command asks for confirmation before it changes anything, which doesn't work in CI.",
  remedy: "Check the output of `--dry-run`, then pass `--yes`.",
});

export const declined = problem("SH6007", {
  title: "You didn't confirm",
  text: "Nothing was changed because you didn't confirm.",
  cause: "You declined. The exit code is 1, so that a script doesn't continue.",
  remedy: "Run the command again and enter `y`, or pass `--yes`.",
});

export const severalHubs = problem("SH6008", {
  title: "Several hubs to choose from",
  text: {
    none: "The key sees several hubs. Pass one of <hubs>, or --all.",
    option: "The key sees several hubs. Pass one of <hubs> with --hub.",
    page: "The key sees several hubs. Pass one of <hubs>: a file describes one page.",
    both: "Pass either the hub <hub> or --all, not both.",
  },
  cause: "The command works on one hub unless you pass `--all`.",
  remedy: "Pass one hub, or `--all`. With `adopt --all`, one program declares all hubs.",
});

export const unknownKindName = problem("SH6009", {
  title: "The kind doesn't exist",
  text: "There is no kind <kind>. Use one of <kinds>.",
  cause: "The name of a kind is misspelled.",
  remedy: "Use one of the names in the message. Singular and plural both work, such as `service` and `services`.",
});

export const unlistedKind = problem("SH6010", {
  title: "The kind can't be listed",
  text: "StatusHub doesn't list records of the kind <kind>, so they can't be found: <reason>. Pass the other kinds with --kind.",
  cause:
    "The API doesn't document how to list services. We [infer](contributing/inferred.md#operations) that there is a list, and this server has none.",
  remedy: "Adopt single services by ID: `npx pulumi-statushub adopt service acme/1234`.",
});

export const filesExist = problem("SH6011", {
  title: "Files exist already",
  text: "Nothing was written, because <folder> already has <files>. Overwrite them with --force, or choose another folder with --out.",
  cause: "The command would overwrite files in the folder. It writes either all files or none.",
  remedy: "Commit your changes before you use `--force`.",
});

export const undeclarable = problem("SH6012", {
  title: "A property is not exported",
  text: "The program doesn't declare <properties> of <resource>, because a preview would reject the value.",
  cause: "A warning. The record has a value that a preview would reject, probably from before the API checked it.",
  remedy:
    "You don't need to do anything, because properties that you don't declare aren't managed. To change the value, declare a valid one.",
});

export const noFolder = problem("SH6013", {
  title: "The folder doesn't exist",
  text: "There is no such folder.",
  cause: "The path after `--cwd` is misspelled, or names a file.",
  remedy: "Pass the folder of a project. A relative path starts at the current folder.",
});

export const interrupted = problem("SH6014", {
  title: "The command was interrupted",
  text: "The command was interrupted.",
  cause: "Somebody pressed Ctrl-C or closed the terminal, or another process ended the command.",
  remedy: "Run it again. The lines above the message say what the command has undone.",
});

export const internalError = problem("SH6199", {
  title: "Internal error",
  text: "Internal error in pulumi-statushub, please report it: <stack>",
  cause: "This is a bug in the package.",
  remedy: "Report it, with the whole text, the version and the output of `pulumi-statushub doctor`.",
});
