import { problem } from "../../model/problem.ts";

export const stackLocked = problem("SH6130", {
  text: {
    running: `Nothing was changed, because <run> is still in progress and locks stack <stack>. Wait until it has ended. If that process isn't
      Pulumi, remove the lock, and run this command again: <command>`,
    elsewhere: `Nothing was changed, because <run> locks stack <stack>, and only its own machine can tell whether it has ended. If it
      has, remove the lock, and run this command again: <command>`,
  },
  help: "A container counts as a machine of its own.",
});

export const stateChanged = problem("SH6131", {
  text: "Nothing was changed, because the state has changed since this command read it. Run it again.",
});

export const unfinished = problem("SH6132", {
  text: "The run that created this was interrupted before it had sent <properties>. The next pulumi up sends them.",
});

export const undecided = problem("SH6133", {
  text: {
    several: `<resource>: more records equal it than the run can have created: <records>. Find out which one it is, and declare adopt
      with that ID. Delete on the page what nobody needs.`,
    unclear: `<resource>: <records> equals it, but wasn't created within an hour of the last write of the state. If the run created it
      all the same, declare adopt: "<id>". Otherwise, the next pulumi up creates another one.`,
    similar: `<resource>: <records> has the same <properties>, but differs in other properties, which somebody may have set. If the run
      created it, declare adopt: "<id>". Otherwise, the next pulumi up creates another one.`,
    earlier: `<resource>: <records> equals what an earlier run was creating, but the resource has a different record now. If nobody needs
      it, delete it on the page.`,
    detached: `<resource>: <records> equals it, but can't be imported, because the state lacks <missing>. If nobody needs the record, delete
      it on the page. Otherwise, declare adopt: "<id>".`,
    unreachable: `<resource> can't be compared with the page: <reason>. If the page has its record, declare adopt, or delete it there if
      nobody needs it.`,
    other: "<resource> is of a different package. If it exists, import it. Otherwise, the next pulumi up creates it.",
    hidden: `<resource> can't be compared with the page, because a preview shows no secrets and no new provider. If the page has
      it, declare adopt.`,
  },
  help: "`recover` only imports what must come from the interrupted run. If something is left to decide, it exits with 2.",
});

export const invalidTime = problem("SH6134", {
  text: "Pass a time such as 2026-12-06T02:00:00Z.",
});

export const undecidedDropped = problem("SH6135", {
  text: `Nothing was changed, because after an import Pulumi no longer knows what is left for you to decide. Once you have
    decided, run this command without --yes.`,
});
