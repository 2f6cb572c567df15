import { expect } from "vitest";
import { isMade, type Law } from "../law.ts";
import { acme, full, inputsOf, minimal } from "../program.ts";
import { methods, nothing } from "./requests.ts";

export const relationLaws: readonly Law[] = [
  {
    id: "REL-1",
    says: "a Hub and its subdomain send the same request",
    appliesTo: isMade,
    async prove(world) {
      const requests = [];
      for (const hub of [acme, "acme"]) {
        await world.deployment.up({ ...inputsOf(world, full(world)), hub });
        requests.push(world.takeWrites().map(({ method, body }) => ({ method, body })));
        await world.deployment.destroy();
        world.takeWrites();
      }
      expect(requests[0]).toEqual(requests[1]);
    },
  },
  {
    id: "REL-2",
    says: "a hub renamed in the program renames its children in place, without a request",
    appliesTo: isMade,
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = inputsOf(world, full(world));
      await deployment.up(inputs);
      emulator.edit("hubs", 1, { subdomain: "acme-status" });
      world.takeWrites();

      const renamed = { ...inputs, hub: { ...acme, subdomain: "acme-status" } };
      expect(await deployment.up(renamed)).toEqual({ step: "update", properties: ["hub"] });
      expect(world.takeWrites()).toEqual([]);
      expect(await deployment.previewRefreshed(renamed)).toEqual(nothing);
    },
  },
  {
    id: "REL-3",
    says: "a hub renamed by hand loses none of its records, for reading, changing and deleting",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = inputsOf(world, minimal(world));
      await deployment.up(inputs);
      emulator.edit("hubs", 1, { subdomain: "acme-by-hand" });
      world.takeWrites();

      const plan = await deployment.previewRefreshed(inputs);
      expect(plan).toEqual(isMade(world.definition) ? nothing : { step: "update", properties: ["subdomain"] });
      await deployment.up(inputsOf(world, full(world)));
      for (const { path } of world.takeWrites()) expect(path).toMatch(/^\/hubs\/acme-by-hand(\/|$)/);
      await deployment.destroy();
      expect(methods(world.takeWrites())).toEqual(isMade(world.definition) ? expect.arrayContaining(["DELETE"]) : []);
    },
  },
  {
    id: "REL-6",
    says: "another hub, as a string or as a Hub, replaces the record",
    appliesTo: isMade,
    async prove(world) {
      const { deployment } = world;
      const inputs = inputsOf(world, minimal(world));
      for (const [hub, other] of [
        ["acme", "globex"],
        [acme, { id: "2", subdomain: "globex" }],
      ]) {
        await deployment.up({ ...inputs, hub });
        expect(await deployment.preview({ ...inputs, hub: other })).toEqual({ step: "replace", properties: ["hub"] });
        await deployment.destroy();
      }
    },
  },
];
