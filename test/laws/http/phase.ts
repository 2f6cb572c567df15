import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { minimal } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { createManaged, type HttpLaw, lawsWith, methods } from "./law.ts";
import { acts, edit, isSeries, type Row, rows } from "./occurrences.ts";
import { at, type Case, hour, now, type Page, type Refresh, type Row13, table } from "./phase-table.ts";

/** What somebody does on the page. */
const people: Readonly<Record<Page, (world: World, row: Row) => void>> = {
  "as deployed": () => undefined,
  extended: (world, row) => edit(world, row, { end_time: at(3) }),
  published: (world, row) => edit(world, row, { state: "published" }),
  "published and extended": (world, row) => edit(world, row, { state: "published", end_time: at(3) }),
  postponed: (world, row) => edit(world, row, { start_time: at(4), end_time: at(5) }),
  "ended early": (world, row) => edit(world, row, { end_time: at(-0.5) }),
  deleted: (world, row) => acts.delete?.(world, row),
  purged: (world, row) => acts.purge?.(world, row),
};

/** Counts the requests since the last call for a record, and for a list. */
function countReads({ emulator }: World): { readonly records: number; readonly lists: number } {
  const reads = emulator.requests.filter(({ method }) => method === "GET");
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
  const { isRead = row.readers.includes("diff") } = each;
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
  const isPurged = setting.page === "purged";
  expect(countReads(world), what).toEqual({ records: isRead ? 1 : 0, lists: isRead && isPurged ? 1 : 0 });
  if (each.writes === undefined) return;
  emulator.clearRequests();
  await deployment.up(declared);
  const isReadAgain = plan.step === "replace" || (plan.step === "update" && row.readers.includes("update"));
  expect(countReads(world).records, what).toBe((isRead ? 1 : 0) + (isReadAgain ? 1 : 0));
  expect(world.takeWrites(), what).toMatchObject(each.writes);
  expect(await deployment.previewRefreshed(declared), what).toEqual(nothing);
  await deployment.refresh();
  expect(await deployment.up(declared), what).toEqual(nothing);
  expect(world.takeWrites(), what).toEqual([]);
  await deployment.destroy();
  expect(countReads(world).records, what).toBe(1);
  expect(methods(world.takeWrites()), what).toEqual(each.stays ? [] : ["DELETE"]);
}

/** After an earlier refresh, the engine compares what each provider has handed over. Nothing else in the table depends on the protocol. */
const hasEarlierRefresh = ({ cases }: Row13) => cases.some(({ refresh = [] }) => refresh.includes("earlier"));

export const phaseLaws = lawsWith({ appliesTo: isSeries }, [
  {
    id: "SER-6",
    isOfProtocol: true,
    case: "also if the first date has passed since",
    async prove(world) {
      const { deployment, emulator } = world;
      const repeat = { interval: "daily", endOn: at(96) };
      const inputs = { ...minimal(world), startTime: at(-26), endTime: at(-25), repeat };
      emulator.clock.set(now - 48 * hour);
      emulator.faults.add({ method: "PUT", status: 422 });
      await expect(deployment.up(inputs)).rejects.toThrow("SH3001");
      emulator.clock.set(now);
      await deployment.up(inputs);
      expect(new Set(rows(world).map(({ state }) => state))).toEqual(new Set(["published"]));
    },
  },
  ...table.map(
    (row): HttpLaw => ({
      id: "SER-10",
      ...(hasEarlierRefresh(row) && { isOfProtocol: true }),
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
    }),
  ),
]);
