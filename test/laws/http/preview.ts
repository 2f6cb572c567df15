import { expect } from "vitest";
import { unknownMark as unknown } from "../../../model/pulumi/mark-keys.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { full, minimal } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import { lawsWith } from "./law.ts";

const allUnknown = (inputs: Values): Values => Object.fromEntries(Object.keys(inputs).map((name) => [name, unknown]));

/** Returns the value with one part unknown, for each part at any depth. */
function partlyUnknown(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [unknown];
  const parts = Object.entries(value).flatMap(([key, item]) =>
    partlyUnknown(item).map((part) =>
      Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part },
    ),
  );
  return [unknown, ...parts];
}

export const previewLaws = lawsWith({ isOfProtocol: true }, [
  {
    id: "UNK-1",
    case: "one or all of them",
    async prove(world) {
      const inputs = full(world);
      const provider = await world.holdProcess();
      expect(await provider.check({}, allUnknown(inputs))).toEqual({ inputs: allUnknown(inputs), failures: [] });
      for (const [name, value] of Object.entries(inputs)) {
        for (const part of partlyUnknown(value)) {
          const partly = { ...inputs, [name]: part };
          expect(await provider.check({}, partly)).toEqual({ inputs: partly, failures: [] });
        }
      }
      expect(world.emulator.requests).toEqual([]);
    },
  },
  {
    id: "UNK-1",
    case: "at any depth, which is an update, never a replacement",
    async prove(world) {
      const { deployment, definition } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      for (const name of Object.keys(definition.properties)) {
        for (const part of partlyUnknown(inputs[name])) {
          const changed = { step: "update", properties: [name] };
          expect(await deployment.preview({ ...inputs, [name]: part })).toEqual(changed);
        }
      }
      if (!isCreatable(definition)) return;
      for (const hub of [unknown, { id: "1", subdomain: unknown }, { id: unknown, subdomain: unknown }]) {
        expect(await deployment.preview({ ...inputs, hub })).toEqual({ step: "update", properties: ["hub"] });
      }
    },
  },
  {
    id: "UNK-1",
    case: "of a create and of an update, each of them alone and all together",
    async prove(world) {
      const { deployment, emulator } = world;
      const inputs = full(world);
      await deployment.up(inputs);
      const { id = "", outputs = {} } = deployment.state ?? {};
      const draft = { ...outputs, state: "draft" };
      const provider = await world.holdProcess();
      emulator.clearRequests();
      const parts = Object.keys(inputs).flatMap((name) =>
        partlyUnknown(inputs[name]).map((part) => ({ ...inputs, [name]: part })),
      );
      for (const declared of [...parts, allUnknown(inputs)]) {
        await provider.previewCreate(declared);
        await provider.previewUpdate(id, outputs, declared);
        await provider.previewUpdate(id, draft, declared);
      }
      expect(emulator.requests).toEqual([]);
    },
  },
  {
    id: "UNK-2",
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
]);
