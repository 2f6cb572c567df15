import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing, type Plan } from "../../engine-model/deployment.ts";
import { full, type Subject, without } from "../../samples/program.ts";
import type { World, Write } from "../world.ts";
import { type HttpLaw, lawsAbout, mergedBody, methods } from "./law.ts";

interface Removal {
  readonly name: string;
  /** The value that clears the property; undefined if removing it sends nothing. */
  readonly cleared: unknown;
  readonly plan: Plan;
  readonly writes: readonly Write[];
  /** Whether the state still has it as declared. */
  readonly isDeclared: boolean;
  readonly output: unknown;
  readonly refreshed: Plan;
}

const isOptional = ({ definition, samples }: Subject, name: string): boolean => {
  const property = definition.properties[name];
  return !samples.minimal.includes(name) && !property?.replaces && !property?.required;
};

/** Removes each optional property on its own from the program that declares everything. */
async function tellRemovals(world: World): Promise<Removal[]> {
  const { deployment, definition, samples } = world;
  const told: Removal[] = [];
  for (const name of Object.keys(samples.properties).filter((each) => isOptional(world, each))) {
    await deployment.up(full(world));
    world.takeWrites();
    const program = without(full(world), name);
    const plan = await deployment.up(program);
    const writes = world.takeWrites();
    const { __declared = [], [name]: output } = deployment.state?.outputs ?? {};
    const isDeclared = (__declared as string[]).includes(name);
    const refreshed = await deployment.previewRefreshed(program);
    told.push({ name, cleared: definition.properties[name]?.cleared, plan, writes, isDeclared, output, refreshed });
  }
  return told;
}

const clearedBy = (matches: (cleared: unknown) => boolean) => ({
  appliesTo: ({ properties }: Definition) => Object.values(properties).some(({ cleared }) => matches(cleared)),
  prove(told: readonly Removal[], { samples }: Subject) {
    for (const { name, cleared, writes } of told.filter((each) => matches(each.cleared))) {
      expect(methods(writes), name).toEqual(["PUT"]);
      expect(mergedBody(writes)).toEqual({ [samples.properties[name]?.wire ?? ""]: cleared });
    }
  },
});

export const clearingLaws: readonly HttpLaw[] = [
  ...lawsAbout({ tell: tellRemovals }, [
    { id: "CLR-1", ...clearedBy((value) => value === null) },
    { id: "CLR-2", ...clearedBy(Array.isArray) },
    {
      id: "CLR-4",
      ...clearedBy((value) => value !== undefined && value !== null && !Array.isArray(value)),
    },
    {
      id: "CLR-9",
      case: "each property",
      prove(told) {
        for (const { name, cleared, plan, writes, isDeclared, output, refreshed } of told) {
          expect(plan).toEqual({ step: "update", properties: [name] });
          if (cleared === undefined) expect(writes, name).toEqual([]);
          expect([isDeclared, refreshed], name).toEqual([false, nothing]);
          expect(output, name).not.toBeUndefined();
        }
      },
    },
  ]),
  {
    id: "CLR-6",
    isOfProtocol: true,
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
