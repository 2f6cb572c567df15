import type { Guesses } from "./guess.ts";

const kept = "The declared value is kept, and manual changes aren't noticed.";

const keptAlike = `${kept} Records that differ in nothing else count as equal, so a create may be refused (SH4004).`;

/** The shape of responses and lists. */
export const readingGuesses = {
  "record-shape": {
    concerns: ["Hub", "Service"],
    assumed: "The response about one record is the record itself.",
    otherwise: {
      wrapped: {
        service: "The record is under a key, such as `service`.",
        effect: "Nothing can be read: the first request, of the hub, fails with SH3009, and nothing is written.",
      },
    },
  },
  "null-values": {
    assumed: "A response carries keys whose value is null.",
    otherwise: {
      "left-out": {
        service: "It leaves them out.",
        effect: "It works. A search treats a missing value and null alike. A manual change to null isn't noticed.",
      },
    },
  },
  "record-ids": {
    concerns: ["Hub", "Service", "Subscription", "Maintenance"],
    assumed:
      "The ID of a maintenance is a string of digits, and all other IDs are numbers. No two records of a kind in an account share one.",
    otherwise: {
      text: { service: "All IDs are strings.", effect: "It works." },
      "maintenance-numbers": { service: "IDs of maintenances are numbers, too.", effect: "It works." },
      "maintenance-words": { service: "IDs of maintenances look like `m-12`.", effect: "It works." },
    },
  },
  "service-statuses": {
    concerns: ["IncidentTemplate", "MaintenanceTemplate", "Maintenance"],
    assumed: "An item of `service_statuses` in a response has `service_id` and `status`, perhaps with other keys.",
    otherwise: {
      nested: { service: "It has `service: { id, name }` instead of `service_id`.", effect: keptAlike },
      "status-name": {
        service: "It has `status_name` instead of `status`, like version 2 of the API.",
        effect: keptAlike,
      },
    },
  },
  "subscription-services": {
    concerns: ["Subscription"],
    assumed: "The services of a subscription come as objects with an `id`.",
    otherwise: {
      ids: { service: "They come as plain IDs.", effect: "It works." },
      "service-ids": { service: "The objects have a `service_id`.", effect: "It works." },
      names: { service: "They come as names.", effect: kept },
    },
  },
  "masked-values": {
    concerns: ["Subscription"],
    assumed: "A `configuration` is returned with the values that were sent.",
    otherwise: {
      masked: {
        service: "It has `********` instead of texts.",
        effect:
          "It works, but manual changes of its values aren't noticed, and adopting a subscription that has the declared ones already fails " +
          "once (SH4008).",
      },
    },
  },
  "list-fields": {
    assumed:
      "Lists with basic info leave out `body`, `service_statuses`, `event_repeat`, `event_notifications` and `configuration`.",
    otherwise: {
      minimal: {
        service: "Lists have IDs, creation times and flags only.",
        effect: "It works. Each record costs one GET more.",
      },
      shortened: {
        service: "Lists shorten texts.",
        effect: "It works. Each difference that a list shows is confirmed with one GET.",
      },
    },
  },
  "list-pages": {
    assumed: "Lists of services and templates have an envelope and pages like other lists.",
    otherwise: {
      "no-count": { service: "`page_count` is missing.", effect: "It works. Pages are read until one isn't full." },
      "no-envelope": { service: "A list is a bare array.", effect: "It works." },
      "one-page": {
        service: "Every page shows the same records.",
        effect:
          "It works while a page holds all records. With more, each record is read individually, and searches fail.",
      },
    },
  },
  "list-end": {
    assumed: "A page beyond the last one is empty.",
    otherwise: {
      missing: {
        service: "It returns 404.",
        effect:
          "It works. The first page is read again: if it is there, the list ends before that page, and isn't missing.",
      },
      rejected: { service: "It returns 422.", effect: "The same." },
    },
  },
  "list-filters": {
    assumed:
      "Every list of records that are soft-deleted takes the filter `deleted`, and templates take those of maintenance templates.",
    otherwise: {
      ignored: {
        service: "The filter is ignored.",
        effect:
          "It works. A deleted subscription that blocks a create is only found if the list shows it anyway; otherwise, SH3001 " +
          "quotes the rejection.",
      },
      rejected: { service: "The filter is rejected with a 422.", effect: "The same." },
    },
  },
  "deleted-in-lists": {
    assumed: "A list leaves out deleted records, or marks them with `flags.deleted`.",
    otherwise: {
      marked: { service: "It shows them, with the mark.", effect: "It works. They are filtered out." },
      unmarked: {
        service: "It shows them without flags.",
        effect: "It works. A record without flags is read individually before it counts as live.",
      },
    },
  },
  "current-lists": {
    assumed: "A list shows every write whose response came before.",
    otherwise: {
      late: {
        service: "A list shows writes five seconds later.",
        effect:
          "A preview misses what was changed in these seconds, and a new series its occurrences (SH4007, see `occurrences`). If a search after a lost response doesn't find the record, " +
          "SH4002 or SH3001 says so, and the next `up` names it (SH4004, SH4005, SH4019). `incident`, run again within these seconds, posts again.",
      },
    },
  },
  "hidden-hub": {
    concerns: ["Hub", "Service"],
    assumed: "For a hub that the key is not allowed to see, StatusHub returns 404.",
    otherwise: {
      forbidden: {
        service: "It returns 403.",
        effect: "The same: SH1015 says that the hub isn't visible with this key, and nothing leaves the state.",
      },
    },
  },
  "renamed-hub": {
    concerns: ["Hub", "Service"],
    assumed: "Under the old subdomain of a hub that was renamed, StatusHub returns 404.",
    otherwise: {
      redirect: {
        service: "It redirects to the new one.",
        effect: "It works. Nothing follows the redirect: the hub is found by its ID in the list of hubs.",
      },
    },
  },
  "incident-template-silent": {
    concerns: ["IncidentTemplate"],
    assumed:
      "A response about an incident template has `flags.silent`, where null looks like false, and no `silent_update`.",
    otherwise: {
      null: { service: "`flags.silent` is null if it isn't set.", effect: "It works." },
      "own-key": {
        service: "There is `silent_update`, and `flags` has no `silent`.",
        effect: `${kept} What an interrupted create has left isn't recognized if \`silentUpdate\` is declared.`,
      },
    },
  },
  "maintenance-template-silent": {
    concerns: ["MaintenanceTemplate"],
    assumed: "A response about a maintenance template has `silent`.",
    otherwise: {
      "flag-only": {
        service: "It only has `flags.silent`, like incident templates.",
        effect:
          "It works, but a manual change between null and false isn't noticed, and a newly declared false isn't sent if the " +
          "template has null.",
      },
    },
  },
  "maintenance-flags": {
    concerns: ["Maintenance"],
    assumed: "No response carries `silent` and `suppress_events` of a maintenance, and both are false by default.",
    otherwise: {
      returned: { service: "Responses carry both.", effect: "They are ignored, so manual changes aren't noticed." },
    },
  },
  "error-body": {
    concerns: ["Hub", "Subscription"],
    assumed: "Every rejection has the shape that is documented for the 429: `error` contains the reason.",
    otherwise: {
      nested: { service: "The reasons are in `errors`, by field.", effect: "It works. Messages quote all of them." },
      html: { service: "It is a web page.", effect: "It works. Messages quote its visible text." },
      empty: { service: "It is empty.", effect: 'It works. Messages say "no reason given".' },
    },
  },
  "server-clock": {
    general: true,
    assumed: "The header `Date` and the times of records are from the same clock.",
    otherwise: {
      "no-date": {
        service: "There is no such header.",
        effect:
          "The clock of this machine counts. After a lost response, SH4002 names the candidates, and the next `up` does, too " +
          "(SH4004, SH4005, SH4019).",
      },
      fast: {
        service: "The header is an hour ahead of the records.",
        effect:
          "A create of a service or a subscription fails with SH4016, which names the record that it has made. After a lost " +
          "response, SH4002 names the candidates, and the next `up` does, too (SH4004, SH4005, SH4019).",
      },
    },
  },
} as const satisfies Guesses;
