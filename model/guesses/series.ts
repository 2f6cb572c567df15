import type { Guesses } from "./guess.ts";

/** Maintenances that repeat. */
export const seriesGuesses = {
  occurrences: {
    concerns: ["Maintenance"],
    assumed:
      "A series has a record for every occurrence, created immediately, each with its own ID and none with a link to the others.",
    otherwise: {
      late: {
        service: "The later occurrences appear after ten seconds.",
        effect:
          "It works: only the first is noted, and changes and the end of the series reach the others, except those that somebody has " +
          "changed. If somebody deletes the first, a refresh names the others (SH4007).",
      },
      hidden: {
        service: "Only the first occurrence is a record that can be read.",
        effect: "It works: the first record is the series. Changes go to it, also after it has ended.",
      },
    },
  },
  "series-clock": {
    concerns: ["Maintenance"],
    assumed:
      "A series repeats in UTC: occurrences keep their time of day and their day of the month, months without that day " +
      "have none, and `enabled_days` means days in UTC.",
    otherwise: {
      local: {
        service: "Occurrences keep the hub's local time when its clocks change, and days are those of the hub.",
        effect: "It works: what appears with our own request is noted, at any time of day.",
      },
      clamped: {
        service: "A month without that day has its occurrence on the last day.",
        effect: "The same.",
      },
      rolling: {
        service: "A series has the occurrences of its first two weeks. Later ones are added two weeks ahead.",
        effect: "It works: when the noted ones have ended, the later ones are found by their values and times.",
      },
    },
  },
  "completed-repeat": {
    concerns: ["Maintenance"],
    assumed: "`event_repeat` is returned as it was sent.",
    otherwise: {
      completed: {
        service: "A fixed end and null options are filled in.",
        effect: "It works, because only the declared keys are compared.",
      },
      missing: {
        service: "No response carries `event_repeat` and `event_notifications`.",
        effect: "The declared values are kept, and manual changes aren't noticed.",
      },
    },
  },
  "repeat-values": {
    concerns: ["Maintenance"],
    assumed:
      "`interval` is `daily`, `weekly`, `monthly` or `yearly`, `enabled_days` is a list of English names such as " +
      "`monday,thursday` (empty means the weekday of the start), and `offset_type` is `start` or `end`. The types suggest " +
      "these and accept any string, which is sent unchanged.",
    otherwise: {
      capitals: { service: "They are returned in capitals.", effect: "It works." },
      unknown: { service: "These values are rejected.", effect: "SH3001 quotes the rejection." },
    },
  },
  "update-following": {
    concerns: ["Maintenance"],
    assumed: "`update_following` changes this occurrence and the later ones.",
    otherwise: {
      "one-occurrence": {
        service: "It has no effect.",
        effect: "Later occurrences keep their old values, and those of an ended series remain.",
      },
    },
  },
  "pattern-of-occurrences": {
    concerns: ["Maintenance"],
    assumed: "Every occurrence of a series carries its `event_repeat`.",
    otherwise: {
      "first-only": {
        service: "Only the first occurrence carries it; the others return null.",
        effect: "It works: when the series continues with a later occurrence, a missing pattern isn't drift.",
      },
    },
  },
  "empty-repeat": {
    concerns: ["Maintenance"],
    assumed: "An `event_repeat` of null ends a series and deletes its later occurrences.",
    otherwise: {
      ignored: {
        service: "It is accepted and ignored.",
        effect: "A destroy deletes the occurrences one by one; SH5504 warns if none are known.",
      },
      rejected: {
        service: "It is rejected with a 422.",
        effect: "A destroy deletes the occurrences one by one; SH5504 warns if none are known.",
      },
    },
  },
  "series-delete": {
    concerns: ["Maintenance"],
    assumed: "A DELETE removes one occurrence, so a series is ended before.",
    otherwise: {
      "whole-series": {
        service: "It removes the whole series.",
        effect:
          "It works. An occurrence that another resource has adopted goes with its series, and the next `up` creates it again.",
      },
    },
  },
  "series-end": {
    concerns: ["Maintenance"],
    assumed: "A series may end on the day on which it starts, whatever the time of day.",
    otherwise: {
      exact: { service: "It must not end before its start.", effect: "SH3001 quotes the rejection." },
    },
  },
  "maintenance-silent": {
    concerns: ["Maintenance"],
    assumed:
      "`silent` is kept with the maintenance. Creating or publishing one notifies subscribers, a series once; changing or " +
      "deleting it doesn't.",
    otherwise: {
      "per-request": {
        service: "It belongs to one request, and the next one without it notifies subscribers.",
        effect:
          "It works, because a declared `silent` is in every write. Without it, an update notifies subscribers, of whom " +
          "`preview` counts none.",
      },
    },
  },
} as const satisfies Guesses;
