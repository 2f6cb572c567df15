import type { Chapter } from "./entry.ts";

export const up: Chapter = {
  title: "Run up",
  text:
    "A failed operation reports `Could not <verb> <record>: <reason>. <advice>`. Look for the reason below. Whatever was done " +
    "before the failure is in the state, and the next `pulumi up` goes on from there.",
  entries: [
    {
      title: "A new Hub replaces what the hub has",
      messages: ["so far, and an up replaces what is there"],
      cause:
        "A warning. The API cannot create hubs, so a new `Hub` or `StatusPage` takes over one that exists, and declares " +
        "another name or link than it has.",
      cure:
        "Nothing, if only this program manages the hub. If another stack does, use `Hub.find` in one of them: a " +
        "`StatusPage` takes it as its `hub`.",
    },
    {
      title: "The API refuses the values",
      messages: [
        "Could not <verb> <subject>: <reason>",
        "the API said no",
        "Correct the program, or the record on the hub.",
      ],
      cause: "The API understood the request and refused it; its own words are in the quotes.",
      cure: "Change the property that it names. A reference to a group or service must be one of the same hub.",
    },
    {
      title: "The API fails",
      messages: ["the API failed", "Run the same command again."],
      cause: "The API answered 5xx, or the connection broke, again and again for two minutes.",
      cure: "Run the same command again; what was done is in the state. If it lasts, see the status page of StatusHub.",
    },
    {
      title: "The API cannot be reached",
      messages: ["could not be reached for <subject>", "broke during <subject>", "the proxy opens no tunnel"],
      cause:
        "No connection could be opened, or it was cut: by the network, by the API, or by the proxy that the message names. The " +
        "code in brackets is the system's, or the status of the proxy (407: it needs a user and a password).",
      cure:
        "Check proxy, firewall and VPN, then run the same command again. Where a proxy is named, correct `HTTPS_PROXY` (or " +
        "`HTTP_PROXY`, which is used without it), or add the API's host to `NO_PROXY`. If the code is about a certificate, " +
        "the proxy opens encrypted connections: let `NODE_EXTRA_CA_CERTS` name its certificate.",
    },
    {
      title: "The API does not respond in time",
      messages: ["was accepted, and no response came in time"],
      cause: "The API took the request and sent nothing back for 30 seconds (60 for the whole response).",
      cure: "Run the same command again. A create looks for its record first, and makes no second one.",
    },
    {
      title: "It is not known whether the record was created",
      messages: [
        "It is not known whether the record was created",
        "Look for it on the hub: if it is there, adopt or delete it",
        "the record could not be looked for",
        "the API offers no list in which to look for the record (<status>)",
      ],
      cause: "The response to a create was lost, and the list that would show the record could not be read.",
      cure: 'Look for the record on the hub. If it is there, declare `adopt: "<id>"` or delete it; then run `up` again.',
    },
    {
      title: "Several records could be the new one",
      messages: ["could be the one that was created (IDs"],
      cause: "The response to a create was lost, and several equal records have appeared meanwhile.",
      cure: 'Delete all but one of the ids in the message, and declare `adopt: "<id>"` for the one that you keep.',
    },
    {
      title: "An interrupted run has left the record",
      messages: ["an interrupted run may have left it", "If this stack has it under another resource name"],
      cause:
        "A record that is equal in all declared values was created within the last hour, and no resource of the stack is " +
        "known to manage it. A second create would double it.",
      cure:
        'Declare `adopt: "<id>"` to take it over. If the resource was only renamed in the program, give it an alias: ' +
        '`aliases: [{ name: "the old name" }]`.',
    },
    {
      title: "A deleted record has the same identity",
      messages: ["has the same <names> and is deleted. If that is the reason"],
      cause:
        "The API rejected the create, and a deleted subscription has the same address. The reason may be another one.",
      cure: 'Correct the request where the API names a reason. To restore the deleted one, declare `adopt: "<id>"`.',
    },
    {
      title: "The record conflicts with another one",
      messages: ["it conflicts with <kind> <id> of the hub", "it may conflict with <kind> <id> of the hub"],
      cause:
        "Two live records of a hub cannot share a `customId` (services), an `address` (subscriptions) or a subdomain (hubs).",
      cure: "Follow the advice behind the message: adopt the other record, or declare another value.",
    },
    {
      title: "The other record belongs to this stack",
      messages: ["That record belongs to a resource of this stack"],
      cause: "Two resources declare the same identity, or Pulumi replaces a resource and creates the new record first.",
      cure: "Declare another value; for a replacement, set the resource option `deleteBeforeReplace: true`.",
    },
    {
      title: "Two records swap their values",
      messages: ["To swap the values of two records"],
      cause: "An update gives a record the identity that another live record still has.",
      cure: "Give one of the two a third value, run `up`, then give it the final one.",
    },
    {
      title: "The restored record conflicts",
      messages: ["Delete that one on the hub; or drop this resource from the state"],
      cause: "A subscription was deleted by hand, and another one has its address now.",
      cure: "Delete the new one on the hub, or run `pulumi state delete <urn>` and declare `adopt` with its id.",
    },
    {
      title: "The record was deleted on the hub",
      messages: ["it was deleted on the hub"],
      cause: "Somebody deleted the record since the last refresh.",
      cure: "Run `pulumi up --refresh`: it creates the record again, or restores a subscription.",
    },
    {
      title: "The API ignored a property",
      messages: ["The API accepted a write of <subject> and ignored"],
      cause: "The API answered with success and kept another value than it was sent.",
      cure: "The live value is in the state. Declare it, or correct the record in the control panel.",
    },
    {
      title: "A record is half made",
      messages: ["What was done before is in the state"],
      cause: "The record exists, and a later request that completes it failed for the reason in front.",
      cure: "Remove that reason and run `up` again. The record is neither lost nor created twice.",
    },
    {
      title: "The API offers no update",
      messages: ["the API offers no such update"],
      cause: "Updates of maintenance templates are inferred, and this server has none.",
      cure: "Change the record in the control panel and in the program, or replace it: `pulumi up --replace <urn>`.",
    },
    {
      title: "The response is not a record",
      messages: ["returned success and no JSON object", "reports success and holds no id of a record"],
      cause:
        "A proxy answered in place of the API, or the API changed. The beginning of the response is in the message.",
      cure: "Check `statushub:baseUrl` and proxies. If the API itself answers so, report it to us.",
    },
    {
      title: "The limit of the key is used up",
      messages: ["the API takes no <limit> with this API key"],
      cause: "Another client with the same key uses its requests up, for 15 minutes or for longer than the API says.",
      cure: "Stop the other client, or give it a key of its own; run again at the time in the message.",
    },
    {
      title: "Requests wait for the limit",
      messages: [
        "<done> <name> done, <per second> a second",
        "the API asks to wait",
        "sent <counted> and <counted> (the API allows",
        "none was refused with 429",
        "refused with 429, so another client probably uses this key",
      ],
      cause: "No error. The API takes 5 writes and 30 reads a second of a key; the lines show what is done.",
      cure: "Wait. If many requests were refused with 429, another client shares the key.",
    },
    {
      title: "Pulumi was interrupted",
      messages: [
        "Pulumi was interrupted. The next up goes on from here",
        "was cancelled while it was under way",
        "was cancelled before it was sent",
        "the wait for a read was cancelled",
      ],
      cause: "Ctrl-C, or a time-out of the operation, ended what was waiting. Writes under way were waited for.",
      cure: "Run `up` again.",
    },
    {
      title: "The operation timed out",
      messages: ["it took longer than the <seconds> s that customTimeouts allow"],
      cause: "The resource has `customTimeouts`, and waiting for the limit of the key counts.",
      cure: "Raise them, or leave them out: every wait of the provider ends by itself.",
    },
    {
      title: "An operation failed elsewhere",
      messages: ["an operation failed, see the error at its resource"],
      cause: "Pulumi prints this line for the stack beside the error at the resource.",
      cure: "Read the error at the resource, further up.",
    },
  ],
};
