import type { Guesses } from "./guess.ts";

const tooStrict = "Such a program fails in the preview, although the service accepts it: open an issue.";

/**
 * How requests take effect. A guess concerns the kinds in `concerns`; without it, every kind except Hub. The preview of any write names
 * those that are `general`, whatever they concern. "The same." is the effect of the difference just above.
 */
export const writingGuesses = {
  "service-put": {
    concerns: ["Service"],
    general: true,
    assumed: "A PUT of a service changes what it carries, as documented for hubs, templates and maintenances.",
    otherwise: {
      replaces: {
        service: "It clears what it doesn't carry.",
        effect:
          "The next preview reports declared values as drift, and `up` sends them again, which clears others. Declare all " +
          "properties of the service and change one at a time.",
      },
      required: { service: "It is rejected without `group_id` and `name`.", effect: "SH3001 quotes the rejection." },
    },
  },
  "write-responses": {
    concerns: ["Hub", "Service", "IncidentTemplate", "MaintenanceTemplate", "Subscription", "Maintenance"],
    general: true,
    assumed: "The response to a write is the record.",
    otherwise: {
      empty: {
        service: "A PUT has no body in its response, and a DELETE has `null`.",
        effect:
          "It works, with a GET more for each write. If a PUT to a hub ignores a value, only the next refresh shows it.",
      },
      "no-record": {
        service: 'The response to a POST is `{ "status": "ok" }`.',
        effect:
          "It works. A 2xx means that the record was created, so it is searched for, and never sent again. If it isn't found " +
          "for certain, SH4002 says so, and the next `up` names it (SH4004).",
      },
    },
  },
  "server-errors": {
    general: true,
    assumed: "After a 500, 501, 503 or 505 the server has finished with the request.",
    otherwise: {
      "still-working": {
        service: "Every other POST gets a 503 and is carried out 2.5 seconds later.",
        effect:
          "It works: the record is searched for. If that takes too long, SH4002 says that the outcome is unknown, and the " +
          "next `up` finds the record (SH4004).",
      },
    },
  },
  "delete-effect": {
    assumed: "A DELETE with a 2xx as its response marks the record as deleted.",
    otherwise: {
      none: {
        service: "It returns 200 and the live record.",
        effect: "The destroy fails with SH3008, or SH5505 for a series, and the record stays in the state.",
      },
      "for-good": { service: "A deleted service is removed, and reading it returns 404.", effect: "It works." },
    },
  },
  "deleted-updates": {
    assumed: "An update of a deleted record is rejected.",
    otherwise: {
      accepted: {
        service: "It is accepted, and the record stays deleted.",
        effect:
          "It works: the response shows that the record is deleted, so the update fails with SH4007, as if it were rejected.",
      },
      restored: { service: "It is accepted, and restores the record.", effect: "It works." },
    },
  },
  "rejection-status": {
    concerns: ["Service", "Subscription"],
    assumed: "400, 409 and 422 all mean that the request was rejected. The reason is quoted and never parsed.",
    otherwise: {
      "bad-request": { service: "Every rejection is a 400.", effect: "It works, with the status in the message." },
    },
  },
  "conflict-status": {
    concerns: ["Service", "Subscription"],
    assumed: "A 409, and no other status, means that a different record has the unique value.",
    otherwise: {
      unprocessable: {
        service: "A conflict is a 422.",
        effect: "A deleted subscription that blocks a create isn't restored: SH4006 says how to do it.",
      },
    },
  },
  "freed-values": {
    concerns: ["Service", "Subscription"],
    assumed: "A deleted record frees its `custom_id` or address.",
    otherwise: {
      reserved: {
        service: "Both stay taken: 409.",
        effect:
          "A deleted subscription with exactly that method and address is restored. Any other create is rejected: SH3001 " +
          "quotes the reason. If a record has a similar value, SH4005 names it, too.",
      },
    },
  },
  "last-subscription": {
    concerns: ["Subscription"],
    assumed:
      "Deleting the last subscription of a subscriber deletes the subscriber, too, and a restore brings back both.",
    otherwise: {
      "subscriber-kept": { service: "The subscriber stays.", effect: "It works." },
      "no-restore": {
        service: "The path of a restore is gone with the subscriber: 404.",
        effect: "The subscription is created again.",
      },
    },
  },
  "subscription-moves": {
    concerns: ["Subscription"],
    assumed: "The method and the subscriber of a subscription can't be changed, so a new value replaces it.",
    otherwise: {
      accepted: { service: "A PUT changes them.", effect: "It works. An update would have been enough." },
    },
  },
  texts: {
    concerns: ["Service", "IncidentTemplate", "Maintenance"],
    general: true,
    assumed: "A text is kept as it was sent, or differs in markup, encoding, white space, quotes or case.",
    otherwise: {
      capitals: {
        service: "Titles are in capitals.",
        effect: "It works. An update that only changes case fails with SH4008.",
      },
      tidied: {
        service: "Spaces in a row become one, lines end with CR and LF, and titles and names have curly quotes.",
        effect: "It works.",
      },
      // A response then never equals what was sent. Only the form that is noted right after our own write tells that it is the same.
      prefixed: {
        service: "Titles and names begin with `[Acme]`.",
        effect:
          "It works, because a form that appears right after the write counts as the server's. A record whose response was " +
          "lost isn't recognized: SH4002 asks you to look for it. If you don't, the next `up` creates a second one, is rejected " +
          "(SH3001), or names it (SH4005). An update that only changes spaces or case fails with SH4008. `incident` doesn't " +
          "recognize what is open, and posts again.",
      },
      shortened: { service: "Titles, names and bodies end after eight characters.", effect: "The same." },
    },
  },
  "filled-names": {
    concerns: ["Service"],
    assumed: "A blank name or title is rejected.",
    otherwise: { accepted: { service: "It is accepted.", effect: tooStrict } },
  },
  "plain-titles": {
    concerns: ["IncidentTemplate"],
    assumed: "A title with tags is rejected, and one with a single `<` is not.",
    otherwise: { stripped: { service: "Tags and `<` are removed.", effect: `It works. ${tooStrict}` } },
  },
  "template-content": {
    concerns: ["IncidentTemplate"],
    assumed: "A template needs a title or a body that isn't blank.",
    otherwise: { optional: { service: "It needs neither.", effect: tooStrict } },
  },
  "single-status": {
    concerns: ["Maintenance"],
    assumed: "Two statuses for one service are rejected.",
    otherwise: { repeated: { service: "They are accepted.", effect: tooStrict } },
  },
  "address-forms": {
    concerns: ["Subscription"],
    assumed: "An email address has an @, a phone number digits, and every other address is an http or https URL.",
    otherwise: {
      any: { service: "Any text is accepted.", effect: tooStrict },
      strict: {
        service: "Phone numbers must be like `+491701234567`, and URLs must be https.",
        effect:
          "SH3001 quotes the rejection. If a record has a similar address, SH4005 names it, too, or SH4006 if it is deleted.",
      },
    },
  },
  "time-offsets": {
    concerns: ["Maintenance"],
    assumed: "Any offset that ISO 8601 allows is accepted in a time.",
    otherwise: {
      utc: { service: "Only UTC is accepted.", effect: "It works, because times are sent in UTC." },
    },
  },
  "early-429": {
    concerns: ["Service"],
    assumed: "A 429 comes immediately, before any other work.",
    otherwise: {
      late: {
        service: "It comes a second later.",
        effect: "It works. A few more requests are rejected and sent again.",
      },
    },
  },
  "incident-drafts": {
    concerns: [],
    assumed: "The list of incidents takes `draft` with the values `true`, `false` and `all`.",
    otherwise: {
      rejected: {
        service: "The parameter is rejected.",
        effect: "No resource uses it, only the emulator offers it.",
      },
    },
  },
} as const satisfies Guesses;
