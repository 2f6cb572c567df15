import type { Values } from "../engine-model/grpc.ts";
import type { Declared } from "../engine-model/program.ts";
import type { Action } from "./action.ts";
import type { Fault } from "./network.ts";
import type { Setting } from "./scenario.ts";
import type { Invocation } from "./scene.ts";

/** A scenario that a seed has found, or that somebody has thought of. */
interface Example {
  readonly title: string;
  readonly actions: readonly Action[];
  readonly setting?: Setting;
  readonly isKnownDefect?: true;
}

type More = Partial<Omit<Declared, "args">> & { readonly insteadOf?: string };

/** The stack "shop" declares a resource; on hub acme, unless the arguments say otherwise. */
const declare =
  (kind: string, minimal: Values) =>
  (name: string, args: Values = {}, more: More = {}): Action => ({
    do: "declare",
    stack: "shop",
    ...more,
    name,
    kind,
    args: { ...minimal, ...args },
  });

const service = declare("Service", { hub: "acme", groupId: 1, name: "web" });
const template = declare("IncidentTemplate", { hub: "acme", body: "We look." });
const subscription = declare("Subscription", {
  hub: "acme",
  method: "email",
  address: "ops@example.com",
  services: "all",
});
const hub = declare("Hub", { subdomain: "acme" });
const series = declare("Maintenance", {
  hub: "acme",
  title: "Patch",
  startTime: "2037-04-05T02:00:00Z",
  endTime: "2037-04-05T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "down" }],
  repeat: { interval: "weekly", endOn: "2037-04-30T00:00:00Z" },
});

/** Until two dates of the series are over, or all. */
const afterTwo: Action = { do: "wait", hours: 24 * 43 };
const afterAll: Action = { do: "wait", hours: 24 * 70 };

const createdInPanel = (kind: string, values: Values): Action => ({
  do: "create in the panel",
  hub: "acme",
  kind,
  values,
});

const up = (options: Partial<Invocation> = {}): Action => ({ do: "run", stack: "shop", command: "up", ...options });

/** What happens to the first POST of a command. */
const firstPost = (as: Fault["as"], effect: Fault["effect"]): { readonly fault: Fault } => ({
  fault: { on: "POST", after: 0, times: 1, as, effect },
});

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
      subscription("a", { services: ["2"] }),
      up(),
      subscription("b", { adopt: "1" }),
      up({ refresh: false, replace: ["a"] }),
    ],
    setting: { restore: "new-id" },
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
    title: "[SER-10] a series that is over is neither changed nor deleted if its end moves, and goes on",
    actions: [
      series("a"),
      up(),
      afterAll,
      series("a", { repeat: { interval: "weekly", endOn: "2037-07-31T00:00:00Z" } }),
      up(),
    ],
  },
  {
    title: "[SER-10] a series that is over stays if its title changes, and if it leaves the program",
    actions: [
      series("a"),
      up(),
      afterAll,
      series("a", { title: "Upgrade" }),
      up(),
      { do: "drop", stack: "shop", name: "a" },
      up(),
    ],
  },
  {
    title: "[SER-2] a series goes on under its next occurrence, although the list shows no times",
    actions: [
      { do: "server", assume: { "list-fields": "minimal", "series-delete": "whole-series" } },
      series("a"),
      up(),
      afterTwo,
    ],
  },
  {
    title: "[SER-11] what another resource makes at the same time isn't taken for an occurrence",
    actions: [
      { do: "server", assume: { "write-responses": "no-record" } },
      createdInPanel("Maintenance", {
        title: "Patch",
        startTime: "2037-06-07T02:00:00Z",
        endTime: "2037-06-07T03:00:00Z",
        serviceStatuses: [{ service: "2", status: "down" }],
      }),
      series("a", { startTime: "2037-04-05T01:00:00Z", repeat: null }),
      up(),
      series("b", { startTime: "2037-04-05T01:00:00Z", endTime: "2037-04-05T03:00:00Z", adopt: "1" }),
      series("c", {
        endTime: "2037-04-05T04:00:00Z",
        serviceStatuses: [{ service: "2", status: "down" }],
        repeat: null,
      }),
    ],
  },
  {
    title: "[OWN-3] a rename that adopts the current occurrence keeps the whole series",
    actions: [series("a"), up(), afterTwo, series("b", { adopt: "3" }, { insteadOf: "a" }), up({ refresh: false })],
  },
  {
    title: "[IDN-4] what a provider still creates after the engine was killed isn't created again",
    actions: [series("a"), up({ kill: { after: 3, isSent: true, isOnlyEngine: true } }), up()],
  },
];
