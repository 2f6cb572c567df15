import type { Chapter } from "./entry.ts";

export const command: Chapter = {
  title: "The command pulumi-statushub",
  text: "A failed command prints one message on stderr and exits with 1. Every option is in `pulumi-statushub <command> --help`.",
  entries: [
    {
      title: "The folder is not a project",
      messages: ["is not a Pulumi project", "is no Pulumi project"],
      cause: "Neither the folder nor one around it has a `Pulumi.yaml`.",
      cure: "Change into the project, or name its folder with `--cwd`.",
    },
    {
      title: "No stack is selected",
      messages: ["No stack is selected in"],
      cause: "The project has no selected stack on this machine; in CI that is the usual case.",
      cure: "Name it: `--stack prod`.",
    },
    {
      title: "The CLI of Pulumi is missing or too old",
      messages: ["not on PATH", "<found>, and 3.254.0 or newer is needed", "Install it: https://www.pulumi.com"],
      cause: "`adopt`, `drift` and `doctor` run the `pulumi` on PATH, of version 3.254.0 or newer.",
      cure: "Install it: https://www.pulumi.com/docs/install/",
    },
    {
      title: "Node is too old",
      messages: ["pulumi-statushub needs Node 22.19 or newer"],
      cause: "The package needs features of Node 22.19.",
      cure: "Install a newer one. Pulumi runs the program with the `node` on PATH.",
    },
    {
      title: "TypeScript is too new",
      messages: ["Pulumi runs programs with versions below 7.0.0", "Run npm install --save-dev typescript@6"],
      cause: "Pulumi loads the compiler of the project into its own process, and TypeScript 7 has no such interface.",
      cure: "Run `npm install --save-dev typescript@6` in the project.",
    },
    {
      title: "The SDK is missing or too old",
      messages: [
        "<program> does not find @pulumi/pulumi",
        "Run npm install @pulumi/pulumi in the project.",
        "@pulumi/pulumi <found>, and <oldest> or newer is needed",
      ],
      cause: "The folder of the program does not resolve `@pulumi/pulumi`, or an old one.",
      cure: "Run `npm install @pulumi/pulumi@latest` in the project. There must be one copy of it.",
    },
    {
      title: "Pulumi cannot load the package",
      messages: ["Pulumi cannot load pulumi-statushub from", "Run npm install pulumi-statushub", "it does not load"],
      cause:
        "Pulumi's provider process looks for the package from the folder of the program. With pnpm and in workspaces, it " +
        "has to be a dependency of that very project.",
      cure: "Run `npm install pulumi-statushub` in the project, not at the root of the workspace alone.",
    },
    {
      title: "The doctor reaches no account",
      messages: [
        "no account can be reached with this configuration",
        "<place> cannot be reached",
        "Check the base URL, and the network",
        "returns <status> for the list of hubs",
        "doesn't respond like the API",
        "Check the base URL: it ends in /api/v3.",
      ],
      cause: "The configuration names no account, or its host does not answer as the API does.",
      cure: "Set what the message names. Behind a proxy or VPN, try `curl -I` on the base URL from the same machine.",
    },
    {
      title: "The doctor reports a wrong key",
      messages: ["<place> refuses the key (401)", "Set the key again"],
      cause: "The API answered 401: the key was revoked, mistyped, or belongs to another account.",
      cure: "Make a key in the control panel of that account, and set it where the line `key` says that it came from.",
    },
    {
      title: "The clock of this machine is wrong",
      messages: ["s ahead of the server's", "s behind the server's", "Set this machine's clock"],
      cause: "The clocks differ by more than five seconds.",
      cure: "Switch on NTP. Declared times are absolute; what suffers is the reading of logs and of `Retry-After`.",
    },
    {
      title: "The doctor cannot find something out",
      messages: [
        "not checked: --probe tries two updates",
        "not checked: --probe sends a second's worth of reads",
        "could not be checked: <reason>",
      ],
      cause: "No fault. Without `--probe`, doctor sends only a few reads; and a probe can fail, too.",
      cure: "Run `npx pulumi-statushub doctor --probe` to find out the roles, and whether other clients use the key.",
    },
    {
      title: "The doctor reports a failure of StatusHub",
      messages: ["StatusHub has a problem: run doctor again"],
      cause: "The API answered with a status of 500 or more, several times.",
      cure: "Wait a few minutes, and run it again. The key and the account may be all right.",
    },
    {
      title: "Other clients use up the limit",
      messages: [
        "other clients use up the limit of the key",
        "Wait until they are done, or give each pipeline",
        "Give each pipeline a key of its own",
      ],
      cause: "The limits are bound to the key: 30 reads and 5 writes a second, for all that use it.",
      cure: "Make a key for each pipeline. A team member can have ten in an account.",
    },
    {
      title: "The key may not list hubs",
      messages: ["doesn't allow the key to list hubs", "Check the role of its owner."],
      cause: "The API answered 403 to the list of hubs.",
      cure: "Give the owner of the key a role in the control panel, or use a key of another member.",
    },
    {
      title: "The key sees no hub",
      messages: ["the key sees none", "Give its owner a role on the hub", "The key sees no hub"],
      cause: "The owner of the key has no role on any hub of the account.",
      cure: "Give the owner a role in the control panel, or use a key of another member.",
    },
    {
      title: "Several hubs are visible",
      messages: ["The key sees several hubs", "Both the hub <hub> and --all were given"],
      cause: "The command works on one hub, and which one was not said, or said twice.",
      cure: "Name the hub, or use `--all`; not both.",
    },
    {
      title: "The kind does not exist",
      messages: ["There is no kind"],
      cause: "The name of a kind is misspelled.",
      cure: "Use `hub`, `service`, `incident-template`, `maintenance-template`, `subscription` or `maintenance`.",
    },
    {
      title: "The kind cannot be listed",
      messages: ["The API offers no list of the kind"],
      cause: "Lists of services are inferred, and this server has none.",
      cure: "Name the kinds that it lists with `--kind`. Single services can be adopted by id.",
    },
    {
      title: "The stack configuration could not be read",
      messages: ["The stack configuration could not be read", "Using the environment, as the stack configuration"],
      cause: "`pulumi config` failed: no login, no passphrase, or no such stack. Its own words follow.",
      cure: "Log in or set `PULUMI_CONFIG_PASSPHRASE`. With account and key in the environment, the command goes on.",
    },
    {
      title: "A step of Pulumi failed",
      messages: [
        "Could not <purpose>",
        "read the state of the stack",
        "read the configuration of the stack",
        "remove the secret <key>",
        "set the secret <key>",
        "import the records into the state",
        "Could not compare the stack",
        "more like this)",
      ],
      cause: "The command ran `pulumi`, which failed. Its own errors follow the colon.",
      cure: "Solve what Pulumi reports: most often a login, a lock (`pulumi cancel`) or a program that does not compile.",
    },
    {
      title: "There is no terminal to ask at",
      messages: ["There is no terminal to ask at"],
      cause: "The command changes something and asks first; in CI nobody can answer.",
      cure: "Look at `--dry-run`, then run it with `--yes`.",
    },
    {
      title: "Files are there already",
      messages: ["and nothing was written. Replace them with --force"],
      cause: "The folder has files that the command would replace. It writes all or none.",
      cure: "Choose another folder with `--out`, or commit what is there and use `--force`.",
    },
    {
      title: "The program would be replaced",
      messages: ["would be replaced, and nothing was changed. Pass --force"],
      cause: "`adopt` writes the whole program, and the file that Pulumi runs holds one already.",
      cure: "Pass `--force`: a copy is kept beside it, as `index.ts.bak`. Or adopt single records into your program.",
    },
    {
      title: "The question was not answered with yes",
      messages: ["Nothing was changed, as the question was not answered with yes"],
      cause: "You declined. The exit code is 1, so that a script does not go on.",
      cure: "Run the command again and answer `y`, or pass `--yes`.",
    },
    {
      title: "Pulumi runs another program",
      messages: [
        "Pulumi doesn't run the program that was written to <path>",
        "Nothing is in the state, and every file is as it was before.",
      ],
      cause:
        "Before the import, `adopt` previews the program that it has written. Pulumi ran another file, or the program " +
        "changes what the stack has. Everything was put back.",
      cure: "Set `main` in `Pulumi.yaml` to the file that the message names, and run `adopt` again.",
    },
    {
      title: "Adoption under strict verification",
      messages: ["refuses a preview that creates what is on the page already, and adopt"],
      cause:
        "Before the import, `adopt` previews a program that creates what is on the page, which `statushub:verify` refuses " +
        "when it is `strict`.",
      cure: "Run `pulumi config set statushub:verify true`, adopt, and set it back to `strict`.",
    },
    {
      title: "The written program would change the stack",
      messages: ["The program that was written to <path> would change what the stack has"],
      cause: "A record in the state has something that the written program cannot repeat. Everything was put back.",
      cure: "Adopt single records into your own program: `npx pulumi-statushub adopt service acme/1234`.",
    },
    {
      title: "The import stopped in the middle",
      messages: ["Run this command again before the next pulumi up, which would create what is not in the state"],
      cause: "The program declares every record, and the state does not have all of them yet.",
      cure: "Run `adopt` again: it imports what is missing. `pulumi up` would create those records a second time.",
    },
    {
      title: "The package file of the project cannot be read",
      messages: ["Could not read <path>"],
      cause: "The file has a mistake, so it is unknown which program Pulumi runs.",
      cure: "Correct the file at the place that the message names.",
    },
    {
      title: "The program is compiled",
      messages: ["which is compiled from TypeScript. Let Pulumi run the source"],
      cause: "Pulumi runs a file that a build makes, so the next build would replace what `adopt` writes.",
      cure: "Set `main: index.ts` in `Pulumi.yaml`: Pulumi runs TypeScript without a build.",
    },
    {
      title: "The program is in another language",
      messages: ["The project runs on <name>, and adopt writes programs", "Pulumi runs <path>, and adopt writes"],
      cause: "`adopt` writes programs in TypeScript and JavaScript.",
      cure: "Import the records with `pulumi import --file`: see the page on the native provider.",
    },
    {
      title: "The stack is in the middle of a replacement",
      messages: ["that an earlier one has replaced, such as"],
      cause: "The state holds records that the next `pulumi up` deletes. Adopted, they would be deleted on the page.",
      cure: "Run `pulumi up` first.",
    },
    {
      title: "A record is left out",
      messages: ["an occurrence of the series <id>", "it has ended; --ended includes it", "it cannot be declared"],
      cause:
        "No error. Occurrences belong to their series, ended maintenances are history, and a few records have values that no program could declare.",
      cure: "Use `--ended` for the ended ones. Correct the value on the hub where the reason names one.",
    },
    {
      title: "A property is not exported",
      messages: ["as it is: no program could declare this value"],
      cause: "The record has a value that the checks of a preview refuse, from before the API checked it.",
      cure: "Nothing has to be done: what is not declared is not managed. Declare a valid value to change it.",
    },
    {
      title: "The record is already adopted",
      messages: ["is in the state already, as <name>", "The stack has another <kind> named <name>"],
      cause: "The stack has this record, or another one under this name.",
      cure: "Nothing is left to do in the first case; choose a name with `--as` in the second.",
    },
    {
      title: "The record cannot be found or adopted",
      messages: ['Hub "<subdomain>" has no <kind> with the id', "was not adopted", "<address> names no <kind>"],
      cause:
        "The address is not `hub/id`, the hub has no live record of this kind with that id, or nobody can declare it.",
      cure: "`pulumi-statushub export <hub> --json` lists kinds and ids.",
    },
    {
      title: "Adopted and not in the program yet",
      messages: ["It is in the state, and protected until the program declares it. Paste these lines"],
      cause: "The record is in the state now, and the program does not declare it yet. Until then `pulumi up` fails.",
      cure: "Paste the printed lines into the program.",
    },
    {
      title: "The program would drop resources",
      messages: ["that the program would not declare, such as"],
      cause:
        "`adopt` writes the program as a whole, and the stack has resources of other packages, in components, or with a " +
        "provider of their own.",
      cure: "Use a stack of its own, or adopt single records: `pulumi-statushub adopt service acme/1234`.",
    },
    {
      title: "The adopted program would change something",
      messages: ["The records are in the state, and the program would change"],
      cause: "Somebody changed the page meanwhile, or a value cannot be declared exactly.",
      cure: "See `pulumi preview --diff --refresh`; correct the program, or accept the change with `pulumi up`.",
    },
    {
      title: "A mistake in this package",
      messages: [
        "This is a mistake in pulumi-statushub",
        "no value for {<name>} in <path>",
        "The API has no such operation for this kind of record.",
        "The emulator listens on no port.",
      ],
      cause: "The package itself is wrong.",
      cure: "Report it with the whole text, the version and the output of `pulumi-statushub doctor`.",
    },
  ],
};
