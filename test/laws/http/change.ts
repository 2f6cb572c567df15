import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import { changes, firstChanges, full, isReplaced, type Subject, without } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { createManaged, type HttpLaw, lawsAbout, mergedBody, methods } from "./law.ts";

/** Changes each property on its own, from its first sample to every other. */
async function tellChanges(world: World) {
  const { deployment, definition } = world;
  const told = [];
  for (const { name, to } of changes(world)) {
    await createManaged(world, full(world));
    const before = Object.keys(deployment.state?.outputs ?? {});
    const program = { ...full(world), [name]: to.declared };
    const plan = await deployment.up(program);
    const writes = world.takeWrites();
    const lostOutputs = before.filter((key) => !Object.keys(deployment.state?.outputs ?? {}).includes(key));
    const refreshed = await deployment.previewRefreshed(program);
    told.push({ name, to, replaces: isReplaced(definition, name), plan, writes, lostOutputs, refreshed });
  }
  return told;
}

/** Whether a property is cleared by such a value. */
const clearsBy =
  (matches: (value: unknown) => boolean) =>
  ({ properties }: Definition): boolean =>
    Object.values(properties).some(({ cleared }) => matches(cleared));

const has =
  (name: string) =>
  ({ properties }: Definition): boolean =>
    name in properties;

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);

/** Outputs that the state has only if they are needed. */
const occasional = ["__serverForms", "__occurrences"];

const isOptional = ({ definition, samples }: Subject, name: string): boolean => {
  const property = definition.properties[name];
  return !samples.minimal.includes(name) && !isReplaced(definition, name) && !property?.required;
};

/** Removes each optional property on its own from the program that declares everything. */
async function tellRemovals(world: World) {
  const { deployment, definition, samples } = world;
  const told = [];
  for (const name of Object.keys(samples.properties).filter((each) => isOptional(world, each))) {
    await createManaged(world, full(world));
    const program = without(full(world), name);
    const plan = await deployment.up(program);
    const writes = world.takeWrites();
    const { __declared = [], [name]: output } = deployment.state?.outputs ?? {};
    const isDeclared = (__declared as string[]).includes(name);
    const refreshed = await deployment.previewRefreshed(program);
    // If nothing clears it, removing it sends nothing.
    told.push({ name, cleared: definition.properties[name]?.cleared, plan, writes, isDeclared, output, refreshed });
  }
  return told;
}

const clearedBy = (matches: (cleared: unknown) => boolean) => ({
  appliesTo: clearsBy(matches),
  prove(told: Awaited<ReturnType<typeof tellRemovals>>, { samples }: Subject) {
    for (const { name, cleared, writes } of told.filter((each) => matches(each.cleared))) {
      expect(methods(writes), name).toEqual(["PUT"]);
      expect(mergedBody(writes)).toEqual({ [samples.properties[name]?.key ?? ""]: cleared });
    }
  },
});

const inPlace = (property: string) => ({
  appliesTo: has(property),
  prove(told: Awaited<ReturnType<typeof tellChanges>>) {
    const changed = told.filter(({ name }) => name === property);
    expect(changed).not.toEqual([]);
    for (const { plan, writes } of changed) expect([plan.step, ...methods(writes)]).toEqual(["update", "PUT"]);
  },
});

