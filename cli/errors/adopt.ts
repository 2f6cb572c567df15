import { problem } from "../../model/problem.ts";

export const programReplaced = problem("SH6101", {
  text: `Nothing was changed, because the program in <files> would be replaced. Pass --force to replace it and keep a copy,
    or declare adopt: "1234" for single records.`,
});

export const resourcesDropped = problem("SH6102", {
  text: {
    others: `Stack <stack> has <count> that the program would not declare, such as <resources>: pulumi up would delete them. Adopt
      into a separate stack, or declare adopt: "1234" for single records.`,
    page: `Stack <stack> has a StatusPage, which adopt only writes with --as page. To add a few records to it, add each to its
      description with its ID, such as adopt: "1234". To list them, run <command>`,
  },
  help:
    "`adopt` writes the whole program, but your stack has resources of other packages, in components, or with an " +
    "explicit provider. A separate stack keeps both programs simple. If you have a `StatusPage`, set [the " +
    "property `adopt`](guides/adopting.md#with-the-property-adopt).",
});

export const replacementPending = problem("SH6103", {
  text: "The next pulumi up deletes <count> that an earlier one has replaced, such as <resources>. First run <command>",
});

export const strictVerify = problem("SH6104", {
  text: `With statushub:verify=strict, stack <stack> rejects a preview that creates what is on the page already, and adopt
    previews the program before the import. Set it back after the adoption, and now run <command>`,
});

export const otherProgramRuns = problem("SH6105", {
  text: `Pulumi doesn't run the program that was written to <path>: of the <count> that it adds, a preview has <created>. Set
    main: <path> in Pulumi.yaml, so that Pulumi runs this file.`,
});

export const stackChanged = problem("SH6106", {
  text: `The program that was written to <path> would change what the stack has: <resources>. Declare adopt: "1234" for single records
    instead.`,
});

export const filesRestored = problem("SH6107", {
  text: "Nothing was imported, and every file was restored.",
});

export const importIncomplete = problem("SH6108", {
  text: "Run this command again before the next pulumi up, which would otherwise create the missing records again.",
});

export const changesLeft = problem("SH6109", {
  text: `The records are in the state, and the program would change <count>, such as <resources>. Before the
    next pulumi up, see what changes: <command>`,
});

export const otherLanguage = problem("SH6113", {
  text: {
    runtime: `The project runs on <runtime>, but adopt writes TypeScript or JavaScript. Pass --as page, which works in any
      language.`,
    file: "Pulumi runs <path>, but adopt only writes <extensions>. Set main in Pulumi.yaml.",
  },
});

export const builtProgram = problem("SH6114", {
  text: `Pulumi runs <path>, which a build makes of TypeScript such as <source>, so the next build would overwrite what adopt writes.
    Set main: <source> in Pulumi.yaml, so that Pulumi runs the source. Or pass --as page, which prints lines for the source.`,
  help:
    "If your package has TypeScript sources and Pulumi runs JavaScript, `adopt` takes that for the output of a " +
    "build. Tests (`*.test.ts`, `*.spec.ts`), declarations, settings of tools (`*.config.ts`) and other packages don't count as sources.",
});

export const unreadableManifest = problem("SH6115", {
  text: "Could not read <path>: <reason>.",
});

export const filesEdited = problem("SH6116", {
  text: "Nothing was changed, because <files> changed after the command had read the project. Run the command again.",
});

export const secretsLeft = problem("SH6117", {
  text: "The stack configuration may have secrets that nothing reads yet. To remove them, run <command>",
});

export const unusedOption = problem("SH6118", {
  text: "<option> doesn't apply to a page. Leave it out.",
});

export const programShared = problem("SH6119", {
  text: {
    program: `Nothing was changed, because the program declares only the records of stack <stack>, and <stacks> would run it, too:
      their next pulumi up would delete what they have. Adopt into a project of its own, or pass --shared-program if that is
      meant.`,
    page: `Nothing was changed, because the page is for stack <stack>, and <stacks> would run its program, too: their next pulumi
      up would create its records again. Adopt into a project of its own, or declare the page for this stack only, and pass
      --shared-program.`,
  },
  help:
    "Adopt in a new folder. To run one program for several pages, see " +
    "[Promote](guides/promoting.md#if-production-already-has-a-page).",
});

export const otherAccount = problem("SH6120", {
  text: `Nothing was changed: the options name <named>, but stack <stack> uses <used>. Set the account in the stack configuration
    instead: <command>`,
  help:
    "Your options only say where `adopt` reads. Pulumi looks for the records in the account of the stack " +
    "configuration or the environment.",
});

export const pageNotDeclared = problem("SH6121", {
  text: {
    written: `The program of stack <stack> doesn't declare the page yet. Add the lines above to it, and run this command again: it
      writes <path> and imports the records.`,
    kept: `The program of stack <stack> doesn't declare the page yet. Add the lines above to it, and run this command again before the
      next pulumi up, which would otherwise create the records again, because <path> exists already.`,
  },
});

export const pageIncomplete = problem("SH6122", {
  text: `The page in the program would lack <count>, such as <resources>. Let it read <path>, or pass --force to write that file
    again and keep a copy.`,
  help:
    "Your file is older than the records, its keys have changed, or the program describes the page elsewhere. Change " +
    "keys after the import, with [`was`](guides/status-page.md#rename-and-move). If somebody has deleted a record " +
    "on the hub, run `pulumi up` first.",
});

export const pageProvider = problem("SH6123", {
  text: `The page uses the provider "<provider>", and adopt only imports with the default one. Set the account in the stack
    configuration, and declare the page without a provider. To set the account, run <command>`,
});

export const managedOutside = problem("SH6124", {
  text: `Stack <stack> manages <count> of hub <hub> outside of a page, such as <resources>, and a record can belong to only one
    resource. Adopt the page into a separate stack, or move these records into a page first.`,
  help: "[Move a program into a page file](guides/adopting.md#move-a-program-into-a-page-file) shows you how.",
});
