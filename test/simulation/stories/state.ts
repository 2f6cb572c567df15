import { hub, maintenance, type Story, subscription, template, up } from "./story.ts";

const weekly = { repeat: { interval: "weekly", endOn: "2026-04-30T00:00:00Z" } };

/** What the state says of a record, and what is left alone. */
export const stories: readonly Story[] = [
  {
    title: "[IDN-8] a hub is known by its ID where another one uses its old name",
    actions: [
      template("a"),
      up(),
      { do: "rename hub", id: 1, subdomain: "acme-old" },
      { do: "rename hub", id: 2, subdomain: "acme" },
      template("a", { title: "Down" }),
      up(),
    ],
  },
  {
    title: "[CLR-8] keys of a configuration that nobody declares stay",
    actions: [
      subscription("a", { configuration: { other: "Xq7" } }),
      up(),
      { do: "change by hand", kind: "Subscription", id: 1, values: { configuration: { header: "Xq7-two" } } },
      up(),
    ],
  },
  {
    title: "[LIF-5] a destroy takes away a series whose second request took effect without a response",
    actions: [
      maintenance("a", weekly),
      up({ fault: { on: "PUT", after: 0, times: 9, as: 500, effect: "done" } }),
      { do: "run", stack: "shop", command: "destroy" },
    ],
  },
  {
    title: "[DRF-14] an output follows the record to null",
    actions: [
      hub("page"),
      { do: "change by hand", kind: "Hub", id: 1, values: { custom_domain: "status.example.com" } },
      up(),
      { do: "change by hand", kind: "Hub", id: 1, values: { custom_domain: null } },
      up(),
    ],
  },
  {
    title: "[SUB-4] a subscription that its recipient ends is restored, also under another ID",
    actions: [subscription("a"), up(), { do: "unsubscribe", id: 1 }, up()],
    setting: { restore: "new-id" },
  },
  {
    title: "[REL-2] a hub that the program renames keeps its records",
    actions: [hub("page"), template("a", { hub: { ref: "page" } }), up(), hub("page", { subdomain: "acme-2" }), up()],
  },
];
