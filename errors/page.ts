import { problem } from "./problem.ts";

export const unreadableFile = problem("SH2501", {
  title: "The file can't be read",
  text: {
    missing: `Could not make statushub.StatusPage "<name>" from <path>: <reason>. A path is relative to the folder of the
      program; a URL is not.`,
    syntax: "<reason>.",
  },
  cause: "There is no file at this path, or it is neither YAML nor JSON.",
  remedy: 'A URL is relative to the module: `new URL("page.yaml", import.meta.url)`.',
});

export const unknownKey = problem("SH2502", {
  title: "A property of the page doesn't exist",
  text: {
    suggested: "<title> has no such property. Did you mean <suggestion>?",
    unknown: "<title> has no such property. It has <known>.",
  },
  cause: "The key is misspelled, or in the API's form: `custom_id` is `customId` here.",
  remedy: "Editors complete and check keys if the file names its schema.",
});

export const invalidPageValue = problem("SH2503", {
  title: "A value of the page is invalid",
  text: {
    type: "must be <types>.",
    quotes: "must be <types>: put it in quotes.",
    missing: "needs <names>.",
  },
  cause:
    "The value has another type than its property takes, or a property is missing. YAML reads `404` as a number and `yes` as a flag.",
  remedy: 'Write `"404"` for the text 404.',
});

export const unknownService = problem("SH2504", {
  title: "The page names a service that it doesn't have",
  text: {
    suggested: "the page has no service <key>. Did you mean <suggestion>?",
    unknown: "the page has no service <key>.",
  },
  cause: "A template, maintenance or subscription names a key that no group of the page has.",
  remedy: "For a service of another stack, use its ID.",
});

export const duplicateKey = problem("SH2505", {
  title: "A key is used twice",
  text: {
    inFile: "the key is there twice.",
    inGroups: "the group <group> has this key, too.",
    names: 'is called <name>, as <other> of StatusPage "<page>" is. Rename the key, or one of the pages.',
  },
  cause:
    'Keys of services become resource names, so they are unique on the whole page. `1` and `"1"` are one key. The name of the ' +
    "page is part of the resource name: `acme` with `eu-web` and `acme-eu` with `web` would be the same.",
  remedy: "Give the renamed record its old name in `aliases`.",
});

export const invalidKey = problem("SH2506", {
  title: "A key is not text",
  text: {
    quotes: "a key must be text: put it in quotes.",
    digits: "a key must not be empty, and not only digits, which would be an ID.",
  },
  cause: "YAML reads `1.10` as the number 1.1 and `~` as null, so the key would differ from what you see.",
  remedy: 'Write `"1.10"`. Services of other stacks are named by their ID, so a key can\'t be a number.',
});

export const invalidAlias = problem("SH2507", {
  title: "A YAML alias is invalid",
  text: {
    missing: "the alias *<name> has no anchor &<name> before it.",
    inside: "the alias *<name> is inside what &<name> marks.",
    tooMany: "the aliases stand for more than <count> values.",
  },
  cause: "The anchor comes later or is missing, contains its own alias, or aliases of aliases multiply.",
  remedy: "Define the anchor before its aliases, and nest them less.",
});

export const credentialInFile = problem("SH2508", {
  title: "A webhook is in the file",
  text: `a URL is a credential, and must not be in a file: write { config: webhookUrl }, and run pulumi config set --secret
    webhookUrl.`,
  cause: "Anyone who has the URL of a webhook can post to its channel, and files are committed and copied.",
  remedy: "If the file was committed, the webhook has been exposed: rotate it.",
});

export const missingConfiguration = problem("SH2509", {
  title: "The page needs configuration",
  text: {
    missing: "the stack configuration has no <name>: run pulumi config set <name>.",
    missingSecret: "the stack configuration has no <name>: run pulumi config set --secret <name>.",
    type: "<name> in the stack configuration must be <types>.",
    secretId: "<name> is a secret, and Pulumi shows the IDs of records: set it without --secret.",
  },
  cause:
    "The page takes a value from the stack configuration, which doesn't have it or has another type. IDs can't be secret.",
  remedy: "Each stack has its own configuration: set the value for the stack that you are using.",
});
