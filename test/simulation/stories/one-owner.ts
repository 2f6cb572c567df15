import { firstPost, type Story, service, subscription, template, up } from "./story.ts";

/** A record has one resource, and the record of a resource that is declared is never deleted. */
export const stories: readonly Story[] = [
  {
    title: "[LIF-9] a rename with an alias sends nothing",
    actions: [template("web"), up(), template("site", {}, { insteadOf: "web", aliases: [{ name: "web" }] }), up()],
  },
  {
    title: "a rename with adopt keeps the record where another resource fails in the same up",
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
    title: "so does one by customId",
    actions: [
      service("web", { customId: "pay" }),
      up(),
      service("site", { customId: "pay", adopt: true }, { insteadOf: "web" }),
      template("other"),
      up({ refresh: false, ...firstPost(422, "none") }),
      up(),
    ],
  },
  {
    title: "--replace of what is adopted keeps the record where another resource fails in the same up",
    actions: [
      service("web", { customId: "pay", adopt: true }),
      up(),
      template("other"),
      up({ refresh: false, replace: ["web"], ...firstPost(422, "none") }),
      up(),
    ],
  },
  {
    title: "a rename with adopt and a move to the native provider keep the record",
    actions: [
      subscription("web"),
      up(),
      subscription("site", { adopt: true }, { insteadOf: "web", provider: "native" }),
      up(),
    ],
  },
  {
    title: "a rename with adopt and a move to an explicit provider keep the record",
    actions: [
      template("web", {}, { provider: "native" }),
      up(),
      template("site", { adopt: "1" }, { insteadOf: "web", provider: "explicit" }),
      up(),
    ],
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
    title: "adopt by ID takes no record that the stack has, with --target",
    actions: [service("a"), up(), service("b", { adopt: "7" }), up({ target: ["b"] })],
    isRed: true,
  },
  {
    title: "[IDN-9] an adoption that fails leaves the record in the state",
    actions: [
      service("web", { customId: "pay" }),
      up(),
      service("site", { customId: "pay", description: "", adopt: true }, { insteadOf: "web" }),
      up({ refresh: false, continueOnError: true, fault: { on: "PUT", after: 0, times: 9, as: 422, effect: "none" } }),
    ],
  },
];
