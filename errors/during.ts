import { problem } from "./problem.ts";

export const noCommand = problem("SH6201", {
  title: "There is no command to run",
  text: "There is no command to run. Put it after --, such as: during --at-most 45m ... -- pulumi up --yes",
  cause: "Nothing follows `--`, or `--` is missing.",
  remedy: "Put `--` and the command at the end of the line.",
});

export const invalidDuration = problem("SH6202", {
  title: "The duration is invalid",
  text: "A duration is written like 45m, 1h30m or 90s, from 1s to 99h59m.",
  cause: "The text after `--at-most` has no unit, is 0, or is longer than a maintenance of a template can be.",
  remedy: "Add the unit: `h`, `m` or `s`. Choose a time that the command certainly needs no longer than.",
});

export const invalidService = problem("SH6203", {
  title: "The status of a service is invalid",
  text: "Write a service with its status, such as svc-api=degraded-performance. Statuses: <statuses>.",
  cause: "The text after `--service` has no `=`, or the API doesn't know the status.",
  remedy: "Use one of the statuses in the message. There is none for maintenance.",
});

export const notFoundOnHub = problem("SH6204", {
  title: "The template or service isn't on the hub",
  text: {
    none: "Hub <hub> has no <kind> <reference>. Pass its <forms>.",
    several: "Hub <hub> has <count> of the kind <kind> that match <reference> (IDs <ids>). Pass the ID of one of them.",
  },
  cause:
    "The text after `--template` or `--service` is misspelled, names a record of another hub, or matches several records. " +
    "Names and titles are compared exactly.",
  remedy: "Run `pulumi-statushub export <hub> --json`, which lists the records with their IDs.",
});

export const incompleteMaintenance = problem("SH6205", {
  title: "The maintenance is incomplete or invalid",
  text: {
    missing: "The maintenance needs <missing>. Pass what the template doesn't have.",
    invalid: "The maintenance is invalid: <reasons>.",
  },
  cause: "A maintenance has a title, at least one service, and a longest duration, from the options or the template.",
  remedy: "Pass `--title`, `--service` and `--at-most`, or complete the template in the control panel.",
});

export const notOpened = problem("SH6206", {
  title: "The maintenance was not opened",
  text: {
    error: "The maintenance was not opened, so the command was not run: <reason>.",
    unknown: `It is not known whether the maintenance was opened, so the command was not run: <reason>. If it is on the
      page, it ends by itself.`,
    warning: "Running the command without a maintenance: <reason>.",
  },
  cause: "StatusHub rejected the request or can't be reached, or the stack can't be previewed.",
  remedy: "Solve what the message names. To deploy even without an announcement, pass `--run-anyway`.",
});

export const notEnded = problem("SH6207", {
  title: "The maintenance could not be ended",
  text: "The maintenance could not be ended: <reason>. It ends by itself at <time>. To end it now, run: npx pulumi-statushub <command>",
  cause: "The command has ended, and the request that ends the maintenance failed several times.",
  remedy: "Run the command in the message, or change the end in the control panel.",
});

export const cannotStart = problem("SH6208", {
  title: "The command can't be started",
  text: {
    missing: "There is no command <file>.",
    other: "The command <file> can't be started: <reason>.",
  },
  cause: "The command isn't on the PATH, or the file isn't executable. The exit code is 127 or 126, as in a shell.",
  remedy: "Check the spelling, and the PATH of the pipeline.",
});

export const endsLater = problem("SH6209", {
  title: "The maintenance ends a little later",
  text: "StatusHub rejected the current time as the end of the maintenance, so it ends at <time>.",
  cause: "A warning. We infer that the end of a maintenance can be moved to the current second.",
  remedy: "You don't need to do anything.",
});

export const endedByOthers = problem("SH6210", {
  title: "The maintenance was changed while the command ran",
  text: {
    over: "The maintenance ended at <time>, before the command did. Allow more time with --at-most.",
    deleted: "The maintenance was deleted while the command ran.",
    moved:
      "Somebody has moved the end of the maintenance to <time>, so it was left as it is. To end it now, run: npx pulumi-statushub <command>",
  },
  cause: "A warning. The command took longer than announced, or somebody changed the maintenance in the control panel.",
  remedy: "If the command often takes that long, raise `--at-most`.",
});

export const nothingToEnd = problem("SH6211", {
  title: "There is no such maintenance to end",
  text: {
    address: "Write the maintenance as hub and ID, such as acme/1234.",
    missing: "Hub <hub> has no maintenance <id>.",
    early: "Maintenance <id> starts at <time>, so it can't be ended yet. Delete it in the control panel.",
  },
  cause: "The ID after `--end` is misspelled, or belongs to a maintenance that was deleted or hasn't started.",
  remedy: "Copy the command from the message of the run that left the maintenance open.",
});
