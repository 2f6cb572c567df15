import { problem } from "../../model/problem.ts";

export const wrongCommand = problem("SH6201", {
  text: {
    missing: "There is no command to run. Put it after --, such as: during deploy -- pulumi up --yes",
    template:
      "Pass one maintenance template before the options, such as: during deploy --at-most 45m -- pulumi up --yes",
    otherStack:
      "--if-changes looks for changes of the stack and the folder that during is given. Pass it the same --stack and --cwd as pulumi.",
    unused: "--end runs no command. Leave out what follows --, or run it after this.",
  },
});

export const invalidDuration = problem("SH6202", {
  text: "A duration is written like 45m, 1h30m or 90s, from 1s to 99h59m.",
});

export const noTemplate = problem("SH6204", {
  text: {
    none: "There is no <name> on hub <hub>.<help>",
    several: `Several records match <name>: <records>. Pass an ID, a title or a name in the stack that only one of them has, and its
      --hub.`,
  },
});

export const incompleteTemplate = problem("SH6205", {
  text: "<name> can't <purpose>, because it lacks <missing>. Add that to the template.",
});

export const notOpened = problem("SH6206", {
  text: {
    error: "The maintenance was not opened, so the command was not run: <reason>.",
    lost: "It is not known whether the maintenance was opened: <reason>. If it is on the page, it ends by itself at <time>.",
    warning: "Running the command without a maintenance: <reason>.",
  },
});

export const notEnded = problem("SH6207", {
  text: {
    failed: "The maintenance could not be ended: <reason>. It ends by itself at <time>. To end it now, run: <command>",
    abandoned: `The maintenance was not ended, because a second signal came first. It ends by itself at <time>. To end it now, run:
      <command>`,
  },
});

export const cannotStart = problem("SH6208", {
  text: {
    missing: "There is no command <file>.",
    other: "The command <file> can't be started: <reason>.",
  },
});

export const endsLater = problem("SH6209", {
  text: "StatusHub didn't end the maintenance at the time of the request, so it ends at <time>.",
});

export const endedByOthers = problem("SH6210", {
  text: {
    over: "The maintenance ended at <time>, before the command did. Allow more time with --at-most.",
    deleted: "The maintenance was deleted while the command ran.",
    moved:
      "Somebody has moved the end of the maintenance to <time>, so it was left as it is. To end it now, run: <command>",
  },
});

export const nothingToEnd = problem("SH6211", {
  text: {
    address: "Write the maintenance as hub and ID, such as acme/1234.",
    missing: "Hub <hub> has no maintenance <id>.",
    planned: `Maintenance <id> didn't begin when it was created, or it repeats, so this command hasn't opened it. Change it where it
      was planned.`,
    unknownOwner: `<reason> So it isn't known whether the stack manages this maintenance. To end it in any case, add -C with a folder
      outside of the project.`,
    managed: "Maintenance <id> is managed by the resource <name> of the stack. Change its endTime in the program.",
  },
});

export const keptOpen = problem("SH6212", {
  text: `The command failed, so the maintenance stays open. It ends by itself at <time>. To end it now, run:
    <command>`,
});

export const incidentNotOpened = problem("SH6213", {
  text: {
    failed: "The command failed, and opening the incident did, too: <reason>. To try again, run: <command>",
    interrupted: "The command was interrupted, so no incident was opened. To open it, run: <command>",
  },
});
