import type { Guesses } from "./guess.ts";

/** What commands rely on. */
export const commandLineGuesses = {
  "start-now": {
    concerns: ["Maintenance"],
    assumed: "A maintenance may start at the current second, which has just passed when the request arrives.",
    otherwise: {
      "future-only": {
        service: "A start in the past is rejected.",
        effect:
          "`during` opens a maintenance that starts in a minute, and doesn't wait for that. A declared maintenance " +
          "that doesn't exist and should have started can't be created: SH3001 quotes the rejection.",
      },
    },
  },
  "end-now": {
    concerns: [],
    assumed: "The end of a maintenance may be moved to the current second.",
    otherwise: {
      "future-only": {
        service: "An end that isn't in the future is rejected.",
        effect:
          "`during` ends the maintenance at the next minute, and SH6209 says so. Dates in the past are rejected: SH3001 quotes " +
          "the rejection.",
      },
    },
  },
} as const satisfies Guesses;
