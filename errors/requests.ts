import { problem } from "./problem.ts";

/** Documented: `group_id` of a service. No operation of groups is shown. Part of other texts. */
export const groupIdAdvice =
  "The API returns a group's ID only in the services of the group, so find it with `pulumi-statushub export <hub> --json` (`group_id`). " +
  "For an empty group, create a service in it in the control panel first.";

export const rejected = problem("SH3001", {
  title: "StatusHub rejects the request",
  text: {
    response: "<request> returned <status>: <serverMessage>",
    operation:
      "StatusHub rejected the request (<status>: <serverMessage>). Correct the program, or the record on the hub.",
    ofCommand: "StatusHub rejected the request (<status>: <serverMessage>).",
  },
  remedy:
    "Change the property that StatusHub's explanation mentions. If it says that a group or a service doesn't exist, you " +
    `probably have the ID of a different hub. ${groupIdAdvice}`,
});

export const serverError = problem("SH3002", {
  text: {
    response: "StatusHub failed on <request> with <status>: <serverMessage>",
    operation: "StatusHub failed (<status>: <serverMessage>). Run the same command again.",
    underWay: "StatusHub failed (<status>: <serverMessage>).",
  },
});

export const unreachable = problem("SH3003", {
  title: "StatusHub can't be reached",
  text: {
    direct: "the API at <baseUrl> could not be reached for <request> (<reason>).",
    throughProxy: `the API at <baseUrl> could not be reached for <request> through the proxy <proxy> (<reason>). Check
      HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`,
    broken: "the connection broke during <request> (<reason>).",
    brokenThroughProxy: "the connection through the proxy <proxy> broke during <request> (<reason>).",
  },
  cause:
    "The connection couldn't be opened, or the network, StatusHub or the proxy in the message cut it. The code in parentheses " +
    "comes from the operating system, or is the status of the proxy (407 means that it needs a user and a password).",
  remedy:
    "Check proxy, firewall and VPN. If the message names a proxy, correct `HTTPS_PROXY` (or `HTTP_PROXY`, which is used if " +
    "it's not set), or add the host of the API to `NO_PROXY`. If the code is about a certificate, the proxy decrypts " +
    "connections: point `NODE_EXTRA_CA_CERTS` to its certificate.",
});

export const timedOut = problem("SH3004", {
  title: "StatusHub doesn't respond in time",
  text: "<request> was sent, but no complete response came in time.",
  remedy:
    "If you run a command again that creates a record, it first searches for one that the earlier run may have left. If there is " +
    "one, the error names it and tells you how to adopt it.",
});

export const canceled = problem("SH3005", {
  title: "The operation was canceled",
  text: {
    underWay: "<request> was canceled while it was under way.",
    unsent: "<request> was canceled before it was sent.",
    reading: "the wait for a read was canceled.",
    interrupted: "Pulumi was interrupted. The next up continues from here.",
    timeout:
      "it took longer than the <seconds> s that customTimeouts allow. Raise them, or find out what takes so long.",
  },
  cause:
    "Ctrl-C, or a timeout in `customTimeouts`, canceled the requests that were waiting. The provider waits for writes that " +
    "are under way. Time spent waiting for the rate limit counts toward the timeout.",
  remedy: "You don't need `customTimeouts`, because the provider has its own timeouts.",
});

export const limitExhausted = problem("SH3006", {
  title: "The rate limit is used up",
  text: {
    response: "<request> returned <status>: <serverMessage>",
    operation: `StatusHub is rate-limiting <limit> for this API key<response>; retry at <time>, <duration>. Another client is
      probably using up the <perSecond> <limit> a second that this key has. Stop it or give it its own key, and try again.`,
  },
  cause:
    "StatusHub rejected every request with 429 for 15 minutes, or asked for a pause that ends later than that. Most likely, " +
    "another client with the same key uses up the limit.",
  remedy: "If you don't know the client, create a new key for this stack and revoke the old one.",
});

export const notFound = problem("SH3007", {
  title: "StatusHub doesn't find the record",
  text: { response: "<request> returned <status>: <serverMessage>" },
  cause: "The record was deleted, or the path belongs to a hub or an operation that this key can't use.",
  remedy: "Run `pulumi refresh` to update the state, or check the ID that you passed to the command.",
});

export const notOffered = problem("SH3008", {
  title: "The API doesn't have the operation",
  text: {
    response: "<request> returned <status>: <serverMessage>",
    update: "the API can't update this kind of record. Change the record in the control panel and in the program.",
    delete: `Could not delete <record>: the API can't delete this kind of record. Delete it in the control panel, or remove it
      from the state (pulumi state delete).`,
    ignoredDelete: `Could not delete <record>: StatusHub accepted the delete, but the record is still there. Delete it in the
      control panel, or remove it from the state (pulumi state delete).`,
  },
  cause:
    "The API doesn't document how to list or delete services, or how to update or delete maintenance templates. We " +
    "[infer](contributing/inferred.md#operations) these operations, and this server lacks at least one of them, or accepts it " +
    "without an effect.",
  remedy:
    "Make the change in the control panel, then run `pulumi refresh`. You can also create a new record with `pulumi up --replace " +
    "<urn>`, but if this server can't delete the old one, you have to do that in the control panel.",
});

export const malformedResponse = problem("SH3009", {
  text: {
    noObject: `<request> returned success, but no JSON object (<serverMessage>). Check the base URL, which ends in /api/v3, and
      proxies.`,
    noId: "the response to <request> reports success, but contains no ID of a record.",
    noList: "<request> returned no list of records.",
  },
});

export const endlessList = problem("SH3010", {
  title: "A list can't be read completely",
  text: {
    repeated: "<request> repeats its pages, so the list cannot be read to its end.",
    tooLong: "<request> has more than <pages> pages of <size> records.",
  },
  remedy: "The provider reads each record instead. If a command needs the list, check your proxies first.",
});
