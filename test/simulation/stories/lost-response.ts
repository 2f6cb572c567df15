import { byHand, firstPost, maintenance, type Story, service, subscription, template, up } from "./story.ts";

/** Nobody knows whether a request took effect: its record exists once, in the state or in the error. */
export const stories: readonly Story[] = [
  {
    title: "[IDN-1] a visitor's own subscription stays the visitor's after a lost response",
    actions: [
      byHand("Subscription", { method: "email", address: "ops@example.com", services: "all" }),
      subscription("a"),
      up(firstPost(504, "done")),
    ],
  },
  {
    title: "[IDN-1] so does a service that somebody has made with the same customId",
    actions: [
      byHand("Service", { groupId: 1, name: "web", customId: "pay" }),
      service("a", { customId: "pay" }),
      up(firstPost("half", "done")),
    ],
  },
  {
    title: "[IDN-4] a template that was made is found after a lost response",
    actions: [template("a"), up(firstPost("reset", "done"))],
  },
  {
    title: "[IDN-4] a service that was made is found after an error of the server",
    actions: [service("a", { customId: "pay" }), up(firstPost(500, "done"))],
  },
  {
    title: "[IDN-4] 408 may mean that the record was made",
    actions: [maintenance("a"), up(firstPost(408, "done"))],
  },
  { title: "[IDN-4] 408 may mean that it will be", actions: [template("a"), up(firstPost(408, "late"))] },
  {
    title: "[IDN-4] 504 may mean that the server is still at work",
    actions: [maintenance("a"), up(firstPost(504, "late"))],
  },
  {
    title: "[IDN-4] so may a connection that breaks",
    actions: [template("a"), up(firstPost("reset", "late"))],
  },
  {
    title: "[IDN-4] a time-out is followed by no second request",
    actions: [template("a"), up(firstPost("hang", "late"))],
  },
  {
    title: "[IDN-4] a killed create is not done twice",
    actions: [template("a"), up({ kill: { after: 2, isSent: true } }), up()],
  },
  {
    title: "[IDN-4] two equal templates are two records, also where the response of one is lost",
    actions: [template("a"), template("b"), up(firstPost("reset", "none"))],
  },
  {
    title: "[IDN-4] a template is found that the server keeps in a form of its own",
    actions: [
      { do: "server", habit: "titles in capitals" },
      template("a", { title: "Down" }),
      up(firstPost("reset", "done")),
    ],
  },
  {
    title: "[IDN-4] a template is found where lists shorten texts",
    actions: [
      { do: "server", habit: "lists shorten texts" },
      template("a", { title: "Down" }),
      up(firstPost("reset", "done")),
    ],
  },
];
