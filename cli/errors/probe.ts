import { problem } from "../../model/problem.ts";

export const hubNotProbed = problem("SH6601", {
  text: `The key doesn't see the hub <hub>: there is no hub with this subdomain, or the role of the key's owner on it is "No
    access". It sees: <hubs>.`,
});

export const hubNeeded = problem("SH6602", {
  text: "The key sees several hubs, and records are only created on one. Choose one of <hubs> with --hub, best one without visitors.",
});

export const invalidProbe = problem("SH6603", {
  text: {
    area: "must be one of <areas>",
    subdomain: "must be the subdomain of a hub",
    group: "must be the ID of a group, a number from 1",
    guess: "must be one of <guesses>",
  },
});

export const unreadableRecording = problem("SH6604", {
  text: "<path> can't be read as a recording (<reason>). Pass the folder that probe --record has written.",
});
