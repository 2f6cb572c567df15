import type { Values } from "../../engine-model/grpc.ts";
import { day, weeklyUntil } from "../kinds.ts";
import { isLive } from "../owners.ts";
import type { Scene } from "../scene.ts";
import { hasEnded } from "../server.ts";
import { type Generator, hubsOf, stackOf } from "./choices.ts";
import { copyExactly, deleteWithService } from "./panel.ts";
import { declare, duplicate, linked, similar } from "./program.ts";
import { changeSeries, declareSeries, formatted } from "./series.ts";

/*
 * What rarely happens by chance, each as a few events that belong together.
 */

const up: Generator = (scene, choices) => ({ do: "run", stack: stackOf(scene, choices).name, command: "up" });

const wait =
  (hours: number): Generator =>
  () => ({ do: "wait", hours });

const only =
  (kinds: readonly string[], generator: Generator): Generator =>
  (scene, choices, theme) =>
    generator(scene, choices, { ...theme, kinds });

/** One maintenance that is to come, with its times. */
function ahead({ rows, platform }: Scene) {
  const found = [...rows].findLast(
    ([key, row]) => key.startsWith("maintenances/") && isLive(row) && !hasEnded(row, platform.now),
  );
  if (found === undefined) return undefined;
  const [, { id, start_time, end_time }] = found;
  return { id, start: Date.parse(String(start_time)), end: Date.parse(String(end_time)) };
}

const changeAhead =
  (change: (times: { readonly start: number; readonly end: number }) => Values): Generator =>
  (scene) => {
    const found = ahead(scene);
    return found && { do: "change in the panel", kind: "Maintenance", id: found.id, values: change(found) };
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

const declareOne =
  (more: Values): Generator =>
  (scene, choices, theme) => {
    const action = declareSeries(scene, choices, theme);
    if (action?.do !== "declare") return action;
    const { repeat: _, ...args } = action.args;
    return { ...action, args: { ...args, ...more } };
  };

const plain: Generator = (scene, choices, theme) => {
  const action = declare(scene, choices, theme);
  if (action?.do !== "declare") return action;
  const { customId: _, adopt, ...args } = action.args;
  return { ...action, args };
};

const lostPosts: Generator = (scene, choices) => ({
  do: "run",
  stack: stackOf(scene, choices).name,
  command: "up",
  fault: {
    ...{ on: "POST", after: 0, times: choices.pick([2, 3, 4]) ?? 2, as: "reset" },
    effect: choices.pick(["first", "done", "a minute later"] as const) ?? "first",
  },
});

const noRoute =
  (on: "GET" | "DELETE", command: "up" | "destroy"): Generator =>
  (scene, choices) => ({
    ...{ do: "run", stack: stackOf(scene, choices).name, command },
    fault: { on, after: 0, times: 9, as: "no route", effect: "none" },
  });

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
  [template(declare), copyExactly, wait(2), up],
  [declareOne({}), copyExactly, wait(2), up],
  [only(["Service"], declare), only(["Subscription"], linked), up, deleteWithService, up],
  [declare, up, swapHubs, up],
  [declare, up, noRoute("GET", "up"), up],
  [declare, up, noRoute("DELETE", "destroy")],
];
