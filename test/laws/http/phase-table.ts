import { nothing, type Plan } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";

/*
 * Each row of the table of a single maintenance (`provider/lifecycle/forms/phase.ts`), with and without a refresh. The machine's clock
 * is the real one, which a provider in a process of its own can't be told, so all times are from now.
 */

const minute = 60_000;
export const hour = 60 * minute;
/** Whole minutes, as the API writes times. */
export const now = Math.floor(Date.now() / minute) * minute;
export const at = (hours: number) => new Date(now + hours * hour).toISOString().replace(".000", "");

const over = { startTime: at(-30), endTime: at(-28) };
const running = { startTime: at(-2), endTime: at(2) };

export type Page =
  | "as deployed"
  | "extended"
  | "published"
  | "published and extended"
  | "postponed"
  | "ended early"
  | "deleted"
  | "purged";

/** When the state was refreshed last: never, before the end, or in the command itself. */
export type Refresh = "none" | "earlier" | "now";

export interface Case {
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

export interface Row13 {
  readonly name: string;
  readonly deployed: Values;
  /** The operations that read the record, each once. */
  readonly readers: readonly ("diff" | "update")[];
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

export const table: readonly Row13[] = [
  {
    name: "to come, to come: like any record",
    deployed: running,
    readers: [],
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
    readers: ["update"],
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
    readers: ["update"],
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
    readers: ["diff", "update"],
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
    readers: ["diff", "update"],
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
    name: "over, over; a draft that was published on the page: its dates and its hub stay if the program hides it",
    deployed: { ...over, state: "draft" },
    readers: ["diff", "update"],
    cases: [
      {
        page: ["published"],
        change: { hub },
        refresh: ["none"],
        plan: nothing,
        writes: [],
        stays: true,
      },
      {
        page: ["published and extended"],
        change: { title },
        refresh: ["now"],
        plan: update("state", "title"),
        writes: [put({ state: "draft", title })],
      },
    ],
  },
  {
    name: "over, to come; over or deleted on the page: another record replaces it",
    deployed: over,
    readers: ["diff", "update"],
    cases: [{ page: history, change: { endTime: at(2) }, plan: replace("endTime"), writes: [{ method: "POST" }] }],
  },
  {
    name: "over, to come; to come on the page: an update in place",
    deployed: over,
    readers: ["diff", "update"],
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
    readers: ["diff", "update"],
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
