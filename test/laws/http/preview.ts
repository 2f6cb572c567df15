import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import { partlyUnknown } from "../partly-unknown.ts";
import type { World } from "../world.ts";
import { type HttpLaw, lawsAbout } from "./law.ts";

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

/** The engine's mark for a value that isn't known yet. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const allUnknown = (inputs: Values): Values => Object.fromEntries(Object.keys(inputs).map((name) => [name, unknown]));

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
  {
    id: "UNK-1",
    isOfProtocol: true,
    case: "one or all of them",
    async prove(world) {
      const inputs = full(world);
      const provider = await world.holdProcess();
      expect(await provider.check({}, allUnknown(inputs))).toEqual({ inputs: allUnknown(inputs), failures: [] });
      for (const [name, value] of Object.entries(inputs)) {
        for (const part of partlyUnknown(value, unknown)) {
          const partly = { ...inputs, [name]: part };
          expect(await provider.check({}, partly)).toEqual({ inputs: partly, failures: [] });
        }
      }
      expect(world.emulator.requests).toEqual([]);
    },
  },
  {
    id: "UNK-1",
    isOfProtocol: true,
    case: "an update, never a replacement",
    async prove(world) {
      const { deployment, definition } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      for (const name of Object.keys(definition.properties)) {
        const changed = { step: "update", properties: [name] };
        expect(await deployment.preview({ ...inputs, [name]: unknown })).toEqual(changed);
      }
      if (!isCreatable(definition)) return;
      for (const hub of [unknown, { id: "1", subdomain: unknown }, { id: unknown, subdomain: unknown }]) {
        expect(await deployment.preview({ ...inputs, hub })).toEqual({ step: "update", properties: ["hub"] });
      }
    },
  },
  {
    id: "UNK-2",
    isOfProtocol: true,
    async prove(world) {
      const { samples, definition } = world;
      const inputs = allUnknown(full(world));
      const provider = await world.holdProcess();
      for (const [name, { rejected }] of Object.entries(samples.properties)) {
        for (const bad of rejected) {
          const { failures } = await provider.check({}, { ...inputs, [name]: bad });
          // Whether it conflicts with another property isn't known yet.
          const isAlwaysInvalid = !definition.properties[name]?.type.schema.safeParse(bad).success;
          expect(failures.length > 0, `${name} ${JSON.stringify(bad)}`).toBe(isAlwaysInvalid);
          for (const failure of failures) expect(failure).toMatch(new RegExp(`^(: )?${name}\\b`));
        }
      }
    },
  },
  {
    id: "UNK-4",
    isOfProtocol: true,
    async prove(world) {
      const { deployment, samples, emulator } = world;
      for (const [name, { rejected, clauses }] of Object.entries(samples.properties)) {
        for (const bad of rejected) {
          const failing = deployment.up({ ...full(world), [name]: bad });
          await expect(failing, `${clauses} ${name} ${JSON.stringify(bad)}`).rejects.toMatchObject({
            failures: expect.arrayContaining([expect.stringMatching(new RegExp(`^(: )?${name}\\b`))]),
          });
        }
      }
      expect(emulator.requests, "[COM-10]").toEqual([]);
    },
  },
  {
    id: "CLR-6",
    isOfProtocol: true,
    case: "and so do a missing or malformed hub and an unknown property",
    appliesTo: isCreatable,
    async prove(world) {
      const inputs = minimal(world);
      const provider = await world.holdProcess();
      // Pulumi prints the value of the property before the colon, which the dynamic provider can't know to be open.
      for (const hub of ["", "Acme", 7, null, {}, { id: "1", subdomain: 7 }, ["acme"]]) {
        const { failures } = await provider.check({}, { ...inputs, hub });
        expect(failures, JSON.stringify(hub)).toEqual([
          expect.stringMatching(/^(: )?hub: must be a Hub or its subdomain/),
        ]);
      }
      const { hub: _, ...rest } = inputs;
      expect((await provider.check({}, rest)).failures).toEqual([expect.stringMatching(/^(: )?hub: is required/)]);
      const misspelled = await provider.check({}, { ...inputs, adress: "API" });
      // Pulumi prints the value of the property before the colon, and this one may be a misspelled secret.
      const holdsSecrets = Object.values(world.definition.properties).some(({ secret }) => secret);
      const start = holdsSecrets ? "^: adress: " : "^(: )?adress: ";
      expect(misspelled.failures).toEqual([expect.stringMatching(`${start}isn't a property of`)]);
    },
  },
];
