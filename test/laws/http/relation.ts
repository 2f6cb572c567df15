import { expect, vi } from "vitest";
import { nothing } from "../deployment.ts";
import { isCreatable } from "../law.ts";
import { acme, full, minimal } from "../program.ts";
import { type HttpLaw, methods } from "./law.ts";
import { unknown } from "./unknown.ts";

const replaced = /"globex" is not the same hub as "acme"\. .* deleted from "acme" and created again on "globex"/;

export const relationLaws: readonly HttpLaw[] = [
  {
    id: "REL-1",
    says: "a Hub and its subdomain send the same request",
    appliesTo: isCreatable,
    async prove(world) {
      const requests = [];
      for (const hub of [acme, "acme"]) {
        await world.deployment.up({ ...full(world), hub });
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
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = full(world);
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
    id: "REL-8",
    says: "a hub that another stack has renamed replaces nothing: its new name is looked up, and is an update that sends nothing",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = { ...full(world), hub: "acme" };
      await deployment.up(inputs);
      const renamed = { ...inputs, hub: "acme-status" };
      // The name reaches this stack before the hub has it.
      expect(await deployment.preview(renamed)).toEqual({ step: "update", properties: ["hub"] });
      await expect(deployment.up(renamed)).rejects.toThrow('hub "acme-status" is not visible');
      emulator.edit("hubs", 1, { subdomain: "acme-status" });
      world.takeWrites();

      expect(await deployment.up(renamed)).toEqual({ step: "update", properties: ["hub"] });
      expect(await deployment.previewRefreshed(renamed)).toEqual(nothing);
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "ADO-8",
    says: "a record in the state whose Hub is not in it yet is no replacement, and nothing is sent to it",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment } = world;
      for (const stored of [acme, "acme"]) {
        await deployment.up({ ...full(world), hub: stored });
        world.takeWrites();
        const planned = { ...full(world), hub: { id: unknown, subdomain: "acme" } };
        expect(await deployment.preview(planned)).toEqual(nothing);
        expect(await deployment.up(full(world))).toEqual(nothing);
        expect(world.takeWrites()).toEqual([]);
        await deployment.destroy();
      }
    },
  },
  {
    id: "REL-3",
    says: "a hub renamed by hand loses none of its records, for reading, changing and deleting",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      emulator.edit("hubs", 1, { subdomain: "acme-by-hand" });
      world.takeWrites();

      const plan = await deployment.previewRefreshed(inputs);
      expect(plan).toEqual(isCreatable(world.definition) ? nothing : { step: "update", properties: ["subdomain"] });
      await deployment.up(full(world));
      for (const { path } of world.takeWrites()) expect(path).toMatch(/^\/hubs\/acme-by-hand(\/|$)/);
      await deployment.destroy();
      expect(methods(world.takeWrites())).toEqual(
        isCreatable(world.definition) ? expect.arrayContaining(["DELETE"]) : [],
      );
    },
  },
  {
    id: "REL-6",
    says: "another hub, as a string or as a Hub, replaces the record",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment } = world;
      const inputs = minimal(world);
      for (const [hub, other] of [
        ["acme", "globex"],
        [acme, { id: "2", subdomain: "globex" }],
      ]) {
        await deployment.up({ ...inputs, hub });
        expect(await deployment.preview({ ...inputs, hub: other })).toEqual({ step: "replace", properties: ["hub"] });
        await vi.waitFor(() => expect(world.printed).toMatch(replaced));
        await deployment.destroy();
      }
    },
  },
];
