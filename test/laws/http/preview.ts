import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import { partlyUnknown } from "../partly-unknown.ts";
import type { World } from "../world.ts";
import { type HttpLaw, lawsAbout } from "./law.ts";
import { unknown } from "./unknown.ts";

const strict = { "statushub:verify": "strict" };

const isIdentified = (definition: Definition) => isCreatable(definition) && definition.identity !== undefined;

async function tellConflict(world: World) {
  const { deployment } = world;
  const inputs = full(world);
  await deployment.up(inputs);
  world.takeWrites();
  const { id = "", outputs = {} } = deployment.state ?? {};
  const provider = await world.startProcess(strict);
  const failures = await provider.previewCreate(inputs);
  const adopting = [
    await provider.previewCreate({ ...inputs, adopt: true }),
    await provider.previewCreate({ ...inputs, adopt: id }),
  ];
  const owner = await world.startProcess(strict);
  await owner.diff(id, outputs, inputs);
  const owning = await owner.previewCreate(inputs);
  return { inputs, failures, adopting, owning, writes: world.takeWrites(), id };
}

export const previewLaws: readonly HttpLaw[] = [
  {
    id: "PRE-2",
    isOfProtocol: true,
    case: "a valid program, with unknown values anywhere",
    async prove(world) {
      const inputs = full(world);
      const provider = await world.startProcess(strict);
      expect(await provider.previewCreate(inputs)).toEqual([]);
      expect(await provider.previewCreate(minimal(world))).toEqual([]);
      expect(
        await provider.previewCreate(Object.fromEntries(Object.keys(inputs).map((name) => [name, unknown]))),
      ).toEqual([]);
      for (const [name, value] of Object.entries(inputs)) {
        for (const part of partlyUnknown(value, unknown)) {
          expect(await provider.previewCreate({ ...inputs, [name]: part }), name).toEqual([]);
        }
      }
      expect(world.emulator.requests).not.toEqual([]);
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "PRE-2",
    isOfProtocol: true,
    case: "a hub that the key can't see; without verify, no request",
    async prove(world) {
      const inputs = full(world);
      const nowhere = isCreatable(world.definition)
        ? { ...inputs, hub: "nowhere" }
        : { ...inputs, subdomain: "nowhere" };
      expect(await (await world.startProcess()).previewCreate(nowhere)).toEqual([]);
      expect(world.emulator.requests).toEqual([]);
      expect(await (await world.startProcess(strict)).previewCreate(nowhere)).toEqual([
        expect.stringMatching(/Could not verify .*hub "nowhere" is not visible with this key .*Check the subdomain/),
      ]);
    },
  },
  {
    id: "PRE-2",
    case: "a missing service, wherever a program names it",
    appliesTo: ({ properties }) => Object.values(properties).some(({ type }) => type.references !== undefined),
    async prove(world) {
      const provider = await world.startProcess(strict);
      for (const [name, { type }] of Object.entries(world.definition.properties)) {
        if (type.references === undefined) continue;
        const inputs = full(world);
        const missing = JSON.parse(JSON.stringify(inputs[name]).replaceAll('"1"', '"4711"')) as Values;
        expect(await provider.previewCreate({ ...inputs, [name]: missing })).toEqual([
          expect.stringMatching(`${name} refers to Service 4711, which doesn't exist there`),
        ]);
      }
      expect(world.takeWrites()).toEqual([]);
    },
  },
  ...lawsAbout({ appliesTo: isIdentified, isOfProtocol: true, tell: tellConflict }, [
    {
      id: "PRE-2",
      case: "a conflict with a live record, unless the program adopts it or this stack manages it",
      prove({ failures, adopting, owning, writes, id }, { definition }) {
        expect(failures).toEqual([
          expect.stringMatching(`cannot be created: .* has the same ${definition.identity}.* adopt: "${id}"`),
        ]);
        expect([...adopting, owning]).toEqual([[], [], []]);
        expect(writes).toEqual([]);
      },
    },
    {
      id: "SUB-7",
      case: "the error about a conflict, with verify",
      appliesTo: ({ properties }) => Object.values(properties).some(({ secret }) => secret),
      prove({ failures, inputs }, { definition }) {
        const secrets = Object.keys(inputs).filter((name) => definition.properties[name]?.secret);
        for (const name of secrets) expect(failures.join()).not.toContain(inputs[name]);
      },
    },
  ]),
];
