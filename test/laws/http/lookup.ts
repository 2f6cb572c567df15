import { expect } from "vitest";
import { lookups } from "../../../model/kinds/index.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { full, posted } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import { createUnmanaged, type HttpLaw } from "./law.ts";
import { begin, day, fromSeries, isSeries, type Row, rows, seriesOf } from "./occurrences.ts";

export const lookupLaws: readonly HttpLaw[] = [
  {
    id: "OWN-4",
    isOfProtocol: true,
    case: "in whatever form the program names it, when a resource becomes a lookup of its record",
    appliesTo: isCreatable,
    async prove(world) {
      await world.deployment.up(full(world));
      const { id = "", outputs = {} } = world.deployment.state ?? {};
      const records = world.live().length;
      world.takeWrites();
      for (const named of [id, `acme/${id}`]) {
        const provider = await world.startProcess();
        await provider.read(named, { hub: "acme" });
        await provider.delete(id, outputs);
        expect(world.takeWrites()).toEqual([]);
        expect(world.live()).toHaveLength(records);
      }
      expect(world.printed).toContain("is kept, because the program looks it up");

      // A run that doesn't look it up deletes it.
      await (await world.startProcess()).delete(id, outputs);
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "OWN-4",
    isOfProtocol: true,
    case: "with or without a refresh, in whatever form the program names it, so it can be adopted",
    appliesTo: isCreatable,
    async prove(world) {
      const inputs = posted(world);
      const id = await createUnmanaged(world, inputs);
      const identity = (world.definition.identity ?? []).map((name) => [name, inputs[name]]);
      const filters = lookups[`get${world.kind}`]?.filters ?? {};
      const named = Object.keys(filters).filter((name) => name in inputs);
      const queries = [[], identity, named.map((name) => [name, inputs[name]])].map((each) => Object.fromEntries(each));
      for (const [name, query] of [id, `acme/${id}`].flatMap((name) =>
        queries.map((query) => [name, query] as const),
      )) {
        const found = await (await world.startProcess()).read(name, { hub: "acme", ...query });
        const provider = await world.startProcess();
        const again = await provider.read(id, found?.outputs ?? {}, found?.inputs);
        expect(again?.outputs).toEqual(found?.outputs);
        expect(await provider.create({ ...inputs, adopt: id })).toMatchObject({ id });
      }
    },
  },
  {
    id: "OWN-4",
    case: "an occurrence of a series that becomes a single maintenance, or that ends before it",
    appliesTo: isSeries,
    async prove(world) {
      const inputs = seriesOf(world);
      const { repeat, ...single } = inputs;
      const cut = { ...inputs, repeat: { ...(repeat as Values), endOn: "2037-12-08T12:00:00Z" } };
      const changed = (to: Values, days: number) => async (before: readonly Row[]) => {
        world.emulator.clock.set(begin + days * day);
        const { id = "", outputs = {} } = world.deployment.state ?? {};
        const provider = await world.startProcess();
        await provider.read(String(before.at(-1)?.id), { hub: "acme" });
        await provider.check(inputs, to);
        await provider.update(id, outputs, to);
        expect(rows(world).map((row) => row.id)).toEqual([before[0]?.id, before.at(-1)?.id]);
      };
      await fromSeries(world, { inputs, cases: [changed(single, 0), changed(single, 8), changed(cut, 8)] });
    },
  },
];
