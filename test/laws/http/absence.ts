import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import { minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { lawsWith, listPath } from "./law.ts";

const always = { times: Number.POSITIVE_INFINITY } as const;
const isListed = ({ operations }: World["definition"]): boolean => operations.list.evidence === "documented";

/** A gateway has lost the routes of a collection, while the hub answers. */
function loseRoutes({ emulator, definition }: World): void {
  const path = new RegExp(`^${definition.operations.list.path.replace("{subdomain}", "[^/]+")}`);
  emulator.faults.add({ path, status: 404, body: { message: "no Route matched" }, ...always });
}

export const absenceLaws = lawsWith({ appliesTo: isCreatable }, [
  {
    id: "ABS-1",
    case: "a collection that answers 404 while the hub answers",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      const { state } = deployment;
      const before = world.live();
      world.takeWrites();
      loseRoutes(world);
      for (const run of [
        () => deployment.refresh(),
        () => deployment.previewRefreshed(inputs),
        () => deployment.destroy(),
      ]) {
        await expect(run()).rejects.toThrow(/doesn't prove that the record is gone.*SH5005/);
        expect(deployment.state).toEqual(state);
      }
      // Nor does another resource of the kind come into being that may be there already.
      if (isListed(world.definition) && world.definition.identity === undefined)
        await expect(world.deployAnother().up(inputs)).rejects.toThrow("404");
      emulator.faults.clear();
      expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
      expect(world.live()).toEqual(before);
      expect(world.takeWrites().filter(({ method }) => method === "POST")).toEqual([]);
    },
  },
  {
    id: "ABS-1",
    case: "a record that answers 404 while the list shows it",
    appliesTo: (definition) => isCreatable(definition) && isListed(definition),
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      const { state } = deployment;
      emulator.faults.add({ path: new RegExp(`/${state?.id}$`), status: 404, ...always });
      await expect(deployment.destroy()).rejects.toThrow("the list shows it");
      expect(deployment.state).toEqual(state);
    },
  },
  {
    id: "ABS-1",
    case: "a DELETE that answers 404 while the record is there",
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      const { state } = deployment;
      emulator.faults.add({ method: "DELETE", status: 404, ...always });
      await expect(deployment.destroy()).rejects.toThrow(/404|can't delete this kind/);
      expect(deployment.state).toEqual(state);
      expect(world.live()).toHaveLength(1);
      emulator.faults.clear();
      await deployment.destroy();
      expect(world.live()).toEqual([]);
    },
  },
  {
    id: "ABS-2",
    case: "a list of the description that answers 404 or 405",
    appliesTo: (definition) => isCreatable(definition) && isListed(definition),
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      const { state } = deployment;
      for (const status of [404, 405]) {
        emulator.faults.add({ method: "GET", path: listPath(world), status, ...always });
        // A record that is there can be read on its own.
        expect(await deployment.previewRefreshed(inputs)).toEqual(nothing);
        const snapshot = emulator.snapshot();
        emulator.remove(samples.table, Number(state?.id));
        await expect(deployment.refresh()).rejects.toThrow("SH5005");
        emulator.restore(snapshot);
        emulator.faults.clear();
      }
    },
  },
]);
