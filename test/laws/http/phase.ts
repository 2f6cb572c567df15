import { expect } from "vitest";
import { nothing, type Plan } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { minimal } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { createManaged, lawsWith, methods } from "./law.ts";
import { acts, edit, isSeries, type Row, rows } from "./occurrences.ts";

/*
 * Each row of the table of a single maintenance (`provider/lifecycle/forms/phase.ts`), with and without a refresh. The machine's clock
 * is the real one, which a provider in a process of its own can't be told, so all times are from now.
 */

const minute = 60_000;
const hour = 60 * minute;
/** Whole minutes, as the API writes times. */
const now = Math.floor(Date.now() / minute) * minute;
const at = (hours: number) => new Date(now + hours * hour).toISOString().replace(".000", "");

const over = { startTime: at(-30), endTime: at(-28) };
const running = { startTime: at(-2), endTime: at(2) };

type Page = "as deployed" | "extended" | "postponed" | "ended early" | "deleted" | "purged";

/** What somebody does on the page. */
const people: Readonly<Record<Page, (world: World, row: Row) => void>> = {
  "as deployed": () => undefined,
  extended: (world, row) => edit(world, row, { end_time: at(3) }),
  postponed: (world, row) => edit(world, row, { start_time: at(4), end_time: at(5) }),
  "ended early": (world, row) => edit(world, row, { end_time: at(-0.5) }),
  deleted: (world, row) => acts.delete?.(world, row),
  purged: (world, row) => acts.purge?.(world, row),
};

/** When the state was refreshed last: never, before the end, or in the command itself. */
type Refresh = "none" | "earlier" | "now";

interface Case {
  readonly page: readonly Page[];
  readonly change: Values;
  readonly refresh?: readonly Refresh[];
  /** What a preview shows. */
  readonly plan: Plan;
  /** What an `up` sends. @default it isn't run */
  readonly writes?: readonly Values[];
  /** Whether it stays on the page when it leaves the program. @default it is deleted */
  readonly stays?: true;
  /** Nothing depends on the page. */
  readonly isRead?: false;
}

interface Row13 {
  readonly name: string;
  readonly deployed: Values;
  /** Whether a preview without a refresh reads the record. */
  readonly isRead: boolean;
  readonly cases: readonly Case[];
}

const update = (...properties: string[]): Plan => ({ step: "update", properties });
const replace = (...properties: string[]): Plan => ({ step: "replace", properties });
const put = (body: Values) => ({ method: "PUT", body });
const always: readonly Refresh[] = ["none", "earlier", "now"];
const title = "Upgrade";
const hub = "globex";
const gone: readonly Page[] = ["deleted", "purged"];
const history: readonly Page[] = ["as deployed", ...gone];
const alive: readonly Page[] = ["extended", "postponed"];

const table: readonly Row13[] = [
  {
    name: "to come, to come: like any record",
    deployed: running,
    isRead: false,
    cases: [
      { page: ["as deployed"], change: { title }, plan: update("title"), writes: [put({ title })] },
      {
        page: ["ended early", "extended"],
        change: {},
        refresh: ["now"],
        plan: update("endTime"),
        writes: [put({ end_time: running.endTime })],
      },
      {
        page: gone,
        change: {},
        refresh: ["now"],
        plan: { step: "create", properties: ["endTime", "hub", "serviceStatuses", "startTime", "title"] },
        writes: [{ method: "POST" }],
      },
    ],
  },
  {
    name: "to come, over; to come on the page: the program ends it",
    deployed: running,
    isRead: false,
    cases: [
      {
        page: ["as deployed", "extended"],
        change: { endTime: at(-0.25) },
        plan: update("endTime"),
        writes: [put({ end_time: at(-0.25) })],
        stays: true,
      },
    ],
  },
  {
    name: "to come, over; over or deleted on the page: history",
    deployed: running,
    isRead: false,
    cases: [
      { page: ["ended early"], change: { endTime: at(-0.25) }, plan: update("endTime"), writes: [], stays: true },
      // A refresh doesn't know what the program says by now.
      {
        page: gone,
        change: { endTime: at(-0.25) },
        refresh: ["none"],
        plan: update("endTime"),
        writes: [],
        stays: true,
      },
    ],
  },
  {
    name: "over, over; over or deleted on the page: history",
    deployed: over,
    isRead: true,
    cases: [
      { page: gone, change: { title }, plan: nothing, writes: [], stays: true },
      ...[{ title }, { endTime: at(-27) }, { endTime: at(-29), title, hub }, { state: "draft" }].map(
        (change): Case => ({ page: ["as deployed"], change, plan: nothing, writes: [], stays: true }),
      ),
      { page: ["as deployed"], change: { hub }, plan: nothing, isRead: false, writes: [], stays: true },
    ],
  },
  {
    name: "over, over; to come on the page: its dates and its hub stay",
    deployed: over,
    isRead: true,
    cases: [
      { page: alive, change: { title }, refresh: always, plan: update("title"), writes: [put({ title })] },
      {
        page: alive,
        change: { title, endTime: at(-27), hub },
        refresh: always,
        plan: update("endTime", "hub", "title"),
        writes: [put({ title })],
      },
      { page: alive, change: { endTime: at(-27) }, plan: nothing, writes: [] },
      { page: alive, change: { hub }, plan: nothing, isRead: false, writes: [] },
    ],
  },
  {
    name: "over, to come; over or deleted on the page: another record replaces it",
    deployed: over,
    isRead: true,
    cases: [{ page: history, change: { endTime: at(2) }, plan: replace("endTime"), writes: [{ method: "POST" }] }],
  },
  {
    name: "over, to come; to come on the page: an update in place",
    deployed: over,
    isRead: true,
    cases: [
      {
        page: ["extended"],
        change: { endTime: at(2) },
        refresh: always,
        plan: update("endTime"),
        writes: [put({ end_time: at(2) })],
      },
      { page: ["extended"], change: { endTime: at(3) }, plan: update("endTime"), writes: [] },
      {
        page: ["postponed"],
        change: { endTime: at(6) },
        plan: update("endTime"),
        writes: [put({ start_time: over.startTime, end_time: at(6) })],
      },
      {
        page: ["extended"],
        change: { endTime: at(2), hub },
        plan: replace("endTime", "hub"),
      },
    ],
  },
  {
    name: "a draft, in the program and on the page: like any record",
    deployed: { ...over, state: "draft" },
    isRead: true,
    cases: [
      {
        page: ["as deployed"],
        change: { title, endTime: at(-27) },
        plan: update("endTime", "title"),
        writes: [put({ title, end_time: at(-27) })],
      },
      {
        page: ["postponed"],
        change: {},
        refresh: ["now"],
        plan: update("endTime", "startTime"),
        writes: [put({ start_time: over.startTime, end_time: over.endTime })],
      },
      {
        page: ["as deployed"],
        change: { state: "published", endTime: at(2) },
        plan: update("endTime", "state"),
        writes: [put({ state: "published", end_time: at(2) })],
      },
    ],
  },
];

