import { expect } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import { full, without } from "../../samples/program.ts";
import { type HttpLaw, mergedBody, methods } from "./law.ts";

export const clearingLaws: readonly HttpLaw[] = [
  {
    id: "CLR-1 CLR-2 CLR-4",
    says: "removing a property shows as an update, sends the value that clears it, and is clean afterwards",
    async prove(world) {
      const { deployment, definition, samples } = world;
      for (const name of Object.keys(samples.properties).filter((each) => !samples.minimal.includes(each))) {
        const property = definition.properties[name];
        if (property?.replaces || property?.required) continue;
        await deployment.up(full(world));
        world.takeWrites();

        const program = without(full(world), name);
        const plan = await deployment.up(program);

        expect(plan).toEqual({ step: "update", properties: [name] });
        const writes = world.takeWrites();
        if (property?.cleared === undefined) expect(writes).toEqual([]);
        else {
          expect(methods(writes)).toEqual(["PUT"]);
          expect(mergedBody(writes)).toEqual({ [samples.properties[name]?.wire ?? ""]: property.cleared });
        }
        expect(deployment.state?.outputs.__declared).not.toContain(name);
        expect(deployment.state?.outputs[name]).not.toBeUndefined();
        expect(await deployment.previewRefreshed(program)).toEqual(nothing);
      }
    },
  },
  {
    id: "CLR-6",
    says: "removing a required property fails before any request",
    async prove(world) {
      const { deployment, definition } = world;
      await deployment.up(full(world));
      world.takeWrites();
      const required = Object.keys(definition.properties).filter((name) => definition.properties[name]?.required);
      for (const name of required) {
        const failing = deployment.up(without(full(world), name));
        await expect(failing).rejects.toMatchObject({
          failures: [expect.stringMatching(`^(: )?${name}: is required`)],
        });
      }
      expect(world.emulator.requests).toEqual([]);
    },
  },
];
