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
    actions: [{ do: "ids as text" }, service("a"), up()],
  },
];
