/** Why something isn't known, in words. Programs get the key. */
export const unknownReasons = {
  "known-after-up": "the value is only known during the update",
  "secret-identity": "it is a secret, so whether the page has it already is only known during the update",
  "several-new-services": "which of the new services gets which status is only known during the update",
  order: "another record gives up this value in the same update, so the order decides whether that works",
  "not-played": "which record it is, or when, is only known during the update, so this report leaves it out",
  account: "its account is only known during the update, so this report leaves it out",
  unreadable: "this key can't read what it depends on, so this report leaves it out",
  services: "the services couldn't be read, so they have no names here",
  audience: "the subscriptions couldn't be read, so it isn't known who gets a message",
  "connected-hubs": "subscribers of connected hubs may get messages too, if there are any that show the services",
  "other-stack": "a different stack of this report changes it, too, and the last one wins",
} as const;

export type UnknownReason = keyof typeof unknownReasons;
