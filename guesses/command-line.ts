import type { Guesses } from "./guess.ts";

/** What only commands rely on. */
export const commandLineGuesses = {
  "permissions-first": {
    concerns: [],
    assumed: "StatusHub checks the role of a key before it looks for a record, so `doctor --probe` can infer the role.",
    otherwise: {
      "record-first": {
        service: "A record that doesn't exist is a 404 for every key.",
        effect: "`doctor` shows a role without calling it certain, because no update was rejected with 403.",
      },
    },
  },
} as const satisfies Guesses;
