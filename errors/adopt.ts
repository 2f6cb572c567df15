import { problem } from "./problem.ts";

export const programReplaced = problem("SH6101", {
  title: "Adopt would replace your program",
  text: `Nothing was changed, because the program in <files> would be replaced. Pass --force to replace it and keep a copy,
    or adopt single records: npx pulumi-statushub adopt service acme/1234.`,
  cause: "`adopt` writes the whole program, and the file that Pulumi runs already contains one.",
  remedy: "With `--force`, `adopt` writes the copy beside your program, such as `index.ts.bak`.",
});

export const resourcesDropped = problem("SH6102", {
  title: "The adopted program would drop resources",
  text: {
    others: `Stack <stack> has <count> that the program would not declare, such as <resources>: pulumi up would delete them. Adopt
      single records with npx pulumi-statushub adopt service acme/1234, or use a separate stack.`,
    page: `Stack <stack> has a StatusPage, which adopt doesn't write. List the records that it lacks with npx pulumi-statushub
      drift --unmanaged, and add each to its description with its ID, such as adopt: "1234".`,
  },
  cause:
    "`adopt` writes the whole program, but the stack has resources of other packages, in components, or with an explicit " +
    "provider.",
  remedy:
    "Use a separate stack for the status page, which keeps both programs simple. To add records to a `StatusPage`, see " +
    "[Adopt a live hub into a page](guides/status-page.md#adopt-a-live-hub-into-a-page).",
});

export const replacementPending = problem("SH6103", {
  title: "The stack is in the middle of a replacement",
  text: "The next pulumi up deletes <count> that an earlier one has replaced, such as <resources>. Run pulumi up first.",
  cause:
    "The state contains records that the next `pulumi up` deletes. If you adopted them, that `up` would delete them on the page.",
  remedy: "Run `pulumi preview` to see which records that `up` deletes.",
});

export const strictVerify = problem("SH6104", {
  title: "Strict verification prevents adoption",
  text: `With statushub:verify=strict, stack <stack> rejects a preview that creates what is on the page already, and adopt
    previews the program before the import. Run pulumi config set statushub:verify true, and set it back afterwards.`,
  cause:
    "`adopt` previews the program before the import, when its records still look new, and a strict preview rejects that. The " +
    "setting can't be overridden for a single command.",
  remedy: "Set it to `true`, or run `pulumi config rm statushub:verify`, and set it back after `adopt`.",
});

export const otherProgramRuns = problem("SH6105", {
  title: "Pulumi runs a different program",
  text: `Pulumi doesn't run the program that was written to <path>: of the <count> that it adds, a preview has <created>. Set
    main: <path> in Pulumi.yaml, so that Pulumi runs this file.`,
  cause:
    "Before the import, `adopt` previews the program that it has written, and Pulumi ran a different file. Every file was restored.",
  remedy: "Set `main` as the message says, then run `adopt` again.",
});

export const stackChanged = problem("SH6106", {
  title: "The adopted program would change the stack",
  text: `The program that was written to <path> would change what the stack has: <resources>. Adopt single records:
    npx pulumi-statushub adopt service acme/1234.`,
  cause: "A record in the state has a property that the written program can't express. Every file was restored.",
  remedy: "Adopt single records. You add their lines to your own program, which otherwise stays as it is.",
});

export const filesRestored = problem("SH6107", {
  title: "The adoption was undone",
  text: "Nothing was imported, and every file was restored.",
  cause: "A step failed or was interrupted before the state had any of the records. The error follows this line.",
  remedy: "Follow the advice of the error, then run `adopt` again.",
});

export const importIncomplete = problem("SH6108", {
  title: "The import is incomplete",
  text: "Run this command again before the next pulumi up, which would otherwise create the missing records again.",
  cause: "The program declares every record, but the state doesn't have all of them yet.",
  remedy: "Run `adopt` again. It only imports the records that are missing.",
});

export const changesLeft = problem("SH6109", {
  title: "The adopted program would change something",
  text: `The records are in the state, and the program would change <count>, such as <resources>. See pulumi preview --diff
    before the next pulumi up.`,
  cause: "Somebody changed the page in the meantime, or a value can't be declared exactly.",
  remedy: "Correct the program, or accept the change with `pulumi up`.",
});

export const undeclaredYet = problem("SH6110", {
  title: "The program doesn't declare the adopted record yet",
  text: "It is in the state, and protected until the program declares it. Paste the lines below into the program.",
  cause: "The record is in the state now. Until the program declares it, `pulumi up` fails instead of deleting it.",
  remedy: "Paste the lines into the program and run `pulumi preview`, which should show no changes.",
});

