import { problem } from "../../model/problem.ts";

export const programReplaced = problem("SH6101", {
  text: `Nothing was changed, because the program in <files> would be replaced. Pass --force to replace it and keep a copy,
    or declare adopt: "1234" for single records.`,
});

export const stackUnfinished = problem("SH6103", {
  text: "An earlier run has left <count> half created or half replaced, such as <resources>. First run <command>",
});

export const changesLeft = problem("SH6109", {
  text: `The records are in the state, and the program would change <count>, such as <resources>. Before the
    next pulumi up, see what changes: <command>`,
});

export const builtProgram = problem("SH6114", {
  text: `Pulumi runs <path>, which a build makes of TypeScript such as <source>, so the next build would overwrite what adopt writes.
    Set main: <source> in Pulumi.yaml, so that Pulumi runs the source.`,
  help:
    "Tests (`*.test.ts`, `*.spec.ts`), declarations, settings of tools (`*.config.ts`) and other packages don't " +
    "count as sources.",
});

export const missingMain = problem("SH6120", {
  text: "Create <path>, empty, because Pulumi imports nothing until the main of Pulumi.yaml exists.",
});

export const unreadableManifest = problem("SH6115", {
  text: "Could not read <path>: <reason>.",
});

export const filesEdited = problem("SH6116", {
  text: "Nothing was changed, because <files> changed after the command had read the project. Run the command again.",
});

export const resourcesDropped = problem("SH6102", {
  text: `Stack <stack> has <count> that the program would not declare, such as <resources>: pulumi up would delete them. Adopt
    into a separate stack, or declare adopt: "1234" for single records.`,
});

export const otherProgramRuns = problem("SH6105", {
  text: `The records are in the state, but Pulumi doesn't run the program that was written to <path>, or that fails. Set main: <path>
    in Pulumi.yaml if Pulumi runs another file. Then see what a deployment would change: <command>`,
});

export const nothingImported = problem("SH6107", {
  text: "Nothing was imported, and no file was written.",
});

export const importIncomplete = problem("SH6108", {
  text: `The state has <imported> of <count>, which are protected. Run this command again: it imports what is missing and writes the
    program.`,
});

export const stateUnknown = problem("SH6106", {
  text: "It isn't known how many records were imported, because the state can't be read. Run this command again.",
});

export const otherLanguage = problem("SH6113", {
  text: "Pulumi runs <path>, but adopt only writes <extensions>. Set main in Pulumi.yaml.",
});

export const programShared = problem("SH6119", {
  text: `Nothing was changed, because the program declares only the records of stack <stack>, and <stacks> would run it, too:
    their next pulumi up would delete what they have. Adopt into a project of its own, or pass --shared-program if that is
    meant.`,
});
