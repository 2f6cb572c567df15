import { expect } from "vitest";
import type { Values } from "../../engine-model/grpc.ts";
import { full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import { partlyUnknown } from "../partly-unknown.ts";
import type { HttpLaw } from "./law.ts";
import { unknown } from "./unknown.ts";

const strict = { "statushub:verify": "strict" };

export const previewLaws: readonly HttpLaw[] = [
  {
    id: "PRE-2 UNK-1",
    says: "with verify, a valid program passes, even with unknown values anywhere, and nothing is written",
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
    says: "with verify, a hub that the key can't see fails the preview; without it, no request is sent",
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
    says: "with verify, a missing service fails the preview, wherever a program names it",
    appliesTo: ({ properties }) => Object.values(properties).some(({ type }) => type.references !== undefined),
    async prove(world) {
      const provider = await world.startProcess(strict);
      for (const [name, { type }] of Object.entries(world.definition.properties)) {
        if (type.references === undefined) continue;
        const inputs = full(world);
        const missing = JSON.parse(JSON.stringify(inputs[name]).replaceAll('"1"', '"4711"')) as Values;
        expect(await provider.previewCreate({ ...inputs, [name]: missing })).toEqual([
          expect.stringMatching(`${name} names Service 4711, which does not exist there`),
        ]);
      }
      expect(world.takeWrites()).toEqual([]);
    },
  },
  {
    id: "PRE-2 SUB-7",
    says: "with verify, the error about a conflict with a live record says how to adopt it, and shows no secret",
    appliesTo: (definition) => isCreatable(definition) && definition.identity !== undefined,
    async prove(world) {
      const { definition, deployment } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      world.takeWrites();
      const provider = await world.startProcess(strict);
      const failures = await provider.previewCreate(inputs);
      expect(failures).toEqual([
        expect.stringMatching(
          `cannot be created: .* has the same ${definition.identity}.* adopt: "${deployment.state?.id}"`,
        ),
      ]);
      const secrets = Object.keys(inputs).filter((name) => definition.properties[name]?.secret);
      for (const name of secrets) expect(failures.join()).not.toContain(inputs[name]);
      // Records that the program adopts or this stack manages aren't conflicts.
      for (const adopt of [true, deployment.state?.id]) {
        expect(await provider.previewCreate({ ...inputs, adopt })).toEqual([]);
      }
      const owner = await world.startProcess(strict);
      await owner.diff(deployment.state?.id ?? "", deployment.state?.outputs ?? {}, inputs);
      expect(await owner.previewCreate(inputs)).toEqual([]);
      expect(world.takeWrites()).toEqual([]);
    },
  },
];
