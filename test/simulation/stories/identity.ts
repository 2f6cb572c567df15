import { byHand, firstPost, maintenance, type Story, service, subscription, template, up } from "./story.ts";

/** Similarity is not identity: what is near to a record of ours is somebody else's. */
export const stories: readonly Story[] = [
  {
    title: "[IDN-2] an empty customId identifies nothing",
    actions: [service("a", { customId: "", adopt: true }), up()],
  },
  {
    title: "[IDN-3] adopt takes no service whose customId differs by case and spaces",
    actions: [
      byHand("Service", { groupId: 1, name: "web", customId: "PAY" }),
      service("a", { customId: "p ay", adopt: true }),
      up(),
    ],
  },
  {
    title: "[IDN-3] adopt takes no subscription whose address differs by case",
    actions: [
      byHand("Subscription", { method: "webhook", address: "https://h.example.com/Zk9/A", services: "all" }),
      subscription("a", { method: "webhook", address: "https://h.example.com/Zk9/a", adopt: true }),
      up(),
    ],
  },
  {
    title: "[IDN-3] adopt takes the record that is equal",
    actions: [
      byHand("Service", { groupId: 1, name: "shop", customId: "pay" }),
      service("a", { customId: "pay", adopt: true }),
      up(),
    ],
  },
  {
    title: "[IDN-1] a template that differs by case is no trace of an interrupted run",
    actions: [byHand("IncidentTemplate", { title: "DOWN", body: "We look." }), template("a", { title: "Down" })],
  },
  {
    title: "[IDN-1] a maintenance that differs by spaces is no trace of an interrupted run",
    actions: [
      byHand("Maintenance", {
        title: "Pat ch",
        startTime: "2026-04-05T02:00:00Z",
        endTime: "2026-04-05T03:00:00Z",
        serviceStatuses: [{ service: "1", status: "down" }],
      }),
      maintenance("a"),
    ],
  },
  {
    title: "[IDN-1] the age of a record does not depend on the clock of this machine",
    actions: [{ do: "clock is off", minutes: -100 }, service("a", { name: "Login" }), { do: "wait", hours: 1 }, up()],
  },
  {
    title: "[IDN-5] a refusal for another reason restores nobody's subscription",
    actions: [
      byHand("Subscription", { method: "email", address: "ops@example.com", services: "all" }),
      { do: "unsubscribe", id: 1 },
      { do: "delete by hand", kind: "Service", id: 1 },
      subscription("a", { services: ["1"] }),
      up(),
    ],
  },
  {
    title: "[IDN-5] nor does a refusal that a fault makes up",
    actions: [
      byHand("Subscription", { method: "email", address: "ops@example.com", services: "all" }),
      { do: "unsubscribe", id: 1 },
      subscription("a"),
      up(firstPost(422, "none")),
    ],
  },
  {
    title: "[IDN-7] a hub is the same one where its ID comes as text",
    actions: [{ do: "server", habit: "ids as text" }, service("a"), up()],
  },
  {
    title: "[IDN-2] nor where somebody else's is empty, too",
    actions: [
      byHand("Service", { groupId: 1, name: "web", customId: "" }),
      service("a", { customId: "", adopt: true }),
      up(),
    ],
  },
  {
    title: "[IDN-2] a refusal is not blamed on a service that has no customId either",
    actions: [
      byHand("Service", { groupId: 1, name: "web", customId: "" }),
      service("a", { customId: "" }),
      up(firstPost(422, "none")),
    ],
  },
  {
    title: "[IDN-3] of two services, adopt takes the equal one",
    actions: [
      byHand("Service", { groupId: 1, name: "web", customId: "PAY" }),
      byHand("Service", { groupId: 1, name: "web", customId: "pay" }),
      service("a", { customId: "pay", adopt: true }),
      up(),
    ],
  },
  {
    title: "[IDN-3] adopt takes no service that is deleted, where a list does not say so",
    actions: [
      { do: "server", habit: "lists show deleted records without a mark" },
      byHand("Service", { groupId: 1, name: "web", customId: "pay" }),
      { do: "delete by hand", kind: "Service", id: 7 },
      service("a", { customId: "pay", adopt: true }),
      up(),
    ],
    isRed: true,
  },
  {
    title: "[IDN-1] nor a subscription that its recipient has ended",
    actions: [
      { do: "server", habit: "lists show deleted records without a mark" },
      byHand("Subscription", { method: "email", address: "ops@example.com", services: "all" }),
      { do: "unsubscribe", id: 1 },
      subscription("a", { adopt: true }),
      up(),
    ],
    isRed: true,
  },
  {
    title: "[LIF-5] a record that was deleted is no trace of an interrupted run, where a list does not say so",
    actions: [
      { do: "server", habit: "lists show deleted records without a mark" },
      service("a"),
      up(),
      { do: "run", stack: "shop", command: "destroy" },
      up(),
    ],
    isRed: true,
  },
  {
    title: "[IDN-1] a deleted subscription with the declared address comes back, where it is in the way",
    actions: [
      { do: "server", habit: "a deleted subscription keeps its address" },
      byHand("Subscription", { method: "email", address: "ops@example.com", services: "all" }),
      { do: "unsubscribe", id: 1 },
      subscription("a"),
      up(),
    ],
  },
  {
    title: "[IDN-1] one whose address differs by case does not",
    actions: [
      { do: "server", habit: "a deleted subscription keeps its address" },
      byHand("Subscription", { method: "email", address: "Ops@example.com", services: "all" }),
      { do: "unsubscribe", id: 1 },
      subscription("a"),
      up(),
      { do: "drop", stack: "shop", name: "a" },
    ],
  },
];
