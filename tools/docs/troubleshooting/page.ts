import type { Chapter } from "./entry.ts";

export const page: Chapter = {
  title: "StatusPage",
  text: "A page that is described as data is checked as a whole before any resource is declared. Each problem stands behind its path.",
  entries: [
    {
      title: "The page cannot be made",
      messages: [
        'Could not make statushub.StatusPage "<name>":<problems>',
        'Could not make statushub.StatusPage "<name>" from <path>:<lines>',
        "the file: <message>",
      ],
      cause: "The description of the page has the problems that follow, each in a line of its own.",
      cure: "Correct them all. Editors check the file where it names its schema.",
    },
    {
      title: "The file of the page cannot be read",
      messages: ["A path is relative to the folder of the program"],
      cause: "There is no file at this path, or it is neither YAML nor JSON.",
      cure: 'Name it relative to the folder of the program, or by a URL: `new URL("page.yaml", import.meta.url)`.',
    },
    {
      title: "A property of the page does not exist",
      messages: [". Did you mean <name>?", "<title> has no such property"],
      cause: "A misspelled key, or the API's own spelling: `custom_id` is `customId` here.",
      cure: "Use the key that the message suggests or lists.",
    },
    {
      title: "The page names a service that it lacks",
      messages: ["the page has no service <key>"],
      cause: "A template, window or subscription names a key that no group of the page has.",
      cure: "Use the key of a service of this page.",
    },
    {
      title: "A key stands twice on the page",
      messages: ["has this key, too", "the key is there twice"],
      cause:
        'The keys of services are names in the stack, so they are unique on the page, and not in a group alone. `1` and `"1"` are one key.',
      cure: "Rename one of the two.",
    },
    {
      title: "Two pages have a name in common",
      messages: ['is called <name>, as <render> of StatusPage "<page>" is. Rename the key'],
      cause:
        "Page and key join to the name of a record, and two pages join to the same one: `acme` with `eu-web`, `acme-eu` with `web`.",
      cure: "Rename the key or the page, with the old name in `aliases`.",
    },
    {
      title: "A key of the file is not text",
      messages: ["a key must be text: put it in quotes", "a key must not be empty, nor digits alone"],
      cause: "YAML reads `1.10` as the number 1.1 and `~` as nothing, so the key would be another one than it looks.",
      cure: 'Write `"1.10"`. A number such as `1` or `7` may stay: it reads the same.',
    },
    {
      title: "An alias of the file leads nowhere or too far",
      messages: [
        "the alias *<source> has no anchor",
        "the alias *<source> is inside what",
        "the aliases stand for more than 200000 values",
      ],
      cause:
        "The anchor comes later or never, is around the alias, or aliases of aliases stand for far more than a page.",
      cure: "Set the anchor before its aliases, and repeat less.",
    },
    {
      title: "The page needs quotes",
      messages: [": put it in quotes"],
      cause: "YAML reads `404` as a number and `yes` as a flag.",
      cure: 'Write `"404"`.',
    },
    {
      title: "A webhook stands in the file",
      messages: ["a URL is a credential, and must not stand in a file", "write { config: <name> }, and run"],
      cause: "Whoever has the URL of a webhook can post to its channel, and files are committed and copied.",
      cure: "Write `{ config: slackUrl }` in the file, and run `pulumi config set --secret slackUrl`.",
    },
    {
      title: "The page needs configuration",
      messages: ["the stack configuration has no <name>", "<name> in the stack configuration <expectation>"],
      cause: "The page takes a value from the stack configuration, which lacks it or has it in another form.",
      cure: "Set it for this stack with the command in the message.",
    },
    {
      title: "An ID of the page is a secret",
      messages: ["<name> is a secret, and Pulumi shows the IDs of records"],
      cause: "`adopt` takes the ID of a record, which Pulumi keeps in plain text whatever it came from.",
      cure: "Set the value again without `--secret`.",
    },
  ],
};
