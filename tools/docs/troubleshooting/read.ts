import type { Chapter } from "./entry.ts";

export const read: Chapter = {
  title: "Refresh and import",
  text: "Reads never change anything. A record counts as gone only when its hub is visible with the key.",
  entries: [
    {
      title: "There is no record with this id",
      messages: ["There is no <kind> with the id <id>"],
      cause:
        "A look-up such as `Service.get`, or an import, names an id that the hub does not have, or a deleted record.",
      cure: "Use the id of the API, not the `customId`. `pulumi-statushub export <hub> --json` lists the ids.",
    },
    {
      title: "The id of an import has the wrong form",
      messages: ["does not name a <kind>. Write the subdomain", "is neither a subdomain nor the id of a record"],
      cause: "An import by the native plugin needs the hub as well as the id.",
      cure: "Write `acme/1234`; for a hub its subdomain or id alone.",
    },
    {
      title: "A number names two hubs",
      messages: ['is the ID of hub "<subdomain>" and the subdomain of hub <id>'],
      cause: "One hub has this ID, and another one has it as its subdomain.",
      cure: "Import the hub by the other of its two names, which the message shows.",
    },
    {
      title: "A list cannot be read to its end",
      messages: [
        "repeats its pages, so the list cannot be read",
        "has more than 1000 pages of 100 records",
        "returned no list of records",
      ],
      cause: "The API does not page as documented, or a proxy caches the pages.",
      cure: "The provider then reads each record by itself. A command that needs the list stops: check proxies first.",
    },
    {
      title: "The record to adopt is not there",
      messages: ["which adopt names, does not exist in hub", "which adopt names, is deleted"],
      cause: "`adopt` holds the id of another hub's record, of a deleted one, or of another kind.",
      cure: "Use the id of a live record of this hub, or leave `adopt` out to create one.",
    },
    {
      title: "The record has a resource already",
      messages: [
        "belongs to another resource of this stack: a record has one resource",
        "has two resources in this program",
      ],
      cause: "Two resources of the program stand for one record. Pulumi would change it back and forth.",
      cure: "Remove one of the two: the record stays as it is. If you renamed the resource, use `aliases` and not `adopt`.",
    },
    {
      title: "A replacement does not adopt its own record",
      messages: ["belongs to the resource that is being replaced"],
      cause: "Pulumi replaces the resource, and `adopt` would take the record that is deleted after that.",
      cure: "Remove `adopt`, and set the option `deleteBeforeReplace: true`.",
    },
    {
      title: "The record to adopt is only similar",
      messages: ["has exactly the declared"],
      cause:
        "`adopt: true` takes the record with exactly the declared `customId` or `address`. One differs by case or spaces.",
      cure: "If that is the record, declare its value as it is there, or `adopt` with its ID. If not, leave `adopt` out.",
    },
    {
      title: "Adopt needs an id here",
      messages: ["Name its ID: adopt:"],
      cause: "`adopt: true` looks for the record in a list that this server does not offer.",
      cure: "Declare `adopt` with the id of the record as text.",
    },
    {
      title: "A newer version wrote the state",
      messages: ['pulumi-statushub has no resource "<kind>"'],
      cause: "The state has a kind of resource that the installed version does not know.",
      cure: "Install the version that wrote the state, or a newer one: `npm install pulumi-statushub@latest`.",
    },
  ],
};

export const destroy: Chapter = {
  title: "Delete and destroy",
  text: "A record that is deleted already is a success.",
  entries: [
    {
      title: "A hub stays",
      messages: ["stays on StatusHub as it is: the API has no delete for it"],
      cause: "No error. Hubs cannot be created or deleted by the API; only the state forgets it.",
      cure: "Nothing. Delete the hub in the control panel if it is to go.",
    },
    {
      title: "An adopted record stays",
      messages: ["stays: another resource of this stack has it"],
      cause: "No error. A resource was removed from the program, and another one has adopted its record.",
      cure: "Nothing: the record has one resource again.",
    },
    {
      title: "Later occurrences of a series may remain",
      messages: ["later occurrences may remain"],
      cause:
        "The API refused to end the series before the delete. That a delete takes the later ones along is inferred.",
      cure: "Look at the calendar of the hub, and delete what is left in the control panel.",
    },
    {
      title: "The API offers no delete",
      messages: ["the API offers no such delete"],
      cause: "Deletes of services and maintenance templates are inferred, and this server has none.",
      cure: "Delete the record in the control panel, then run `pulumi refresh`; or `pulumi state delete <urn>`.",
    },
  ],
};
