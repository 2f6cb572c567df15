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
    none: "There is no <name> on <where>.<help>",
    otherHub: `<name> is on hub <hub>, which neither --hub nor the stack names. Nobody is asked before it is used, so pass the hub: --hub
      <hub>`,
    several: `Several records match <name>: <records>. Pass an ID, a title or a name in the stack that only one of them has, and its
      --hub.`,
  },
});

export const incompleteTemplate = problem("SH6205", {
  text: "<name> can't <purpose>, because it lacks <missing>. Pass another template, or add that to this one.",
});

export const notOpened = problem("SH6206", {
  text: {
    error: "The maintenance was not opened, so the command was not run: <reason>.",
    lost: `It is not known whether the maintenance was opened: <reason>. When the command has ended, it is looked for and ended. In any
      case, it ends by itself at <time>.`,
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

export const wrongOnFailure = problem("SH6214", {
  text: `It is end or keep, because during opens no incident. After a failure, or in a step of its own, "pulumi-statushub incident open"
    opens one, with the name of its template.`,
});

export const stillRunning = problem("SH6215", {
  text: `The command has ended, and these processes of it still run: <processes>. The maintenance ends without them. Run in the
    foreground what it should last for.`,
});

export const lostMaintenance = problem("SH6216", {
  text: {
    none: "The maintenance whose response was lost isn't on the page. If it appears later, it ends by itself at <time>.",
    unclear: `It isn't certain which maintenance the lost request has opened, so none was ended. If no other run has opened it, end it: <commands>.
      Each ends by itself at <time>.`,
    unread: `It could not be found out whether the lost request has opened a maintenance: <reason>. If it is on the page, it ends by itself
      at <time>.`,
    abandoned: `The maintenance wasn't looked for to the end, because a second signal came first. If it is on the page, it ends by itself at
      <time>.`,
  },
});
