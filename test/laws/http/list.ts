import { expect } from "vitest";
import type { Fault } from "../../../emulator/index.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { fill, type HttpLaw, lawsAbout, listPath } from "./law.ts";

const gets = ({ emulator }: World, of: RegExp) =>
  emulator.requests.filter(({ method, path }) => method === "GET" && of.test(path));

const lists = (world: World) => gets(world, listPath(world));

const singles = (world: World) =>
  gets(world, new RegExp(`^${world.definition.operations.get.path.replace(/\{\w+\}/g, "[^/]+")}$`));

/** Documented: the lists of these kinds have basic info, which lacks properties of a full program. */
const hasFullList = ({ definition: { kind } }: Pick<World, "definition">) =>
  !["IncidentTemplate", "Subscription", "Maintenance"].includes(kind);

function fetchRecord({ definition, deployment, send }: World): Promise<Values> {
  const path = definition.operations.get.path.replace("{subdomain}", "acme");
  return send("GET", path.replace(/\{\w+\}/, deployment.state?.id ?? ""));
}

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
  {
    id: "LST-3",
    responses: () => [page([])],
    reads: [1, 1],
  },
  {
    id: "LST-6",
    responses: () => [404, 405, 422].map((status) => ({ status })),
    reads: [1, 1],
  },
  {
    id: "LST-7",
    responses: (record) => [page([shortened(record)])],
    reads: [1, 1],
  },
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
        for (const response of responses(await fetchRecord(world))) {
          emulator.faults.add({ method: "GET", path: listPath(world), times: Number.POSITIVE_INFINITY, ...response });
          emulator.clearRequests();
          expect(await deployment.previewRefreshed(inputs), samples.clauses.read).toEqual(nothing);
          expect([lists(world).length, singles(world).length]).toEqual(reads);
          emulator.faults.clear();
        }
      },
    }),
  ),
];
