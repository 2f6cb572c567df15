import { expect } from "vitest";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing, type Plan } from "../../engine-model/deployment.ts";
import { changes, full } from "../../samples/program.ts";
import type { Sample } from "../../samples/sample.ts";
import type { World, Write } from "../world.ts";
import { type HttpLaw, lawsAbout, mergedBody, methods } from "./law.ts";

interface Change {
  readonly name: string;
  readonly to: Sample;
  readonly replaces: boolean;
  readonly plan: Plan;
  readonly writes: readonly Write[];
  /** Outputs that the state has no more. */
  readonly lost: readonly string[];
  readonly refreshed: Plan;
}

/** Changes each property on its own, from its first sample to every other. */
async function tellChanges(world: World): Promise<Change[]> {
  const { deployment, definition } = world;
  const told: Change[] = [];
  await deployment.up(full(world));
  for (const { name, to } of changes(world)) {
    await deployment.up(full(world));
    world.takeWrites();
    const before = Object.keys(deployment.state?.outputs ?? {});
    const program = { ...full(world), [name]: to.declared };
    const plan = await deployment.up(program);
    const writes = world.takeWrites();
    const lost = before.filter((key) => !Object.keys(deployment.state?.outputs ?? {}).includes(key));
    const refreshed = await deployment.previewRefreshed(program);
    told.push({ name, to, replaces: definition.properties[name]?.replaces === true, plan, writes, lost, refreshed });
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

export const changeLaws: readonly HttpLaw[] = lawsAbout({ isOfProtocol: true, tell: tellChanges }, [
  {
    id: "LIF-4",
    case: "each property",
    prove(told, { samples }) {
      for (const { name, to, plan, writes } of told.filter(({ replaces }) => !replaces)) {
        const { wire = "", clauses } = samples.properties[name] ?? {};
        expect(plan).toEqual({ step: "update", properties: [name] });
        expect(methods(writes)).toEqual(["PUT"]);
        expect(mergedBody(writes), clauses).toEqual({ [wire]: to.wire });
      }
    },
  },
  {
    id: "LIF-7",
    prove(told) {
      for (const { name, lost } of told)
        expect(
          lost.filter((key) => !occasional.includes(key)),
          name,
        ).toEqual([]);
    },
  },
  {
    id: "LIF-10",
    appliesTo: ({ properties }) => Object.values(properties).some(({ replaces }) => replaces),
    prove(told) {
      const replacing = told.filter(({ replaces }) => replaces);
      expect(replacing).not.toEqual([]);
      for (const { name, plan, writes } of replacing) {
        expect(plan).toEqual({ step: "replace", properties: [name] });
        expect(methods(writes).sort()).toEqual(["DELETE", "POST"]);
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
        expect(mergedBody(writes)[samples.properties[name]?.wire ?? ""], name).toBe(false);
    },
  },
  {
    id: "CLR-5",
    prove(told, { samples }) {
      for (const { name, to, writes } of told.filter(({ to }) => isEmpty(to.declared)))
        expect(mergedBody(writes)[samples.properties[name]?.wire ?? ""], name).toEqual(to.declared);
    },
  },
  {
    id: "CLR-7",
    prove(told, { samples }) {
      const settable = Object.values(samples.properties).map(({ wire }) => wire);
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
  {
    id: "REL-4",
    appliesTo: has("groupId"),
    prove(told) {
      const moves = told.filter(({ name }) => name === "groupId");
      expect(moves).not.toEqual([]);
      for (const { plan, writes } of moves) expect([plan.step, ...methods(writes)]).toEqual(["update", "PUT"]);
    },
  },
]);
