import { expect, vi } from "vitest";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import { acme, full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { type HttpLaw, methods } from "./law.ts";
import { unknown } from "./unknown.ts";

const replaced = /"globex" is not the same hub as "acme"\. .* deleted from "acme" and created again on "globex"/;

/** Renames the hub outside Pulumi, and perhaps gives another hub its name. Updates and destroys the record afterwards. */
async function manageAfterRename(world: World, isTaken: boolean): Promise<void> {
  const { deployment, emulator, definition } = world;
  const inputs = minimal(world);
  await deployment.up(inputs);
  emulator.edit("hubs", 1, { subdomain: "acme-renamed" });
  if (isTaken) emulator.edit("hubs", 2, { subdomain: "acme" });
  const findOther = () => structuredClone(emulator.records("hubs").find(({ id }) => id === 2));
  const other = findOther();
  world.takeWrites();

  const renaming = { step: "update", properties: ["subdomain"] };
  expect(await deployment.previewRefreshed(inputs)).toEqual(isAdoptOnly(definition) ? renaming : nothing);
  if (isTaken) await deployment.refresh();
  const update = deployment.up(full(world));
  // A Hub that declares "acme" asks for the other hub's name.
  if (isAdoptOnly(definition) && isTaken) await expect(update).rejects.toThrow("it conflicts with Hub 2");
  else await update;
  await deployment.destroy();
  const writes = world.takeWrites();
  for (const { path } of writes) expect(path).toMatch(/^\/hubs\/acme-renamed(\/|$)/);
  expect(methods(writes).includes("DELETE")).toBe(isCreatable(definition));
  expect(findOther()).toEqual(other);
}

export const relationLaws: readonly HttpLaw[] = [
  {
    id: "REL-1",
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
    prove: (world) => manageAfterRename(world, false),
  },
  {
    id: "IDN-8",
    prove: (world) => manageAfterRename(world, true),
  },
  {
    id: "REL-6",
    isOfProtocol: true,
    case: "as a string and as a Hub",
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
