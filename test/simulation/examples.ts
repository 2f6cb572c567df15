import { createdInPanel, type Example, firstPost, hub, service, subscription, template, up } from "./example.ts";

/** Scenarios that need all of it: several resources, kills, two providers or a server with ways of its own. */
export const examples: readonly Example[] = [
  {
    title: "[IDN-1] the age of a record doesn't depend on this machine's clock",
    actions: [{ do: "clock is off", minutes: -100 }, service("a", { name: "Login" }), { do: "wait", hours: 1 }, up()],
  },
  {
    title: "[IDN-7] a hub is the same one if its ID comes as text",
    actions: [{ do: "server", assume: { "record-ids": "text" } }, service("a"), up()],
  },
  {
    title: "[IDN-3] of two services, adopt takes the equal one",
    actions: [
      createdInPanel("Service", { groupId: 1, name: "web", customId: "PAY" }),
      createdInPanel("Service", { groupId: 1, name: "web", customId: "pay" }),
      service("a", { customId: "pay", adopt: true }),
      up(),
    ],
  },
  {
    title: "[IDN-3] adopt doesn't take a deleted subscription that a list doesn't mark as deleted",
    actions: [
      { do: "server", assume: { "deleted-in-lists": "unmarked" } },
      createdInPanel("Subscription", { method: "email", address: "ops@example.com", services: "all" }),
      { do: "unsubscribe", id: 1 },
      subscription("a", { adopt: true }),
      up(),
    ],
  },
  {
    title: "[LIF-5] a deleted record that a list doesn't mark as deleted isn't a leftover of an interrupted run",
    actions: [
      { do: "server", assume: { "deleted-in-lists": "unmarked" } },
      service("a"),
      up(),
      { do: "run", stack: "shop", command: "destroy" },
      up(),
    ],
  },
  {
    title: "[IDN-1] a deleted subscription whose address differs in case is not restored",
    actions: [
      { do: "server", assume: { "freed-values": "reserved" } },
      createdInPanel("Subscription", { method: "email", address: "Ops@example.com", services: "all" }),
      { do: "unsubscribe", id: 1 },
      subscription("a"),
      up(),
      { do: "drop", stack: "shop", name: "a" },
    ],
  },
  {
    title: "[IDN-1] a similar live subscription doesn't hide the deleted one that blocks the create",
    actions: [
      { do: "server", assume: { "freed-values": "reserved" } },
      createdInPanel("Subscription", { method: "sms", address: "+49 170 1234567", services: "all" }),
      { do: "unsubscribe", id: 1 },
      createdInPanel("Subscription", { method: "sms", address: "+491701234567", services: "all" }),
      subscription("a", { method: "sms", address: "+49 170 1234567" }),
      up(),
    ],
  },
  {
    title: "[IDN-4] a timeout is followed by no second request",
    actions: [template("a"), up(firstPost("hang", "late"))],
  },
  {
    title: "[IDN-4] two equal templates are two records, even if the response of one is lost",
    actions: [template("a"), template("b"), up(firstPost("reset", "none"))],
  },
  {
    title: "[IDN-4] after a lost response, a template is found in a list that shortens texts",
    actions: [
      { do: "server", assume: { "list-fields": "shortened" } },
      template("a", { title: "Down" }),
      up(firstPost("reset", "done")),
    ],
  },
  {
    title: "[IDN-4] a killed create beside an equal resource isn't repeated",
    actions: [template("a"), up(), template("b"), up({ kill: { after: 5, isSent: true } }), up()],
  },
  {
    title: "[IDN-4] a killed create isn't repeated if the search for its record is rejected",
    actions: [
      template("a"),
      up({ kill: { after: 2, isSent: true } }),
      up({ fault: { on: "GET", after: 1, times: 2, as: 422, effect: "none" } }),
    ],
  },
  {
    title: "[OWN-1] a rename with adopt keeps the record if another resource fails in the same up",
    actions: [
      template("web"),
      up(),
      template("site", { adopt: "1" }, { insteadOf: "web" }),
      template("other", { title: "Down" }),
      up({ refresh: false, ...firstPost(422, "none") }),
      up(),
    ],
  },
  {
    title: "[OWN-1] --replace of an adopted record keeps it if another resource fails in the same up",
    actions: [
      service("web", { customId: "pay", adopt: true }),
      up(),
      template("other"),
      up({ refresh: false, replace: ["web"], ...firstPost(422, "none") }),
      up(),
    ],
  },
  {
    title: "[OWN-1] --replace of a deleted subscription doesn't restore the record that it then deletes",
    actions: [
      { do: "server", assume: { "freed-values": "reserved" } },
      subscription("a", { services: ["1"] }),
      up(),
      { do: "unsubscribe", id: 1 },
      up({ replace: ["a"] }),
    ],
  },
  {
    title: "[OWN-2] adopt with an ID doesn't take the record of a resource that --replace replaces",
    actions: [
      { do: "server", assume: { "restored-id": "new" } },
      subscription("a", { services: ["2"] }),
      up(),
      subscription("b", { adopt: "1" }),
      up({ refresh: false, replace: ["a"] }),
    ],
    isKnownDefect: true,
  },
  {
    title: "[OWN-1] a rename with adopt and a move to the native provider keep the record",
    actions: [
      subscription("web"),
      up(),
      subscription("site", { adopt: true }, { insteadOf: "web", provider: "native" }),
      up(),
    ],
  },
  {
    title: "[OWN-1] a rename with adopt and a move to an explicit provider keep the record",
    actions: [
      template("web", {}, { provider: "native" }),
      up(),
      template("site", { adopt: "1" }, { insteadOf: "web", provider: "explicit" }),
      up(),
    ],
  },
  {
    title: "[OWN-2] adopt doesn't take what a resource of another provider has created in the same up",
    actions: [
      service("c", { name: "Web", customId: "pay", adopt: true }),
      service("a", { name: "web", customId: "pay" }, { provider: "native" }),
      up(),
    ],
    seed: 957,
  },
  {
    title: "[LIF-9] a move to the native provider with an alias sends nothing",
    actions: [
      template("web"),
      up(),
      template("web", {}, { provider: "native", aliases: [{ provider: "dynamic" }] }),
      up(),
    ],
  },
  {
    title: "[OWN-2] with --target, adopt with an ID doesn't take a record of the stack",
    actions: [service("a"), up(), service("b", { adopt: "7" }), up({ target: ["b"] })],
    isKnownDefect: true,
  },
  {
    title: "[OWN-2] adopt doesn't take the record of a resource whose own properties are invalid",
    actions: [
      template("a", { title: "Down" }),
      up(),
      template("a", { title: "Down", body: 1 }),
      template("b", { title: "Down", adopt: "1" }),
      up({ refresh: false }),
    ],
    isKnownDefect: true,
  },
  {
    title: "[IDN-4] the leftover of a killed run isn't created again if a list leaves it out",
    actions: [
      template("a"),
      up({ kill: { after: 2, isSent: true } }),
      up({ fault: { on: "GET", after: 0, times: 2, as: "short list", effect: "done" } }),
    ],
    isKnownDefect: true,
  },
  {
    title: "[IDN-1] what somebody else made in the same second isn't ours if the list before a lost POST failed",
    actions: [
      createdInPanel("Service", { groupId: 1, name: "web", customId: "pay" }),
      service("a", { customId: "pay" }),
      up({ fault: { on: "any", after: 1, times: 2, as: "half", effect: "none" } }),
    ],
    isKnownDefect: true,
  },
  {
    title: "[DRF-14] an output follows the record to null",
    actions: [
      hub("page"),
      { do: "change in the panel", kind: "Hub", id: 1, values: { custom_domain: "status.example.com" } },
      up(),
      { do: "change in the panel", kind: "Hub", id: 1, values: { custom_domain: null } },
      up(),
    ],
  },
  {
    title: "[OWN-3] two Hub resources for one hub are refused in every up",
    actions: [hub("page"), hub("other"), up(), up()],
  },
];