export const changeLaws: readonly HttpLaw[] = [
  ...lawsAbout({ isOfProtocol: true, tell: tellChanges }, [
    {
      id: "LIF-4",
      case: "each property",
      prove(told, { samples }) {
        for (const { name, to, plan, writes } of told.filter(({ replaces }) => !replaces)) {
          const { key = "", clauses } = samples.properties[name] ?? {};
          expect(plan).toEqual({ step: "update", properties: [name] });
          expect(methods(writes)).toEqual(["PUT"]);
          expect(mergedBody(writes), clauses).toEqual({ [key]: to.wire });
        }
      },
    },
    {
      id: "LIF-7",
      prove(told) {
        for (const { name, lostOutputs } of told)
          expect(
            lostOutputs.filter((key) => !occasional.includes(key)),
            name,
          ).toEqual([]);
      },
    },
    {
      id: "LIF-10",
      appliesTo: ({ properties, series }) =>
        series !== undefined || Object.values(properties).some(({ replaces }) => replaces),
      prove(told, { definition }) {
        const replacing = told.filter(({ replaces }) => replaces);
        expect(replacing).not.toEqual([]);
        for (const { name, plan, writes } of replacing) {
          expect(plan).toEqual({ step: "replace", properties: [name] });
          const made = definition.series === undefined ? ["POST"] : ["POST", "PUT", "PUT"];
          // A service deletes the later dates of a series with its end.
          expect(
            methods(writes)
              .sort()
              .slice(-1 - made.length),
            name,
          ).toEqual(["DELETE", ...made]);
        }
      },
    },
    {
      id: "CLR-3",
      appliesTo: clearsBy((value) => value === false),
      prove(told, { samples }) {
        const switched = told.filter(({ to }) => to.declared === false);
        expect(switched).not.toEqual([]);
        for (const { name, writes } of switched)
          expect(mergedBody(writes)[samples.properties[name]?.key ?? ""], name).toBe(false);
      },
    },
    {
      id: "CLR-5",
      prove(told, { samples }) {
        for (const { name, to, writes } of told.filter(({ to }) => isEmpty(to.declared)))
          expect(mergedBody(writes)[samples.properties[name]?.key ?? ""], name).toEqual(to.declared);
      },
    },
    {
      id: "CLR-7",
      prove(told, { samples }) {
        const settable = Object.values(samples.properties).map(({ key }) => key);
        for (const { writes } of told) {
          const updates = writes.filter(({ method }) => method === "PUT");
          expect(Object.keys(mergedBody(updates)).filter((key) => !settable.includes(key))).toEqual([]);
        }
      },
    },
    {
      id: "NPD-3",
      prove(told) {
        const emptied = told.filter(({ to }) => isEmpty(to.declared));
        expect(emptied.map(({ refreshed }) => refreshed)).toEqual(emptied.map(() => nothing));
      },
    },
    {
      id: "NPD-2",
      case: "after a change of each property",
      prove(told, { samples }) {
        for (const { name, to, refreshed } of told.filter(({ to }) => !isEmpty(to.declared)))
          expect([name, to.declared, refreshed], samples.clauses.update).toEqual([name, to.declared, nothing]);
      },
    },
    {
      id: "REC-1",
      appliesTo: has("repeat"),
      prove(told) {
        const patterns = told.filter(({ name }) => name === "repeat");
        expect(patterns.length).toBeGreaterThan(2);
        expect(patterns.map(({ refreshed }) => refreshed)).toEqual(patterns.map(() => nothing));
      },
    },
    { id: "REL-4", ...inPlace("groupId") },
    { id: "SUB-8", ...inPlace("address") },
  ]),
  ...lawsAbout({ tell: tellRemovals }, [
    { id: "CLR-1", ...clearedBy((value) => value === null) },
    { id: "CLR-2", ...clearedBy(Array.isArray) },
    { id: "CLR-4", ...clearedBy((value) => value !== undefined && value !== null && !Array.isArray(value)) },
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
      await createManaged(world, full(world));
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
  {
    id: "SER-8",
    case: "putting the program back sends it again",
    async prove(first, another) {
      const { definition, samples } = first;
      const inPlace = firstChanges(first).filter(({ name }) => !isReplaced(definition, name));
      const prove = async ({ name, to }: (typeof inPlace)[number]) => {
        const world = await another();
        const { deployment, emulator } = world;
        await deployment.up(full(world));
        // The same fault for every attempt: the request takes effect, and each response is lost.
        emulator.faults.add({ method: "PUT", status: 500, when: "after", times: 6 });
        await expect(deployment.up({ ...full(world), [name]: to.declared }), name).rejects.toThrow("is in the state");
        emulator.faults.clear();
        world.takeWrites();
        await deployment.up(full(world));
        const { key = "", values: [from] = [] } = samples.properties[name] ?? {};
        expect(mergedBody(world.takeWrites()), name).toEqual({ [key]: from?.wire });
        expect(await deployment.previewRefreshed(full(world)), name).toEqual(nothing);
      };
      // Each waits for all retries, so they run in parallel.
      await Promise.all(inPlace.map(prove));
    },
  },
];
