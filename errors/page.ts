import { problem } from "./problem.ts";

export const unreadableFile = problem("SH2501", {
  title: "The file can't be read",
  text: {
    missing: `Could not make statushub.StatusPage "<name>" from <path>: <reason>. A path is relative to the folder of the
      program; a URL is not.`,
    syntax: "<reason>.",
  },
  cause: "There is no file at this path, or it is neither YAML nor JSON.",
  remedy: 'To read a file next to the module, pass a URL: `new URL("page.yaml", import.meta.url)`.',
});

export const unknownKey = problem("SH2502", {
  title: "A property of the page doesn't exist",
  text: {
    suggested: "<title> has no such property. Did you mean <suggestion>?",
    unknown: "<title> has no such property. Properties: <known>.",
  },
  cause: "The key is misspelled, or in the API's form: `custom_id` is `customId` here.",
  remedy: "Correct the key. If the file names its schema, your editor completes and checks keys.",
});

export const invalidPageValue = problem("SH2503", {
  title: "A value of the page is invalid",
  text: {
    type: "must be <types>.",
    quotes: "must be <types>: put it in quotes.",
    missing: "needs <names>.",
  },
  cause:
    "The value has the wrong type for its property, or a property is missing. YAML reads `404` as a number and `true` as a boolean.",
  remedy: 'Put text in quotes if YAML would read it as something else: write `"404"` for the text 404.',
});

export const unknownService = problem("SH2504", {
  title: "The page names a service that it doesn't have",
  text: {
    suggested: "the page has no service <key>. Did you mean <suggestion>?",
    unknown: "the page has no service <key>.",
  },
  cause: "A template, maintenance or subscription names a service that no group of the page contains.",
  remedy: "Correct the key. To refer to a service of a different stack, use its ID.",
});

export const duplicateKey = problem("SH2505", {
  title: "A key is used twice",
  text: {
    inFile: "the key appears twice.",
    inGroups: "the group <group> has this key, too.",
    names: 'is called <name>, as <other> of StatusPage "<page>" is. Rename the key, or one of the pages.',
  },
  cause:
    'Keys of services become resource names, so they have to be unique on the whole page. `1` and `"1"` are the same key. The ' +
    "resource name also contains the name of the page: key `eu-web` of page `acme` and key `web` of page `acme-eu` would get " +
    "the same name.",
  remedy: "Rename one of the two keys. If its record exists already, name its old key with `was`.",
});

export const invalidKey = problem("SH2506", {
  title: "A key is not text",
  text: {
    quotes: "a key must be text: put it in quotes.",
    digits: "a key must not be empty, and not only digits, which would be an ID.",
  },
  cause: "YAML reads `1.10` as the number 1.1 and `~` as null, so the key would differ from what you see.",
  remedy:
    'Put the key in quotes: `"1.10"`. A key can\'t be a number, because a number is the ID of a service of a different stack.',
});

export const invalidAlias = problem("SH2507", {
  title: "A YAML alias is invalid",
  text: {
    missing: "the alias *<name> has no anchor &<name> before it.",
    inside: "the alias *<name> is inside its own anchor &<name>.",
    tooMany: "the aliases expand to more than <count> values.",
  },
  cause:
    "The anchor is missing, comes after its alias, or contains its own alias; or nested aliases expand to too many values.",
  remedy: "Define the anchor before its aliases, and use less nesting.",
});

export const credentialInFile = problem("SH2508", {
  title: "A webhook is in the file",
  text: `a URL is a credential, and must not be in a file: write { config: webhookUrl }, and run pulumi config set --secret
    webhookUrl.`,
  cause: "Anyone who has the URL of a webhook can post to its channel, and a file may be committed or copied.",
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
    "The page takes a value from the stack configuration, where it is missing or has the wrong type. IDs can't be secret.",
  remedy: "Each stack has its own configuration: set the value for the stack that you are using.",
});

export const formerKey = problem("SH2510", {
  title: "A former key is invalid",
  text: {
    text: "must be the key that this record had before.",
    used: "the page still has the key <key>. Remove was, or rename the other record.",
    twice: "<other> was <key>, too, and a record can only move to one key.",
  },
  cause:
    "`was` moves the record of a former key to a new key. The former key is also a current one, two records name the same former key, or it isn't text.",
  remedy:
    "Name the key under which the record was last deployed. You can remove `was` once every stack has been updated.",
});

export const pageSource = problem("SH2511", {
  title: "A page has no description, or two",
  text: {
    both: "gives the whole page, so don't pass <names>.",
    none: "needs hub, with its subdomain or as a Hub, or file.",
  },
  cause: "A `StatusPage` takes either `file`, or `hub` and the sections of the page.",
  remedy: "Pass a file, or describe the page in the program.",
});

export const unknownPart = problem("SH2512", {
  title: "The keys of a page aren't known yet",
  text: {
    keys: "isn't known yet, and its keys become names. Only values of properties can come from other resources.",
    file: "isn't known yet.",
  },
  cause:
    "A section, a group or a record comes from an output of a resource, which a preview doesn't know. The keys of a page become the names of resources, so they have to be known.",
  remedy: "Write the keys in the program, and use outputs as values of their properties.",
});

export const failedRecords = problem("SH2513", {
  title: "Records of a page failed",
  text: "Could not deploy <names>. See the error at each of these resources.",
  cause: "Other records of the page need these, and their errors are shown at their resources.",
  remedy: "Correct the errors and run `up` again, which continues with the rest.",
});
