import { problem } from "../problem.ts";

export const unreadableFile = problem("SH2501", {
  text: {
    missing: `Could not make statushub.StatusPage "<name>" from <path>: <reason>. A path is relative to the folder of the
      program; a URL is not.`,
    syntax: "<reason>.",
  },
  help: 'To read a file next to your module, pass a URL: `new URL("page.yaml", import.meta.url)`.',
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
  text: {
    suggested: "the page has no service <key>. Did you mean <suggestion>?",
    unknown: "the page has no service <key>.",
  },
});

export const duplicateKey = problem("SH2505", {
  text: {
    inFile: "the key appears twice.",
    inGroups: "the group <group> has this key, too.",
    names: 'is called <name>, as <other> of StatusPage "<page>" is. Rename the key, or one of the pages.',
  },
  help:
    'Keys become names, so those of services are unique on the whole page. `1` and `"1"` are one key, and key ' +
    "`eu-web` of page `acme` makes the same name as key `web` of page `acme-eu`. If the record exists already, name " +
    "its old key with `was`.",
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
  text: `a URL is a credential, and must not be in a file: write { config: webhookUrl }, and run pulumi config set --secret
    webhookUrl.`,
  help: "If you have committed the file, the webhook is exposed: rotate it.",
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
  text: {
    text: "must be the key that this record had before.",
    used: "the page still has the key <key>. Remove was, or rename the other record.",
    twice: "<other> was <key>, too, and a record can only move to one key.",
  },
  help: "Name the key under which you last deployed the record. Remove `was` once you have updated every stack.",
});

export const pageSource = problem("SH2511", {
  text: {
    both: "gives the whole page, so don't pass <names>.",
    none: "needs hub, with its subdomain or as a Hub, or file.",
  },
});

export const unknownPart = problem("SH2512", {
  text: {
    keys: "isn't known yet, and its keys become names. Only values of properties can come from other resources.",
    file: "isn't known yet.",
  },
});

export const failedRecords = problem("SH2513", {
  text: "Could not deploy <names>, which other records of the page may need. See the error at each of these resources.",
});