export const alreadyAdopted = problem("SH6111", {
  title: "The record is already in the state",
  text: {
    same: "<record> is in the state already, as <name>. There is nothing to adopt.",
    name: "The stack already has a different <kind> named <name>. Choose a name with --as.",
  },
  cause: "The stack already contains this record, or a different record with its name.",
  remedy: "Run `pulumi stack --show-urns` to list the resources of the stack.",
});

export const notAdoptable = problem("SH6112", {
  title: "The record can't be found or adopted",
  text: {
    hubAddress: "<address> is not the address of a <kind>: write its subdomain, such as acme.",
    address: "<address> is not the address of a <kind>: write hub and ID, such as acme/1234.",
    missing: 'Hub "<hub>" has no <kind> with the ID <id>. List them with npx pulumi-statushub export <hub> --json.',
    undeclarable: '<record> of hub "<hub>" was not adopted: <reason>. Correct it on the hub first.',
  },
  cause:
    "The address is malformed, the hub has no live record of this kind with that ID, or no program could declare it.",
  remedy:
    "To adopt an occurrence, adopt its series. `export <hub> --json` leaves out maintenances that have " +
    "ended, unless you pass `--ended`.",
});

export const otherLanguage = problem("SH6113", {
  title: "The program is in a different language",
  text: {
    runtime: `The project runs on <runtime>, but adopt writes TypeScript or JavaScript. Import the records with
      pulumi import --file, through the native provider.`,
    file: "Pulumi runs <path>, but adopt only writes <extensions>. Set main in Pulumi.yaml.",
  },
  cause: "`adopt` can't write this language.",
  remedy: "Import the records through [the native provider](native.md#import).",
});

export const builtProgram = problem("SH6114", {
  title: "A build creates the program",
  text: `Pulumi runs <path>, which a build creates. Let Pulumi run the source: set main in Pulumi.yaml to it, such as
    main: <source>.`,
  cause:
    "The next build would overwrite what `adopt` writes. JavaScript counts as built if it is in an output folder of the " +
    "TypeScript compiler, beside a TypeScript file of the same name, in a folder without sources of a TypeScript project, or " +
    "ignored by git.",
  remedy: "Set `main` to the TypeScript source, which Pulumi runs without a build step.",
});

export const unreadableManifest = problem("SH6115", {
  title: "The package file of the project can't be read",
  text: "Could not read <path>: <reason>.",
  cause: "The file has a syntax error, so `adopt` can't tell which program Pulumi runs.",
  remedy: "Correct the file at the position in the message.",
});

export const filesEdited = problem("SH6116", {
  title: "A file was edited while adopt was running",
  text: "Nothing was changed, because <files> changed after the command had read the project. Run the command again.",
  cause:
    "Somebody, or a tool such as an editor or git, wrote the file while `adopt` was waiting for your confirmation.",
  remedy: "Run `adopt` again, which plans with the new contents.",
});

export const secretsLeft = problem("SH6117", {
  title: "The stack configuration keeps secrets",
  text: "The stack configuration may have secrets that nothing reads yet. To remove them, run pulumi config rm-all <keys> --stack <stack>.",
  cause: "`adopt` was interrupted, or could not remove the secrets that it had set. They are encrypted.",
  remedy: "Run `adopt` again, which uses them, or remove them as the message says.",
});

export const unusedOption = problem("SH6118", {
  title: "The option doesn't apply",
  text: "<option> doesn't apply to <target>. Leave it out.",
  cause:
    "`adopt acme` adopts a hub, and `adopt service acme/1234` a single record. `--as` only names a single record; the " +
    "options that select records or replace a program only apply to a hub.",
  remedy: "Leave the option out, or check that both the kind and the address of the record are there.",
});

export const programShared = problem("SH6119", {
  title: "Other stacks run the program",
  text: `Nothing was changed, because the program declares only the records of stack <stack>, and <stacks> would run it, too: their
    next pulumi up would delete what they have. Adopt into a project of its own, or pass --shared-program if that is
    meant.`,
  cause: "All stacks of a project share its program, and a different stack of this project has resources.",
  remedy:
    "Adopt in a new folder. To run one program for several pages, see [Promote](guides/promoting.md#if-production-already-has-a-page).",
});

export const otherAccount = problem("SH6120", {
  title: "The options name a different account than the stack",
  text: `Nothing was changed: the options name <named>, but stack <stack> uses <used>. Set the account in the stack configuration
    instead, such as pulumi config set statushub:account acme.`,
  cause:
    "`--account`, `--region` and `--base-url` only say where `adopt` reads. Pulumi finds the account in the stack configuration " +
    "or the environment, and would look for the imported records there.",
  remedy: "Leave the options out, and set the account and the region of the stack.",
});
