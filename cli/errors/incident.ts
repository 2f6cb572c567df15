import { problem } from "../../model/problem.ts";

export const noIncident = problem("SH6301", {
  text: {
    address: "Write the incident as hub and ID, such as acme/881, or as its ID, with the hub as --hub.",
    missing: "There is no incident <id>. To see the open ones, run: <command>",
    ended: "Incident <id> was resolved at <time>, so it takes no update. Open another one with: incident open",
  },
});

export const unknownOutcome = problem("SH6302", {
  text: {
    lost: `It is not known whether this was posted: <reason>. Look at <where> in the control panel. If it isn't there in a minute, run
      the same command again: it sends nothing that is there already.`,
    unclear: `Nothing was sent, because <where> may be the same, and StatusHub doesn't show all of it. Look in the control panel whether
      this is there, or run the same command at a terminal without --yes, which asks.`,
    otherwise: `Nothing was sent, because <where> is open with this title and says something else (<differs>). Post an update instead:
      <command>, or open another incident at a terminal without --yes, which asks.`,
  },
});

export const savedAsDraft = problem("SH6303", {
  text: `<where> has it as a draft, which visitors don't see, perhaps because of a maintenance that suppresses events. Publish it in the
    control panel.`,
});
