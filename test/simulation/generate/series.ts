import type { Values } from "../../engine-model/grpc.ts";
import { areInOrder, day, weeklyUntil } from "../kinds.ts";
import type { Scene } from "../scene.ts";
import type { Row } from "../server.ts";
import { adoptable, type Choices, defined, type Generator, hubOf, placeOn, stackOf } from "./choices.ts";

/*
 * Random lives of a series: it begins within days, and as time passes, programs and people change, extend, cut and end it,
 * take single dates out of it, and adopt what is left.
 */

const hour = 3_600_000;

export const formatted = (time: number) => new Date(time).toISOString().replace(".000Z", "Z");

const timesFrom = (start: number) => ({ startTime: formatted(start), endTime: formatted(start + hour) });

/** A time of day in the next days. */
const soon = ({ platform }: Scene, choices: Choices) =>
  Math.floor(platform.now / day) * day + (1 + (choices.next() % 4)) * day + 2 * hour;

export const declareSeries: Generator = (scene, choices, theme) => {
  const { name: stack, program } = stackOf(scene, choices);
  const hub = hubOf(scene, choices);
  if (hub === undefined) return undefined;
  const name = choices.pick(["a", "b"]);
  const [service] = placeOn(scene, hub, program).services.filter((each) => typeof each === "string");
  const start = soon(scene, choices);
  const args = {
    hub: hub.subdomain,
    title: choices.pick(["Patch", "PATCH"]),
    ...timesFrom(start),
    serviceStatuses: [{ service, status: "down" }],
    repeat: weeklyUntil(start + choices.pick([25, 11, 45]) * day),
    ...(choices.oneIn(3) && { body: "Be patient." }),
  };
  return { do: "declare", stack, name, kind: "Maintenance", provider: choices.pick(theme.providers), args };
};

type Edit = (args: Values, scene: Scene, choices: Choices) => Values;

const startOf = ({ startTime }: Values) => Date.parse(String(startTime));

const endOf = ({ startTime, repeat }: Values) =>
  Date.parse(String((repeat as { endOn?: string } | undefined)?.endOn ?? startTime));

const edits: readonly Edit[] = [
  (_, __, choices) => ({ title: choices.pick(["Patch all", "Patch", "PATCH"]) }),
  ({ body }) => ({ body: body === undefined ? "Be patient." : undefined }),
  ({ notifications }) => ({
    notifications: notifications === undefined ? [{ offsetInMin: -60, offsetType: "start" }] : undefined,
  }),
  // Later or earlier on the same days.
  (args, _, choices) => timesFrom(startOf(args) + choices.pick([hour, -hour])),
  // Longer.
  (args) => ({ endTime: formatted(startOf(args) + 2 * hour) }),
  // On other days.
  (_, scene, choices) => timesFrom(soon(scene, choices)),
  (_, scene, choices) => {
    const start = soon(scene, choices);
    return { ...timesFrom(start), repeat: weeklyUntil(start + 25 * day) };
  },
  // Extends or cuts it.
  (args, _, choices) => ({ repeat: weeklyUntil(endOf(args) + choices.pick([14, 7, -7, -14]) * day) }),
  (_, scene, choices) => ({ repeat: weeklyUntil(scene.platform.now + choices.pick([0, -3, 8]) * day) }),
  // Makes it a single maintenance: the first one, or one to come.
  (_, __, choices) => ({ repeat: choices.pick([undefined, null]) }),
  (_, scene, choices) => ({ ...timesFrom(soon(scene, choices)), repeat: undefined }),
];

/** Changes what the program says of a maintenance, most often of one that is a series. */
export const changeSeries: Generator = (scene, choices) => {
  const { name: stack, program } = stackOf(scene, choices);
  const declared = choices.pick(program.filter(({ kind }) => kind === "Maintenance"));
  if (declared === undefined) return undefined;
  const edit = choices.pick(edits) ?? edits[0];
  const another = choices.oneIn(3) ? choices.pick(edits) : undefined;
  const { args } = declared;
  const once = { ...args, ...edit?.(args, scene, choices) };
  const changed = defined({ ...once, ...another?.(once, scene, choices) });
  return areInOrder(changed) ? { do: "declare", stack, ...declared, args: changed } : undefined;
};

/** Lets the program adopt a maintenance as it is or was when its series began, whether or not its date is over. */
export const adoptSeries: Generator = (scene, choices, theme) => {
  const { name: stack, program } = stackOf(scene, choices);
  const { owners } = scene;
  const [key = "", row] = choices.pick(adoptable(scene, stack, "maintenances")) ?? [];
  const first = scene.rows.get(owners.seriesOf(key));
  if (row === undefined || first === undefined) return undefined;
  const entry = scene.stack(stack).state.find((each) => owners.keysOf(each).includes(key));
  const holder = entry && program.find(({ name }) => entry.urn.endsWith(`::${name}`));
  // A resource of the same program may hand it over.
  const insteadOf = holder !== undefined && choices.oneIn(2) ? { insteadOf: holder.name } : {};
  const provider = choices.pick(theme.providers);
  const args = { ...argsOf(scene, first), ...(choices.oneIn(4) && { title: "Patch all" }), adopt: String(row.id) };
  const isPlain = choices.oneIn(4);
  return {
    do: "declare",
    stack,
    ...insteadOf,
    name: choices.pick(["e", "a"]),
    kind: "Maintenance",
    provider,
    args: defined({ ...args, ...(isPlain && { repeat: undefined, ...timesIn(row) }) }),
  };
};

const timesIn = ({ start_time, end_time }: Row) => ({ startTime: String(start_time), endTime: String(end_time) });

/** What a program declares to keep a maintenance as it is. */
function argsOf(scene: Scene, row: Row): Values {
  const repeat = row.event_repeat as { interval: string; end_on: string } | null | undefined;
  const statuses = row.service_statuses as { service_id: number; status: string }[];
  return {
    hub: scene.rows.get(`hubs/${row.hub_id}`)?.subdomain,
    title: row.title,
    ...timesIn(row),
    serviceStatuses: statuses.map(({ service_id, status }) => ({ service: String(service_id), status })),
    repeat: repeat ? { interval: repeat.interval, endOn: repeat.end_on } : undefined,
  };
}

/** Somebody ends a date early, moves it, or gives it another pattern. */
export const changeDateInPanel: Generator = (scene, choices) => {
  const [, row] = choices.pick(scene.liveIn("maintenances").toReversed()) ?? [];
  if (row === undefined) return undefined;
  const start = Date.parse(String(row.start_time));
  const { now } = scene.platform;
  const isRunning = start < now;
  const values = choices.pick<Values>([
    isRunning ? { endTime: formatted(Math.max(start + 60_000, now - 60_000)) } : timesFrom(start + hour),
    timesFrom(now - 3 * day),
    timesFrom(start + hour),
    { repeat: weeklyUntil(now + 20 * day) },
    { repeat: null },
    { title: "Patched" },
  ]);
  return { do: "change in the panel", kind: "Maintenance", id: row.id, values };
};
