import { problem } from "../../model/problem.ts";

// The API's responses. For a 401, a 403 or a hub that isn't visible, see `access.ts`.

export const rejected = problem("SH3001", {
  text: {
    response: "<request> returned <status>: <serverMessage>",
    operation:
      "StatusHub rejected the request (<status>: <serverMessage>). Correct the program, or the record on the hub.",
    ofCommand: "StatusHub rejected the request (<status>: <serverMessage>).",
    restoring: `StatusHub rejected the restore (<status>: <serverMessage>), and then the create (<createStatus>: <createMessage>). Correct the
      program, or the record on the hub.`,
  },
  help: "If a group or a service doesn't exist, you probably have the ID of a different hub. [`groupId`](resources/service.md#groupid) says how to find a group's ID.",
});

export const serverError = problem("SH3002", {
  text: {
    response: "StatusHub failed on <request> with <status>: <serverMessage>",
    operation: "StatusHub failed (<status>: <serverMessage>). Run the same command again.",
    underWay: "StatusHub failed (<status>: <serverMessage>).",
  },
});

export const unreachable = problem("SH3003", {
  text: {
    direct: "the API at <baseUrl> could not be reached for <request> (<reason>).",
    throughProxy: `the API at <baseUrl> could not be reached for <request> through the proxy <proxy> (<reason>). Check
      HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`,
    broken: "the connection broke during <request> (<reason>).",
    brokenThroughProxy: "the connection through the proxy <proxy> broke during <request> (<reason>).",
  },
  help: "Check proxy, firewall and VPN: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. 407: your proxy needs a user and a password. If the code is about a certificate, point `NODE_EXTRA_CA_CERTS` to your proxy's.",
});

export const timedOut = problem("SH3004", {
  text: "<request> was sent, but no complete response came in time.",
  help: "Run your command again. If the request was a create, SH4002 says how to find what it may have created.",
});

export const canceled = problem("SH3005", {
  text: {
    underWay: "<request> was canceled while it was under way.",
    unsent: "<request> was canceled before it was sent.",
    reading: "the wait for a read was canceled.",
    interrupted: "Pulumi was interrupted. The next up continues from here.",
    ended: "Pulumi has ended. The next up continues from here.",
    timeout:
      "it took longer than the <seconds> s that customTimeouts allow. Raise them, or find out what takes so long.",
  },
  help: "Ctrl-C, your `customTimeouts` or the end of Pulumi ended the requests that were waiting. `customTimeouts` also count the wait for the rate limit.",
});

export const limitExhausted = problem("SH3006", {
  text: {
    response: "<request> returned <status>: <serverMessage>",
    operation: `StatusHub is rate-limiting <limit> for this API key<response>; retry at <time>, <duration>. If
      another client uses this key, stop it or give it its own key, and try again.`,
  },
});

export const notFound = problem("SH3007", {
  text: { response: "<request> returned <status>: <serverMessage>" },
  help:
    "The record was deleted, or your key can't use this hub or operation. Run `pulumi up --refresh`, which creates a deleted record " +
    "again, or check the ID that you passed.",
});

export const notOffered = problem("SH3008", {
  text: {
    response: "<request> returned <status>: <serverMessage>",
    update: "the API can't update this kind of record. Change the record in the control panel and in the program.",
    delete: `Could not delete <record>: the API can't delete this kind of record. Delete it in the control panel, or remove it
      from the state (pulumi state delete).`,
    ignoredDelete: `Could not delete <record>: StatusHub accepted the delete, but the record is still there. Delete it in the
      control panel, or remove it from the state (pulumi state delete).`,
  },
  help:
    "This server lacks an operation that StatusHub doesn't document and that we [assume](contributing/inferred.md#operations). Make the change in the " +
    "control panel, then run `pulumi up --refresh`.",
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
  text: {
    repeated: "<request> repeats its pages, so the list cannot be read to its end.",
    tooLong: "<request> has more than <pages> pages of <size> records.",
  },
  help: "The provider reads each record instead. If your command needs the list, check your proxies.",
});

export const sameCause = problem("SH3011", {
  text: {
    key: "StatusHub rejects the API key, as the error <code> of this run says.",
    down: "StatusHub is down or can't be reached, as the error <code> of this run says.",
    settings: "The settings are incomplete or wrong, as the error <code> of this run says.",
  },
  help: "Solve that one error, then run the same command again.",
});
