import { problem } from "./problem.ts";

export const unreadableFile = problem("SH2501", {
  title: "The file can't be read",
  text: {
    missing: `Could not make statushub.StatusPage "<name>" from <path>: <reason>. A path is relative to the folder of the
      program; a URL is not.`,
    syntax: "<reason>.",
  },
  remedy: 'To read a file next to the module, pass a URL: `new URL("page.yaml", import.meta.url)`.',
});

export const unknownKey = problem("SH2502", {
  text: "<title> has no such property. <help>",
});

export const invalidPageValue = problem("SH2503", {
  text: {
    type: "must be <types>.",
    quotes: "must be <types>: put it in quotes.",
    missing: "needs <names>.",
  },
});

export const unknownService = problem("SH2504", {
  title: "The page names a service that it doesn't have",
  text: {
    suggested: "the page has no service <key>. Did you mean <suggestion>?",
    unknown: "the page has no service <key>.",
  },
  remedy: "To refer to a service of a different stack, use its ID.",
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
  text: {
    quotes: "a key must be text: put it in quotes.",
    digits: "a key must not be empty, and not only digits, which would be an ID.",
  },
});

export const invalidAlias = problem("SH2507", {
  text: {
    missing: "the alias *<name> has no anchor &<name> before it.",
    inside: "the alias *<name> is inside its own anchor &<name>.",
    tooMany: "the aliases expand to more than <count> values.",
  },
});

export const credentialInFile = problem("SH2508", {
  title: "A webhook is in the file",
  text: `a URL is a credential, and must not be in a file: write { config: webhookUrl }, and run pulumi config set --secret
    webhookUrl.`,
  remedy: "If the file was committed, the webhook has been exposed: rotate it.",
});

export const missingConfiguration = problem("SH2509", {
  text: {
    missing: "the stack configuration has no <name>: run pulumi config set <name>.",
    missingSecret: "the stack configuration has no <name>: run pulumi config set --secret <name>.",
    type: "<name> in the stack configuration must be <types>.",
    secretId: "<name> is a secret, and Pulumi shows the IDs of records: set it without --secret.",
  },
});

export const formerKey = problem("SH2510", {
  title: "A former key is invalid",
  text: {
    text: "must be the key that this record had before.",
    used: "the page still has the key <key>. Remove was, or rename the other record.",
    twice: "<other> was <key>, too, and a record can only move to one key.",
  },
  remedy: "Name the key under which the record was last deployed. Remove `was` once every stack has been updated.",
});

export const pageSource = problem("SH2511", {
  text: {
    both: "gives the whole page, so don't pass <names>.",
    none: "needs hub, with its subdomain or as a Hub, or file.",
  },
});

export const unknownPart = problem("SH2512", {
  title: "The keys of a page aren't known yet",
  text: {
    keys: "isn't known yet, and its keys become names. Only values of properties can come from other resources.",
    file: "isn't known yet.",
  },
  cause: "A section, a group or a record comes from an output of a resource, which a preview doesn't know.",
  remedy: "Write the keys in the program, and use outputs as values of their properties.",
});

export const failedRecords = problem("SH2513", {
  text: "Could not deploy <names>, which other records of the page may need. See the error at each of these resources.",
});
