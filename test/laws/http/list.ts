import { expect } from "vitest";
import type { Fault } from "../../../emulator/index.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { changed, full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { fill, type HttpLaw, lawsAbout, listPath, recordPath } from "./law.ts";

const gets = ({ emulator }: World, of: RegExp) =>
  emulator.requests.filter(({ method, path }) => method === "GET" && of.test(path));

const lists = (world: World) => gets(world, listPath(world));

const singles = (world: World) =>
  gets(world, new RegExp(`^${world.definition.operations.get.path.replace(/\{\w+\}/g, "[^/]+")}$`));

/** Documented: the lists of these kinds have basic info, which lacks properties of a full program. */
const hasFullList = ({ definition: { kind } }: Pick<World, "definition">) =>
  !["IncidentTemplate", "Subscription", "Maintenance"].includes(kind);

/** A list that doesn't show a record as it is. */
interface UnreliableList extends Pick<HttpLaw, "id" | "case"> {
  /** The responses to a request for the list. Each is a case. */
  readonly responses: (record: Values) => Fault[];
  /** The number of list requests and of single GETs. */
  readonly reads: readonly [lists: number, singles: number];
}

const page = (data: readonly Values[], pages = 1): Fault => ({
  status: 200,
  body: { current_page: 1, page_count: pages, per_page: 100, total: pages * data.length, data },
});

const shortened = (record: Values): Values =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, typeof value === "string" ? value.slice(0, 2) : value]),
  );

const unreliableLists: readonly UnreliableList[] = [
  { id: "LST-3", responses: () => [page([])], reads: [1, 1] },
  { id: "LST-6", responses: () => [404, 405, 422].map((status) => ({ status })), reads: [1, 1] },
  { id: "LST-7", responses: (record) => [page([shortened(record)])], reads: [1, 1] },
  {
    id: "LST-8",
    case: "the page number is ignored",
    responses: (record) => [
      page(
        Array.from({ length: 100 }, (_, index) => ({ ...record, id: 1000 + index })),
        20,
      ),
    ],
    reads: [2, 1],
  },
];

async function tellSizes(_: World, another: () => Promise<World>) {
  const told = [];
  for (const count of [99, 100, 101, 201]) {
    const world = await another();
    await world.deployment.up(full(world));
    fill(world, count);
    await world.holdProcess();
    world.emulator.clearRequests();
    const refreshed = await world.deployment.previewRefreshed(full(world));
    told.push({ count, refreshed, queries: lists(world).map(({ query }) => query), gets: singles(world).length });
  }
  return told;
}

/** How many records a large hub has of the kinds that may have many. */
const sizes: Readonly<Record<string, number>> = { Service: 5_000, Subscription: 20_000 };

const isNumerous = ({ kind }: Definition): boolean => kind in sizes;

/** Copies of the world's first record have values of their own where those are unique. */
const unique: Readonly<Record<string, (number: number) => Values>> = {
  Service: (number) => ({ custom_id: `service-${number}`, name: `Service ${number}`, public_name: null }),
  Subscription: (number) => ({ address: `visitor-${number}@example.com`, method_name: "email", label: null }),
};

async function tellLargeHub(world: World) {
  const { deployment, emulator, kind } = world;
  const requests = async (operation: () => Promise<unknown>) => {
    emulator.clearRequests();
    await operation();
    return { pages: lists(world).length, all: emulator.requests.length };
  };
  await deployment.up(full(world));
  fill(world, sizes[kind] ?? 0, unique[kind]);
  await deployment.destroy();

  return {
    create: await requests(() => deployment.up(full(world))),
    read: await requests(async () => expect(await deployment.previewRefreshed(full(world))).toEqual(nothing)),
    update: await requests(() => deployment.up(changed(world))),
    remove: await requests(() => deployment.destroy()),
  };
}

/** Creates several subscriptions whose addresses deleted ones have, at the same time. */
async function tellRestores(world: World) {
  const programs = Array.from({ length: 10 }, (_, number) => ({
    ...minimal(world),
    address: `https://hooks.example.com/${number}`,
  }));
  const provider = await world.holdProcess();
  const made = await Promise.all(programs.map((program) => provider.create(program)));
  for (const { id } of made) world.emulator.softDelete("subscriptions", Number(id));
  await world.deployment.up(minimal(world));
  // The lists wait for the limit of 30 GETs a second, so this hub is smaller.
  fill(world, 2_000, unique.Subscription);
  const again = await world.startProcess();
  world.emulator.clearRequests();
  const restored = await Promise.all(programs.map((program) => again.create(program)));
  return {
    ids: [made, restored].map((records) => records.map(({ id }) => id)),
    pages: lists(world).length,
  };
}

