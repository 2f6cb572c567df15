import { isDeepStrictEqual } from "node:util";
import { expect, vi } from "vitest";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { unknownMark as unknown } from "../../../model/pulumi/mark-keys.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { acme, full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { createManaged, type HttpLaw, lawsAbout, methods } from "./law.ts";

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

async function failuresOnOtherHub(world: World): Promise<string[]> {
  const { deployment } = world;
  const message = (run: Promise<unknown>) => run.then(() => "no error", String);
  return [
    await message(deployment.refresh()),
    await message(deployment.up(full(world))),
    ...(isCreatable(world.definition) ? [await message(deployment.destroy())] : []),
  ];
}

/** A hub of the same name in another account, which has no hub with the state's ID. */
async function tellOtherId(world: World) {
  const { deployment, emulator } = world;
  await deployment.up(minimal(world));
  const before = deployment.state;
  emulator.remove("hubs", 1);
  emulator.edit("hubs", 2, { subdomain: "acme" });
  world.takeWrites();
  const failures = await failuresOnOtherHub(world);
  return { failures, isKept: isDeepStrictEqual(deployment.state, before), writes: world.takeWrites() };
}

/** A hub of another account that has the same ID by chance, under the same name and under another. */
async function tellSameId(world: World) {
  const { deployment, emulator } = world;
  const inputs = minimal(world);
  await deployment.up(inputs);
  const before = deployment.state;
  const failures: string[] = [];
  for (const subdomain of ["acme", "acme-eu"]) {
    emulator.edit("hubs", 1, { subdomain, created_at: "2024-02-29T10:00:00Z" });
    world.takeWrites();
    failures.push(...(await failuresOnOtherHub(world)));
    if (!isCreatable(world.definition)) continue;
    // The state of one resource tells for all of them.
    const provider = await world.startProcess();
    await provider.diff(before?.id ?? "", before?.outputs ?? {}, inputs);
    failures.push(await provider.create({ ...inputs, hub: { id: "1", subdomain } }).then(() => "no error", String));
  }
  return { failures, isKept: isDeepStrictEqual(deployment.state, before), writes: world.takeWrites() };
}

/** Changes a property that the API can update. */
function edited({ definition, samples }: World, inputs: Values): Values {
  const isFree = ([name]: readonly [string, unknown]) => definition.properties[name]?.replaces === undefined;
  const [name, sample] = Object.entries(samples.properties).find(isFree) ?? [""];
  return { ...inputs, [name]: sample?.values[1]?.declared };
}

const otherAccount = /different account|other hub/;
const otherHub =
  /was created 2024-02-29T10:00:00Z, but the one in the state .* belongs to a different account or region/;

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
        await createManaged(world, { ...full(world), hub: stored });
        const planned = { ...full(world), hub: { id: unknown, subdomain: "acme" } };
        expect(await deployment.preview(planned)).toEqual(nothing);
        expect(await deployment.up(full(world))).toEqual(nothing);
        expect(world.takeWrites()).toEqual([]);
        await deployment.destroy();
      }
    },
  },
  { id: "REL-3", prove: (world) => manageAfterRename(world, false) },
  { id: "IDN-8", prove: (world) => manageAfterRename(world, true) },
  {
    id: "IDN-8",
    isOfProtocol: true,
    case: "if the program names it as text, that name is an error everywhere, and only another text moves the record",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = { ...minimal(world), hub: "acme" };
      await createManaged(world, inputs);
      emulator.edit("hubs", 1, { subdomain: "acme-renamed" });
      emulator.edit("hubs", 2, { subdomain: "acme" });
      const error = 'in StatusHub, "acme" is hub 2 now, but the state has records under that name in hub 1';
      // Without a refresh, nothing is looked up for what hasn't changed.
      expect(await deployment.up(inputs)).toEqual(nothing);
      await expect(deployment.up(edited(world, inputs))).rejects.toThrow(error);
      await world.holdProcess();
      await deployment.refresh();
      await expect(deployment.preview(inputs)).rejects.toThrow(error);
      await expect(deployment.up(inputs)).rejects.toThrow(error);
      const renaming = { step: "update", properties: ["hub"] };
      expect(await deployment.preview({ ...inputs, hub: "acme-renamed" })).toEqual(renaming);
      const other = { step: "replace", properties: ["hub"] };
      expect(await deployment.preview({ ...inputs, hub: { id: "2" } })).toEqual(other);
      expect(world.takeWrites()).toEqual([]);
      await deployment.destroy();
      for (const { path } of world.takeWrites()) expect(path).toMatch(/^\/hubs\/acme-renamed\//);
    },
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
        await vi.waitFor(() => expect(world.printed).toMatch(replaced), { timeout: 60_000 });
        await deployment.destroy();
      }
    },
  },
  {
    id: "DRF-10",
    case: "after a 401 or a 403, and if the key can't see the hub",
    async prove(world) {
      const { deployment, emulator } = world;
      await createManaged(world, minimal(world));
      const before = deployment.state;
      for (const status of [401, 403]) {
        emulator.faults.add({ status, times: Number.POSITIVE_INFINITY });
        await expect(deployment.refresh()).rejects.toThrow(new RegExp(`${status}|not visible`));
        emulator.faults.clear();
      }
      emulator.remove("hubs", 1);
      await expect(deployment.refresh()).rejects.toThrow("is not visible with this key");
      expect(deployment.state).toEqual(before);
      expect(world.takeWrites()).toEqual([]);
    },
  },
  ...[
    { tell: tellOtherId, of: "the same name", error: otherAccount },
    { tell: tellSameId, of: "the same ID and any name", error: otherHub },
  ].flatMap(({ tell, of, error }) =>
    lawsAbout({ tell }, [
      {
        id: "DRF-10",
        case: `the key of another account that has a hub with ${of}`,
        prove({ failures, isKept }) {
          for (const failure of failures) expect(failure).toMatch(error);
          expect(isKept).toBe(true);
        },
      },
      {
        id: "REL-7",
        case: `a hub of another account with ${of}`,
        prove: ({ writes }) => expect(writes).toEqual([]),
      },
    ]),
  ),
  {
    id: "UPG-1",
    case: "the time of the hub's creation, which older ones lack, is added by a refresh",
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      const [hub] = emulator.records("hubs");
      const { __hubCreatedAt, createdAt, ...outputs } = deployment.state?.outputs ?? {};
      deployment.state = deployment.state && { ...deployment.state, outputs: { ...outputs, createdAt: null } };
      emulator.edit("hubs", 1, { created_at: "2024-02-29T10:00:00Z" });
      await deployment.refresh();
      emulator.edit("hubs", 1, { created_at: String(hub?.created_at) });
      await expect(deployment.refresh()).rejects.toThrow(/was created/);
    },
  },
];
