import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { changed, full, minimal } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { fill, type HttpLaw, lawsAbout, listPath } from "./law.ts";

/** How many records a large hub has of the kinds that may have many. */
const sizes: Readonly<Record<string, number>> = { Service: 5_000, Subscription: 20_000 };

const isNumerous = ({ kind }: Definition): boolean => kind in sizes;

interface Requests {
  /** Pages of the kind's list. */
  readonly pages: number;
  readonly all: number;
}

/** Copies of the world's first record have values of their own where those are unique. */
const unique: Readonly<Record<string, (number: number) => Values>> = {
  Service: (number) => ({ custom_id: `service-${number}` }),
  Subscription: (number) => ({ address: `visitor-${number}@example.com`, method_name: "email", label: null }),
};

async function tellLargeHub(world: World) {
  const { deployment, emulator, kind } = world;
  const requests = async (operation: () => Promise<unknown>): Promise<Requests> => {
    emulator.clearRequests();
    await operation();
    return {
      pages: emulator.requests.filter(({ method, path }) => method === "GET" && listPath(world).test(path)).length,
      all: emulator.requests.length,
    };
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
    pages: world.emulator.requests.filter(({ method, path }) => method === "GET" && listPath(world).test(path)).length,
  };
}

export const largeHubLaws: readonly HttpLaw[] = [
  ...lawsAbout({ appliesTo: isNumerous, tell: tellLargeHub }, [
    {
      id: "LST-9",
      prove({ create, read, update, remove }) {
        expect([create.pages, read.pages, update.pages, remove.pages]).toEqual([0, 1, 0, 0]);
        for (const { all } of [create, read, update, remove]) expect(all).toBeLessThanOrEqual(3);
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
