import { problem } from "../../model/problem.ts";

export const stackLocked = problem("SH6130", {
  text: "Nothing was changed. <reason> If no run of the stack is in progress, run <command>, then this command again.",
});

export const stateChanged = problem("SH6131", {
  text: "Nothing was changed, because the state has changed since this command read it. Run it again.",
});

export const unfinished = problem("SH6132", {
  text: "The run that created this was interrupted before it had sent <properties>. The next pulumi up sends them.",
});

export const undecided = problem("SH6133", {
  text: {
    several: `<resource>: the page has <records>. If the run has made one of them, declare adopt with its ID. Delete on the page what
      nobody needs.`,
    detached: `<resource>: <records> equals it, but can't be imported, because the state lacks <missing>. If nobody needs the record, delete
      it on the page. Otherwise, declare adopt: "<id>".`,
    unreachable: `<resource> can't be compared with the page: <reason>. If the page has its record, declare adopt, or delete it there if
      nobody needs it.`,
    other: "<resource> is of a different package. If it exists, import it, or delete it if nobody needs it.",
    hidden: `<resource> can't be compared with the page, because a preview shows no secrets and not the key of a provider that is new or
      changes. If the page has it, declare adopt.`,
  },
});

export const unreadableState = problem("SH6134", {
  text: `Pulumi can't read the state of the stack (<reason>). A killed run may have left an empty file beside it, in the folder or bucket
    of your backend: <file>. If it is empty, delete it, and run this command again.`,
  help: "`pulumi whoami --verbose` names the backend. The state itself, without `.attrs`, stays as it is.",
});

export const undecidedDropped = problem("SH6135", {
  text: `Nothing was changed, because after an import Pulumi no longer knows what is left for you to decide. Once you have
    decided, run this command at a terminal, without --yes, and confirm.`,
});
