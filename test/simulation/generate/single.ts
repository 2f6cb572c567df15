import type { Values } from "../../engine-model/grpc.ts";
import { areInOrder } from "../kinds.ts";
import type { Scene } from "../scene.ts";
import type { Row } from "../server.ts";
import { type Choices, defined, type Generator, hubOf, hubsOf, placeOn, stackOf } from "./choices.ts";

/*
 * Random lives of single maintenances, before and after their declared end: people extend, postpone, end, hide and delete them on
 * the page, and programs follow late, or never.
 */

const minute = 60_000;
const hour = 60 * minute;

/** Whole minutes, as people write them. */
const formatted = (time: number) => new Date(Math.floor(time / minute) * minute).toISOString().replace(".000Z", "Z");

/** A full hour, some hours from now. */
const inHours = ({ platform }: Scene, hours: number) => (Math.floor(platform.now / hour) + hours) * hour;

const times = (start: number, end: number) => ({ startTime: formatted(start), endTime: formatted(end) });

export const declareSingle: Generator = (scene, choices, theme) => {
  const { name: stack, program } = stackOf(scene, choices);
  const hub = hubOf(scene, choices);
  if (hub === undefined) return undefined;
  const name = choices.pick(["a", "b"]);
  const [service] = placeOn(scene, hub, program).services.filter((each) => typeof each === "string");
  const start = inHours(scene, choices.pick([2, 4, 26]));
  const args = {
    hub: hub.subdomain,
    title: choices.pick(["Patch", "PATCH"]),
    ...times(start, start + choices.pick([1, 3]) * hour),
    serviceStatuses: [{ service, status: "down" }],
    ...(choices.oneIn(4) && { state: "draft" }),
  };
  return { do: "declare", stack, name, kind: "Maintenance", provider: choices.pick(theme.providers), args };
};

const pickSingle = (scene: Scene, choices: Choices): Row | undefined => {
  const [, row] = choices.pick(scene.liveIn("maintenances").toReversed()) ?? [];
  return row;
};

const startOf = ({ start_time }: Row) => Date.parse(String(start_time));
const endOf = ({ end_time }: Row) => Date.parse(String(end_time));

/** Somebody changes a maintenance on the page, or deletes it. */
export const editSingle: Generator = (scene, choices) => {
  const row = pickSingle(scene, choices);
  if (row === undefined) return undefined;
  const { now } = scene.platform;
  const [start, end] = [startOf(row), endOf(row)];
  const isRunning = start < now - minute;
  const extended = { endTime: formatted(Math.max(end, now) + choices.pick([2, 20]) * hour) };
  const later = Math.max(start, now) + choices.pick([5, 30]) * hour;
  const postponed = times(later, later + (end - start));
  const ended = isRunning ? { endTime: formatted(now) } : times(now - 3 * hour, now - 2 * hour);
  const values = choices.pick<Values | undefined>([
    extended,
    postponed,
    extended,
    ended,
    { title: "Patched" },
    { state: choices.pick(["draft", "published"]) },
    undefined,
  ]);
  if (values === undefined) return { do: "delete in the panel", kind: "Maintenance", id: row.id };
  return { do: "change in the panel", kind: "Maintenance", id: row.id, values };
};

type Edit = (args: Values, scene: Scene, choices: Choices) => Values;

/** The times that a maintenance of the stack has on the page. */
const timesOnPage: Edit = (_, scene, choices) => {
  const row = pickSingle(scene, choices);
  return row === undefined ? {} : { startTime: String(row.start_time), endTime: String(row.end_time) };
};

const edits: readonly Edit[] = [
  timesOnPage,
  // Ends later or earlier than on the page.
  ({ endTime }, scene, choices) => ({
    endTime: formatted(Math.max(Date.parse(String(endTime)), scene.platform.now) + choices.pick([3, 25]) * hour),
  }),
  (args, scene, choices) => ({
    title: choices.pick(["Patch all", "Patch"]),
    ...(choices.oneIn(3) && timesOnPage(args, scene, choices)),
  }),
  ({ startTime }, { platform }) => ({
    endTime: formatted(Math.max(Date.parse(String(startTime)) + minute, platform.now - 10 * minute)),
  }),
  (_, scene, choices) => {
    const start = inHours(scene, choices.pick([3, 27]));
    return times(start, start + hour);
  },
  ({ body }) => ({ body: body === undefined ? "Be patient." : undefined }),
  ({ state }) => ({ state: state === "draft" ? undefined : "draft" }),
  (_, scene, choices) => ({ hub: choices.pick(hubsOf(scene))?.subdomain }),
];

/** The program changes what it says of a maintenance: in time, or after its end. */
export const changeSingle: Generator = (scene, choices) => {
  const { name: stack, program } = stackOf(scene, choices);
  const declared = choices.pick(program.filter(({ kind, args }) => kind === "Maintenance" && !args.repeat));
  if (declared === undefined) return undefined;
  const args = defined({ ...declared.args, ...choices.pick(edits)?.(declared.args, scene, choices) });
  return areInOrder(args) ? { do: "declare", stack, ...declared, args } : undefined;
};

/** Waits until shortly before or after the end of a maintenance, on the page or by its program. */
export const waitForEnd: Generator = (scene, choices) => {
  const { now } = scene.platform;
  const declared = scene.stacks.flatMap(({ program }) => program.map(({ args }) => Date.parse(String(args.endTime))));
  const shown = scene.liveIn("maintenances").map(([, row]) => endOf(row));
  const ends = [...declared, ...shown].filter((end) => end > now + 10 * minute).sort((one, other) => one - other);
  const end = choices.pick(ends) ?? now + 24 * hour;
  return { do: "wait", hours: (end - now + choices.pick([10, 10, -10, 90]) * minute) / hour };
};

/** A command as people run it, with or without a refresh. */
export const upOrPreview: Generator = (scene, choices) => ({
  do: "run",
  stack: stackOf(scene, choices).name,
  command: choices.pick(["up", "up", "up", "preview", "refresh"]),
  ...(choices.oneIn(2) && { refresh: false }),
});
