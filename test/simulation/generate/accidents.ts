import type { Values } from "../../engine-model/grpc.ts";
import { day, weeklyUntil } from "../kinds.ts";
import { hasEnded, type Row } from "../server.ts";
import { type Generator, hubsOf, stackOf, type Theme } from "./choices.ts";
import { archive, copyInPanel, createInPanel, deleteWithService, sameNameInPanel } from "./panel.ts";
import { adopt, declare, drop, dropAdopt, duplicate, linked, moveHub, review, similar } from "./program.ts";
import { changeSeries, declareSeries, formatted } from "./series.ts";

/*
 * What rarely happens by chance, each as a few events that belong together.
 */

export const up: Generator = (scene, choices) => ({ do: "run", stack: stackOf(scene, choices).name, command: "up" });

const wait =
  (hours: number): Generator =>
  () => ({ do: "wait", hours });

const only =
  (kinds: Theme["kinds"], generator: Generator): Generator =>
  (scene, choices, theme) =>
    generator(scene, choices, { ...theme, kinds });

/** Somebody changes one maintenance that is to come. */
const changeAhead =
  (change: (times: { readonly start: number; readonly end: number }) => Values): Generator =>
  (scene) => {
    const isAhead = ([, row]: [string, Row]) => !hasEnded(row, scene.platform.now);
    const [, row] = scene.liveIn("maintenances").findLast(isAhead) ?? [];
    if (row === undefined) return undefined;
    const [start, end] = [Date.parse(String(row.start_time)), Date.parse(String(row.end_time))];
    return { do: "change in the panel", kind: "Maintenance", id: row.id, values: change({ start, end }) };
  };

const extended = changeAhead(({ end }) => ({ endTime: formatted(end + 20 * day) }));
const postponed = changeAhead(({ start, end }) => ({
  startTime: formatted(start + 20 * day),
  endTime: formatted(end + 20 * day),
}));
const repeated = changeAhead(({ start }) => ({ repeat: weeklyUntil(start + 25 * day) }));

export const swapHubs: Generator = (scene) => {
  const [one, other] = hubsOf(scene);
  return one && other && { do: "swap hubs", ids: [one.id, other.id] };
};

const declaring =
  (generator: Generator, change: (args: Values) => Values): Generator =>
  (...given) => {
    const action = generator(...given);
    return action?.do === "declare" ? { ...action, args: change(action.args) } : action;
  };

const declareOne = (more: Values) => declaring(declareSeries, ({ repeat, ...args }) => ({ ...args, ...more }));
const plain = declaring(declare, ({ customId, adopt, ...args }) => args);

const lostPosts: Generator = (scene, choices) => ({
  do: "run",
  stack: stackOf(scene, choices).name,
  command: "up",
  fault: {
    ...{ on: "POST", after: 0, times: choices.pick([2, 3, 4]), as: "reset" },
    effect: choices.pick(["first", "done", "a minute later"]),
  },
});

const noRoute =
  (on: "GET" | "DELETE", command: "up" | "destroy"): Generator =>
  (scene, choices) => ({
    ...{ do: "run", stack: stackOf(scene, choices).name, command },
    fault: { on, after: 0, times: 9, as: "no route", effect: "none" },
  });

const inTeam =
  (command: "up" | "destroy" | "refresh", refresh?: false): Generator =>
  () => ({ do: "run", stack: "team", command, ...(refresh === false && { refresh }) });

const refreshed: Generator = (scene, choices) => ({
  do: "run",
  stack: stackOf(scene, choices).name,
  command: "refresh",
});

/** The preview or the `up` of a replacement that somebody asks for. */
const replaceLast =
  (command: "up" | "preview"): Generator =>
  (scene, choices) => {
    const { name: stack, program } = stackOf(scene, choices);
    const name = program.at(-1)?.name;
    return name === undefined ? undefined : { do: "run", stack, command, replace: [name] };
  };

const template = only.bind(undefined, ["IncidentTemplate", "MaintenanceTemplate"]);

/** All events of an accident choose by the same numbers, so that they concern the same stack. */
export const accidents: readonly (readonly Generator[])[] = [
  [template(declare), duplicate("h"), duplicate("i"), lostPosts, up],
  [only(["Service"], plain), similar, lostPosts, up],
  [declareOne({}), up, extended, wait(24 * 6), changeSeries, up],
  [declareOne({}), up, postponed, wait(24 * 6), up],
  [declareSeries, up, extended, wait(24 * 6), up],
  [declareSeries, up, postponed, wait(24 * 6), changeSeries, up],
  [declareOne({ state: "draft" }), up, wait(24 * 6), changeSeries, up],
  [declareOne({}), up, repeated, up],
  [template(declare), copyInPanel(false), wait(2), up],
  [declareOne({}), copyInPanel(false), wait(2), up],
  [only(["Service"], declare), only(["Subscription"], linked), up, deleteWithService, up],
  [declare, up, swapHubs, up],
  [declare, up, noRoute("GET", "up"), up],
  [createInPanel, review, inTeam("up"), inTeam("destroy")],
  [declare, up, review, inTeam("up"), inTeam("destroy", false), up],
  [createInPanel, adopt, up, dropAdopt, refreshed, up, drop, up],
  [createInPanel, adopt, up, moveHub, up],
  [createInPanel, adopt, up, replaceLast("preview"), up],
  [only(["Service"], plain), sameNameInPanel, up],
  [only(["Service"], declare), sameNameInPanel, archive, up],
  [declare, up, noRoute("DELETE", "destroy")],
];
