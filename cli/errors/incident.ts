import { problem } from "../../model/problem.ts";

export const noIncident = problem("SH6301", {
  text: {
    address: "Write the incident as hub and ID, such as acme/881, or as its ID, with the hub as --hub.",
    missing: "There is no incident <id>. To see the open ones, run: <command>",
    ended: "Incident <id> was resolved at <time>, so it takes no update. To open another one, run: <command>",
  },
});

export const unknownOutcome = problem("SH6302", {
  text: `It is not known whether this was posted: <reason>. Look at <where> in the control panel. If it isn't there in a minute, run the
    same command again: it sends nothing that is there already.`,
});

export const savedAsDraft = problem("SH6303", {
  text: {
    posted: `<where> has it as a draft, which visitors don't see, perhaps because of a maintenance that suppresses events. Publish it in the
      control panel.`,
    earlier: `Nothing was sent. <where> has it as a draft, which visitors don't see, perhaps from an earlier run during a maintenance that
      suppresses events. Publish or delete it in the control panel.`,
    incident:
      "Nothing was sent. <where> is a draft, which visitors don't see, so it takes no update. Publish it in the control panel.",
  },
});

export const inDoubt = problem("SH6304", {
  text: {
    open: `Nothing was sent. <text> To open another one, run the same command at a terminal without --yes: it asks. To post an update
      instead, run: <command>`,
    draft: "Nothing was sent. <text> To save another one, run the same command at a terminal without --yes: it asks.",
    update: `Nothing was sent. <text> Look in the control panel whether it is there, or run the same command at a terminal without --yes: it
      asks.`,
  },
});

export const noReference = problem("SH6305", {
  text: {
    listed: `Nothing was sent, because no template was named. Pass one by its name in the stack, its title or its ID:
      <command>.<why>`,
    none: "Nothing was sent, because there is no incident template.<why>",
  },
});

export const incidentsNotListed = problem("SH6306", {
  text: "The open incidents of <hubs> aren't known, because this key can't list them. Check its role there.",
});
