import { expect } from "vitest";
import { nothing } from "../deployment.ts";
import type { Values } from "../grpc.ts";
import { isCreatable } from "../law.ts";
import { full, minimal } from "../program.ts";
import type { World } from "../world.ts";
import type { HttpLaw } from "./law.ts";

const lists = ({ emulator, definition }: World) =>
  emulator.requests.filter(({ method, path }) => method === "GET" && isList(definition, path));

const singles = ({ emulator, definition }: World) => {
  const one = pattern(definition.operations.get.path);
  return emulator.requests.filter(({ method, path }) => method === "GET" && one.test(path));
};

const isList = (definition: World["definition"], path: string) => pattern(definition.operations.list.path).test(path);

const pattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);

/** Documented: the lists of these kinds carry basic info, which lacks what a full program declares. */
const hasFullList = ({ definition: { kind } }: World) =>
  !["IncidentTemplate", "Subscription", "Maintenance"].includes(kind);

/** Puts copies of the one live record beside it, until the hub has so many of the kind. */
function fill({ emulator, samples, live }: World, count: number): void {
  const snapshot = emulator.snapshot();
  const rows: readonly object[] = snapshot.rows[samples.table] ?? [];
  const copies = Array.from({ length: count - rows.length }, (_, index) => ({ ...live()[0], id: 1000 + index }));
  emulator.restore({ ...snapshot, rows: { ...snapshot.rows, [samples.table]: [...rows, ...copies] } });
}

/** The record of the deployment, as the API shows it. */
function fetchRecord({ definition, deployment, send }: World): Promise<Values> {
  const path = definition.operations.get.path.replace("{subdomain}", "acme");
  return send("GET", path.replace(/\{\w+\}/, deployment.state?.id ?? ""));
}

export const listLaws: readonly HttpLaw[] = [
  {
    id: "LST-1 LST-5",
    says: "every page of a list is read once from 1, whatever their number; of basic info that will not do, the first alone",
    appliesTo: isCreatable,
    async prove(_, another) {
      for (const count of [99, 100, 101, 201]) {
        const world = await another();
        const { deployment } = world;
        await deployment.up(full(world));
        fill(world, count);
        await world.holdProcess();
        world.emulator.clearRequests();

        expect(await deployment.previewRefreshed(full(world))).toEqual(nothing);

        for (const { query } of lists(world)) expect(query.per_page, "[LST-02]").toBe("100");
        const pages = lists(world).map(({ query }) => Number(query.page));
        const all = Array.from({ length: Math.ceil(count / 100) }, (__, index) => index + 1);
        expect(pages.sort(), "[LST-01] [LST-03] [LST-05]").toEqual(hasFullList(world) ? all : [1]);
        expect(singles(world), world.samples.clauses.list).toHaveLength(hasFullList(world) ? 0 : 1);
      }
    },
  },
  {
    id: "LST-2",
    says: "fifty first reads at once are one list, and at most one GET a record",
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
    id: "RAT-2 LST-1",
    says: "a thousand records are refreshed with at most 12 GETs where the list is complete",
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
    id: "LST-3",
    says: "a record that the list does not show costs one GET and is not gone",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator, definition, samples } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      const path = pattern(definition.operations.list.path);
      const body = { current_page: 1, page_count: 1, per_page: 100, total: 0, data: [] };
      emulator.faults.add({ method: "GET", path, status: 200, body });
      emulator.clearRequests();

      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      expect(singles(world), samples.clauses.read).toHaveLength(1);
    },
  },
  {
    id: "LST-4",
    says: "a read sees what was written before in the same process",
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
  {
    id: "LST-7",
    says: "a difference in a list is confirmed by one GET: a list that shortens texts makes no drift",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator, definition, samples } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      const body = await world.send("GET", definition.operations.list.path.replace("{subdomain}", "acme"));
      const record = await fetchRecord(world);
      const texts = Object.values(samples.properties).filter(({ wire }) => typeof record[wire] === "string");
      const cut = Object.fromEntries(texts.map(({ wire }) => [wire, String(record[wire]).slice(0, 2)]));
      const answer = { ...body, data: [{ ...record, ...cut }] };
      emulator.faults.add({ method: "GET", path: pattern(definition.operations.list.path), status: 200, body: answer });
      emulator.clearRequests();

      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      expect([lists(world).length, singles(world).length]).toEqual([1, 1]);
    },
  },
  {
    id: "LST-8",
    says: "a list that ignores the page, or never ends, costs a bounded number of GETs and ends in single ones",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator, definition } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      const record = await fetchRecord(world);
      const data = Array.from({ length: 100 }, (_, index) => ({ ...record, id: 1000 + index }));
      emulator.faults.add({
        method: "GET",
        path: pattern(definition.operations.list.path),
        status: 200,
        body: { current_page: 1, page_count: 1000, per_page: 100, total: 100_000, data },
        times: Number.POSITIVE_INFINITY,
      });
      emulator.clearRequests();

      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      expect([lists(world).length, singles(world).length]).toEqual([2, 1]);
    },
  },
  {
    id: "LST-6",
    says: "where the list operation does not exist, single GETs find the same",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator, definition } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      for (const status of [404, 405, 422]) {
        const path = pattern(definition.operations.list.path);
        emulator.faults.add({ method: "GET", path, status, times: Number.POSITIVE_INFINITY });
        emulator.clearRequests();
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        expect([lists(world).length, singles(world).length]).toEqual([1, 1]);
        emulator.faults.clear();
      }
    },
  },
];
