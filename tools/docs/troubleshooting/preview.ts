import type { Chapter } from "./entry.ts";

export const preview: Chapter = {
  title: "Write a program and preview it",
  text:
    "Checks run in every preview, before anything is sent. All failures of a resource come at once, each behind the path " +
    "of the property, such as `serviceStatuses[1].status`.",
  entries: [
    {
      title: "A property is required",
      messages: ["is required"],
      cause: "The API does not create the record without it, or the value is `undefined` when the program runs.",
      cure: "Declare it. Where it comes from configuration, use `config.require` so that a missing value fails earlier.",
    },
    {
      title: "A property does not exist",
      messages: ["is not a property of <kind>", "is not a property that exists here"],
      cause: "A misspelled name, or the API's own spelling: `group_id` is `groupId` here.",
      cure: "Use one of the names that the message lists. The type-checker finds these before Pulumi does.",
    },
    {
      title: "The hub is not a hub",
      messages: [
        "must be a Hub or the subdomain of one",
        "hub must be a statushub.Hub or the subdomain of one",
        "must be two or more of a-z, 0-9, - and _",
        '"<id>" may be an ID. Pass the Hub itself, or write',
      ],
      cause:
        "`hub` is neither a `Hub` nor a subdomain: a URL, a display name, another resource, or a number, as from `hub.id`. A " +
        "number may be the ID of one hub and the subdomain of another.",
      cure:
        "Pass the `Hub` itself, or its subdomain: of `https://acme.statushub.io`, that is `acme`. Write a number as " +
        '`{ id: "17" }` or `{ subdomain: "17" }`.',
    },
    {
      title: "A service is not a service",
      messages: [
        "must be a Service or the id of one",
        "must name a statushub.Service or the id of one",
        "must name a <kind>, and not a <type>",
      ],
      cause: "A reference names another kind of resource, or a text that is not the id of a record.",
      cure: "Pass the `Service` itself. Its `customId` is no reference: look it up, or use its id.",
    },
    {
      title: "Services are listed wrongly",
      messages: [
        "must name each service once",
        "must name at least one service",
        "must be { service, status }",
        "must be a list of { service, status }",
        'must be "all" or a list of services that is not empty',
      ],
      cause: "The list is empty where the API wants at least one service, or names a service twice.",
      cure: 'List each service once, with its status. A subscription to every service declares `services: "all"`.',
    },
    {
      title: "The value has the wrong form",
      messages: [
        "must be a whole number",
        "must be a whole number from 1",
        "must be a whole number of minutes",
        "must be text",
        "must be true or false",
        "must be an object",
        "must be a list of texts",
        "must be { enabledDays, type }",
        "must be { interval, options, endOn }",
        "must be { offsetInMin, offsetType }",
        "must be a list of { offsetInMin, offsetType }",
      ],
      cause: "The value has another type than the API takes, often a text from configuration where a number belongs.",
      cure: "Convert it in the program: `config.requireNumber`, `config.requireBoolean` or `config.requireObject`.",
    },
    {
      title: "The value is empty",
      messages: ["must not be empty"],
      cause: "A blank name, title or address is refused by the API (inferred).",
      cure: "Declare a text, or leave the property out where it is optional.",
    },
    {
      title: "The title holds HTML",
      messages: ["must be plain text without HTML tags"],
      cause: "Titles are plain text; `body` takes HTML.",
      cure: "Remove the tags. A lone `<` or `&` is fine.",
    },
    {
      title: "The value is not in the list",
      messages: ["must be one of <values>"],
      cause: "The API documents these values and no other.",
      cure: "Use one of them. The type-checker finds this before Pulumi does.",
    },
    {
      title: "The time cannot be read",
      messages: ["must be a date-time such as"],
      cause: "The API reads ISO 8601 and `YYYY-MM-DD hh:mm:ss`, and this is neither, or no day of the calendar.",
      cure: 'Write it in UTC. `statushub.utcFrom("2026-12-06 03:00", "Europe/Berlin")` converts local time.',
    },
    {
      title: "The end is not after the start",
      messages: ["must be after startTime"],
      cause: "Both times are read as UTC, and the end is not later.",
      cure: "Check the time zones: an offset such as `+01:00` counts.",
    },
    {
      title: "The series ends before it starts",
      messages: ["must not be before the day of startTime"],
      cause: "`repeat.endOn` is on a day before the first occurrence.",
      cure: "Declare a later end, or leave `endOn` out: the service then decides how long the series lasts.",
    },
    {
      title: "The offset leads out of the calendar",
      messages: ["must be minutes from the start or end that do not lead out of the years 0000 to 9999"],
      cause: "`offsetInMin` counts minutes, and so many lead to a time that the API cannot write.",
      cure: "Convert seconds or milliseconds to minutes: a day before is -1440.",
    },
    {
      title: "The API does not document the text",
      messages: ["may be refused or have no effect: the API does not document its values"],
      cause:
        "A warning. The API does not list the texts of `interval`, `enabledDays`, `type` and `offsetType`, and this one is " +
        "none of those that are likely.",
      cure: "Correct a slip of the pen, or look at the record after the `up`. Once it is in the state, the warning is gone.",
    },
    {
      title: "Two resources declare the same",
      messages: ["and only one of them can have it. Declare another value"],
      cause:
        "Two resources of the program declare the same `customId`, the same method and `address`, or the same `subdomain`, " +
        "and the API takes it once within a hub.",
      cure: "Give one of them another value, or remove one. The message names both by their names in the program.",
    },
    {
      title: "Verify reports what an up would fail on",
      messages: [
        "up would fail: <line>",
        "<what> cannot be created: <kind> <id> of the hub has the same",
        "<kind> <id> of the hub has the same <names>",
        "<what> cannot adopt <kind> <adopt>",
        "<what>, which <state>. Name one of this hub",
        "<what>, which <state>. Name one that this hub shares with its primary hub",
        '"<subdomain>" is a connected hub, and each <kind> belongs to a primary hub',
        "does not exist there",
        "is deleted",
      ],
      cause:
        "With `statushub:verify` the preview was compared with the API. A live record has what only one can have, or what the " +
        "program names is not on the hub.",
      cure:
        "Correct the id, take the record over with the `adopt` that the message shows, or give a renamed resource an alias. " +
        "[Previews](guides/preview.md) describes what is compared.",
    },
    {
      title: "Verify cannot see what a connected hub shares",
      messages: ["The API does not show whether this hub shares it"],
      cause:
        "A warning. A connected hub shares some services of its primary hub, and no response of the API says which.",
      cure: "Look at the connected hub in the control panel. If it shares the service, the `up` goes through.",
    },
    {
      title: "Verify cannot see the group",
      messages: ["so it is not known whether that <word> exists"],
      cause: "A warning. The API does not list groups, and no service of the hub is in this one yet.",
      cure: "Look the group up in the control panel. If it exists, the `up` goes through, and the warning does not come again.",
    },
    {
      title: "The program is compared with the API",
      messages: ["comparing the program with <base url>, as verify is set"],
      cause: "No error. `statushub:verify` or `STATUSHUB_VERIFY` is set, so previews send reads.",
      cure: "Run `npx pulumi-statushub doctor --probe` to find out what the key may do, which no read shows.",
    },
    {
      title: "The wall time cannot be converted",
      messages: ["does not exist in <zone>", "is not a wall time", "is not a time zone"],
      cause: "`utcFrom` got a time that clocks skip in spring, another form of time, or an unknown zone.",
      cure: "Take a time before or after the skipped hour, without an offset, and the IANA name of the zone.",
    },
    {
      title: "The address does not fit the method",
      messages: [
        "must be an e-mail address",
        "must be a phone number",
        "must be an http or https URL",
        "<problem>, as the method is <method>",
      ],
      cause: "What an address is depends on the subscription's `method`. The value is not shown, as it is a secret.",
      cure: "E-mail: `a@b.example`. SMS: digits with a country code. Slack, Teams and webhooks: the whole URL.",
    },
    {
      title: "E-mail has no label",
      messages: ["is not available for e-mail"],
      cause: "The API keeps labels of every method but e-mail.",
      cure: "Leave `label` out.",
    },
    {
      title: "The template is empty",
      messages: ["a template needs a title or a body"],
      cause: "The API takes a template without a title, or without a body, and not without both (inferred).",
      cure: "Declare one of the two.",
    },
    {
      title: "Adopt does not say which record",
      messages: [
        "must be true or the id of a record",
        "must be the id of a record: nothing else identifies",
        "needs <missing>, by which the record is found",
      ],
      cause:
        "`adopt: true` finds a service by its `customId` and a subscription by its `address`. Nothing else identifies a " +
        "template or a maintenance.",
      cure: "Declare the identifying property, or `adopt` with the id as text. `pulumi-statushub export` shows the ids.",
    },
    {
      title: "The hub changes",
      messages: ["is another hub than"],
      cause: "The program names another hub, so its records are replaced: deleted there and created here.",
      cure: "To rename a hub, change `subdomain` of its `Hub` resource. To move records on purpose, go on.",
    },
    {
      title: "A look up finds none or several",
      messages: ["no argument names the record", "none has the <wanted>", "have the <wanted>"],
      cause: "A function such as `getService` returns exactly one record, and none or several match.",
      cure: "Check the value and the hub. Where names repeat, use the id or the `customId`.",
    },
  ],
};
