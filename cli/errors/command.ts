import { problem } from "../../model/problem.ts";

export const notAProject = problem("SH6001", {
  text: "<folder> is not a Pulumi project. Run the command in the folder of a project, or pass the folder with --cwd.",
});

export const noStack = problem("SH6002", {
  text: {
    selected: "No stack is selected in <folder>. Select one, or pass --stack.",
    unknown: "Pulumi doesn't say which stack is selected in <folder>: <reason><advice>",
  },
});

export const noPulumi = problem("SH6003", {
  text: {
    command: "There is no pulumi on PATH. Install it: https://www.pulumi.com/docs/install/",
    missing: "not on PATH. Install it: https://www.pulumi.com/docs/install/",
    old: "<found>. We test <oldest> and newer, and adopt needs that. Install it: https://www.pulumi.com/docs/install/",
    tooOld:
      "This is pulumi <found>, but adopt needs <oldest> or newer. Install it: https://www.pulumi.com/docs/install/",
  },
});

export const unreadableConfiguration = problem("SH6004", {
  text: {
    error: "<problem>. The stack configuration could not be read: <reason>",
    stack: "The configuration of the stack <stack> could not be read: <reason>",
    account: `It isn't known which account this project means: <reason> Pass it with --account or --base-url. The account of the environment
      may be another one.`,
  },
  help: "Log in, select a stack, or set `PULUMI_CONFIG_PASSPHRASE`. With `--account`, the key may be in `STATUSHUB_API_KEY`.",
});

export const pulumiFailed = problem("SH6005", {
  text: {
    step: "Could not <purpose>: <reason><advice>",
    comparison: "Could not compare the stack <stack> with its page: <reason><advice>",
  },
  help: "The reason is Pulumi's, often an error in your program. If a run was killed, [Interrupted runs](guides/interrupted-runs.md) says how to go on.",
});

export const noTerminal = problem("SH6006", {
  text: "<question> Pass --yes to confirm, because there is no terminal to ask at.",
});

export const declined = problem("SH6007", {
  text: "You didn't confirm, so this step changed nothing.",
});

export const severalHubs = problem("SH6008", {
  text: {
    none: "The key sees several hubs. Pass one of <hubs>, or --all.",
    option: "The key sees several hubs. Pass one of <hubs> with --hub.",
    accounts: "The stack has records in several accounts. Pass one of <accounts> with --base-url.",
    both: "Pass either the hub <hub> or --all, not both.",
  },
});

export const unknownKindName = problem("SH6009", {
  text: "There is no kind <kind>. Use one of <kinds>.",
});

export const unlistedKind = problem("SH6010", {
  text: "StatusHub doesn't list records of the kind <kind>, so they can't be found: <reason>. Pass the other kinds with --kind.",
  help: 'No list of services is documented: we only [assume](contributing/inferred.md#operations) it. Declare the services with their IDs: `adopt: "1234"`.',
});

export const filesExist = problem("SH6011", {
  text: "Nothing was written, because <folder> already has <files>. Choose a different folder with --out.",
});

export const undeclarable = problem("SH6012", {
  text: "The program doesn't declare <properties> of <resource>, because a preview would reject the value.",
});

export const noFolder = problem("SH6013", {
  text: "There is no such folder.",
});

export const interrupted = problem("SH6014", {
  text: "The command was interrupted. If Pulumi has left a lock on the stack, run <command>",
});

export const unexpectedOutput = problem("SH6016", {
  text: "Pulumi printed no JSON for <command>, although it succeeded. Check that pulumi on PATH is Pulumi's own CLI.",
  help: "A script in front of the CLI adds lines, or a variable like `PULUMI_OPTION_...` changes the output.",
});

export const unusableFolder = problem("SH6017", {
  text: "Files can't be written to <folder> (<reason>). Name another folder, or change the permissions.",
});

export const emptyOption = problem("SH6018", {
  text: "The option <option> has an empty value. Leave it out, or set the variable that it comes from.",
});

export const pulumiTooSlow = problem("SH6019", {
  text: `The command <command> didn't respond in time (10 s a call, 30 s in all). Pulumi isn't needed with --hub, --account (or --base-url),
    the key in STATUSHUB_API_KEY, and the title or the ID of a template.`,
});

export const movedSettings = problem("SH6020", {
  text: {
    unread: `The key, the account or the region has changed since the last up, and the program no longer has <records>, or has them under
      another name or provider. Pulumi can't compare both at once. First run <command> with these records as they were.`,
    unknown: `The key, the account or the region of the provider of <records> is only known during the update, so Pulumi can't read them
      before. First run <command>.`,
  },
  help: "Until that `up`, Pulumi can only read them with the settings of the last one. Or set those settings again.",
});

export const movedAccount = problem("SH6021", {
  text: `The records of this stack are at <before>, where the last up has put them, but its configuration or the environment names <now>
    since. An ID may mean another record there. If <now> is another account, set <before> there again. If it is the same account at a new
      address, first run <command>.`,
  help:
    "In an outage, `incident` and `during` need no stack with `--hub`, `--account` (or `--base-url`), the key in `STATUSHUB_API_KEY`, and " +
    "the title or the ID of a template.",
});

export const internalError = problem("SH6199", {
  text: "Internal error in pulumi-statushub, please report it: <stack>",
});