/** Returns the requests since the last call for a record, and for a list. */
function takeReads({ emulator }: World): { readonly records: number; readonly lists: number } {
  const reads = emulator.requests.filter(({ method }) => method === "GET");
  emulator.clearRequests();
  const records = reads.filter(({ operation }) => operation === "getMaintenance").length;
  // The name of the hub is looked up once in each run.
  const others = reads.filter(({ operation }) => operation !== "getHub");
  return { records, lists: others.length - records };
}

interface Setting {
  readonly page: Page;
  readonly refresh: Refresh;
}

/** Deploys a maintenance, lets time pass and somebody change the page. @returns its program */
async function deployBefore(world: World, deployed: Values, { page, refresh }: Setting): Promise<Values> {
  const { deployment, emulator } = world;
  const inputs = { ...minimal(world), ...deployed };
  emulator.clock.set(now - 48 * hour);
  await createManaged(world, inputs);
  const [row = expect.unreachable()] = rows(world);
  emulator.clock.set(now - 29 * hour);
  if (refresh === "earlier") {
    people[page](world, row);
    await deployment.refresh();
  }
  emulator.clock.set(now);
  if (refresh !== "earlier") people[page](world, row);
  world.takeWrites();
  return inputs;
}

async function proveCase(world: World, { deployed, ...row }: Row13, each: Case, setting: Setting): Promise<void> {
  const { deployment, emulator } = world;
  const { isRead = row.isRead } = each;
  const inputs = await deployBefore(world, deployed, setting);
  const what = `${JSON.stringify(setting)} ${JSON.stringify(each.change)}`;
  const isRefreshed = setting.refresh === "now";
  if (isRefreshed) await deployment.refresh();
  else expect(await deployment.preview(inputs), what).toEqual(nothing);
  // What nobody has edited isn't read.
  if (!isRefreshed) expect(emulator.requests, what).toEqual([]);
  emulator.clearRequests();

  const declared = { ...inputs, ...each.change };
  const plan = await deployment.preview(declared);
  // An earlier refresh has brought the dates of the page into the inputs, which the engine then shows as changed, too.
  expect(setting.refresh === "earlier" ? plan.step : plan, what).toEqual(
    setting.refresh === "earlier" ? each.plan.step : each.plan,
  );
  // A 404 proves nothing without a list.
  expect(takeReads(world), what).toEqual({
    records: isRead ? 1 : 0,
    lists: isRead && setting.page === "purged" ? 1 : 0,
  });
  if (each.writes === undefined) return;
  await deployment.up(declared);
  expect(world.takeWrites(), what).toMatchObject(each.writes);
  expect(await deployment.previewRefreshed(declared), what).toEqual(nothing);
  await deployment.refresh();
  expect(await deployment.up(declared), what).toEqual(nothing);
  expect(world.takeWrites(), what).toEqual([]);
  await deployment.destroy();
  expect(methods(world.takeWrites()), what).toEqual(each.stays ? [] : ["DELETE"]);
}

export const phaseLaws = lawsWith(
  { appliesTo: isSeries, isOfProtocol: true },
  table.map((row) => ({
    id: "SER-10",
    case: row.name,
    async prove(_, another) {
      for (const each of row.cases) {
        const world = await another();
        const snapshot = world.emulator.snapshot();
        const settings = each.page.flatMap((page) =>
          (each.refresh ?? (["none", "now"] as const)).map((refresh) => ({ page, refresh })),
        );
        for (const setting of settings) {
          world.emulator.restore(snapshot);
          world.deployment.state = undefined;
          await proveCase(world, row, each, setting);
        }
      }
    },
  })),
);