export const listLaws: readonly HttpLaw[] = [
  ...lawsAbout({ appliesTo: isCreatable, tell: tellSizes }, [
    {
      id: "LST-1",
      case: "once each; only the first if a list lacks what is compared",
      prove(told, subject) {
        for (const { count, refreshed, queries } of told) {
          expect(refreshed).toEqual(nothing);
          for (const { per_page } of queries) expect(per_page, "[LST-02]").toBe("100");
          const all = Array.from({ length: Math.ceil(count / 100) }, (_, index) => index + 1);
          const pages = queries.map(({ page }) => Number(page)).sort();
          expect(pages, "[LST-01] [LST-03] [LST-05]").toEqual(hasFullList(subject) ? all : [1]);
        }
      },
    },
    {
      id: "LST-5",
      case: "none if the list has all properties",
      prove(told, subject) {
        for (const { gets } of told) expect(gets, subject.samples.clauses.list).toBe(hasFullList(subject) ? 0 : 1);
      },
    },
  ]),
  {
    id: "LST-2",
    isOfProtocol: true,
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment } = world;
      await deployment.up(minimal(world));
      await world.holdProcess();
      world.emulator.clearRequests();

      const others = Array.from({ length: 50 }, () => world.deployAnother());
      for (const other of others) other.state = deployment.state;
      await Promise.all(others.map((other) => other.refresh()));

      expect(lists(world)).toHaveLength(1);
      expect(singles(world).length).toBeLessThanOrEqual(50);
      for (const other of others) expect(other.state).toEqual(deployment.state);
    },
  },
  {
    id: "RAT-2",
    appliesTo: (definition) => isCreatable(definition) && definition.kind === "Service",
    async prove(world) {
      const { deployment, emulator, samples } = world;
      await deployment.up(full(world));
      fill(world, 1000);
      await world.holdProcess();
      emulator.clearRequests();
      const { state } = deployment;
      if (state === undefined) throw new Error("There is no state.");
      const copies = emulator.records(samples.table).filter(({ id }) => id >= 1000);
      const others = copies.map(({ id }) => {
        const other = world.deployAnother();
        other.state = { ...state, id: String(id) };
        return other;
      });
      await Promise.all(others.map((other) => other.refresh()));
      for (const other of others) expect(other.state?.outputs).toEqual(state.outputs);
      expect(others.length).toBeGreaterThan(990);
      expect(emulator.requests.length).toBeLessThanOrEqual(12);
    },
  },
  {
    id: "LST-4",
    async prove(world) {
      const { deployment } = world;
      await world.holdProcess();
      for (const program of [minimal(world), full(world), minimal(world)]) {
        await deployment.up(program);
        await deployment.refresh();
        expect(await deployment.preview(program)).toEqual(nothing);
      }
    },
  },
  ...unreliableLists.map(
    ({ responses, reads, ...law }): HttpLaw => ({
      ...law,
      appliesTo: isCreatable,
      async prove(world) {
        const { deployment, emulator, samples } = world;
        const inputs = full(world);
        await deployment.up(inputs);
        for (const response of responses(await world.send("GET", recordPath(world, deployment.state?.id ?? "")))) {
          emulator.faults.add({ method: "GET", path: listPath(world), times: Number.POSITIVE_INFINITY, ...response });
          emulator.clearRequests();
          expect(await deployment.previewRefreshed(inputs), samples.clauses.read).toEqual(nothing);
          expect([lists(world).length, singles(world).length]).toEqual(reads);
          emulator.faults.clear();
        }
      },
    }),
  ),
  ...lawsAbout({ appliesTo: isNumerous, tell: tellLargeHub }, [
    {
      id: "LST-9",
      prove({ create, read, update, remove }, { definition }) {
        // Visitors must not see a service twice: one list in a run.
        const searched = definition.isSeen === undefined ? 0 : 5_000 / 100;
        expect([create.pages, read.pages, update.pages, remove.pages]).toEqual([searched, 1, 0, 0]);
        expect(create.all).toBeLessThanOrEqual(searched + 3);
        for (const { all } of [read, update, remove]) expect(all).toBeLessThanOrEqual(3);
      },
    },
  ]),
  ...lawsAbout(
    {
      appliesTo: ({ kind }) => kind === "Subscription",
      emulator: { assume: { "freed-values": "reserved" } },
      tell: tellRestores,
    },
    [
      {
        id: "LST-9",
        case: "ten that replace deleted ones list the live ones at most twice",
        prove({ ids: [made, restored], pages }) {
          expect(restored).toEqual(made);
          expect(pages).toBeLessThan(2 * 20 + 10);
        },
      },
    ],
  ),
];
