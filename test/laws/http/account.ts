import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { type HttpLaw, lawsAbout } from "./law.ts";

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

const otherAccount = /different account|other hub/;
const otherHub =
  /was created 2024-02-29T10:00:00Z, but the one in the state .* belongs to a different account or region/;

/** A key that has lost its access, or belongs to another account. */
export const accountLaws: readonly HttpLaw[] = [
  {
    id: "DRF-10",
    case: "after a 401 or a 403, and if the key can't see the hub",
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      world.takeWrites();
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
