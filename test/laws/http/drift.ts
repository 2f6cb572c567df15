import { isDeepStrictEqual } from "node:util";
import { expect, vi } from "vitest";
import { nothing } from "../../engine-model/deployment.ts";
import { changes, firstChanges, full, isDate, minimal, posted, without } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { createManaged, type HttpLaw, lawsAbout, mergedBody, methods } from "./law.ts";

/** Manual changes that a read can show. */
export const visibleChanges = (world: World, all = changes(world)) => all.filter(({ name }) => isVisible(world, name));

export const isVisible = ({ definition }: World, name: string): boolean => {
  const property = definition.properties[name];
  return !property?.writeOnly && !property?.replaces;
};

/** A series has no times of its own to compare, and its pattern needs another record. A single maintenance has them. */
const baseOf = (world: World, name: string) =>
  isDate(world.definition, name) && name !== world.definition.series?.property ? posted(world) : full(world);

/**
 * Changes each property manually and previews that, also with a program that declares the new value. After a refresh, undoes
 * the change manually and previews again. Then repeats the change, which `up` reverts.
 */
async function tellManualChanges(world: World) {
  const { deployment, samples, definition } = world;
  const told = [];
  for (const { name, to } of visibleChanges(world).filter((each) => each.name !== definition.series?.property)) {
    const { key = "", values } = samples.properties[name] ?? {};
    const inputs = baseOf(world, name);
    await createManaged(world, inputs);
    await world.changeManually({ [key]: to.wire });
    const { state } = deployment;
    const found = await deployment.previewRefreshed(inputs);
    const isUnchanged = isDeepStrictEqual([deployment.state, world.takeWrites()], [state, []]);
    const adopted = await deployment.previewRefreshed({ ...inputs, [name]: to.declared });
    await deployment.refresh();
    await world.changeManually({ [key]: values?.[0].wire });
    const undone = await deployment.previewRefreshed(inputs);
    await world.changeManually({ [key]: to.wire });
    await deployment.up(inputs);
    told.push({ name, found, isUnchanged, adopted, undone, reverts: world.takeWrites() });
  }
  return told;
}

/** Manual changes of each property that the program doesn't declare, then changes of the ones that it does. */
async function tellUndeclared(world: World) {
  const { deployment, samples, definition } = world;
  const inputs = minimal(world);
  const manual = [];
  await createManaged(world, inputs);
  for (const { name, to } of visibleChanges(world).filter(({ name }) => !samples.minimal.includes(name))) {
    await world.changeManually({ [samples.properties[name]?.key ?? ""]: to.wire });
    const found = await deployment.previewRefreshed(inputs);
    await deployment.refresh();
    const { inputs: declared = {}, outputs = {} } = deployment.state ?? {};
    const again = await deployment.up(inputs);
    manual.push({ name, to, isDeclared: name in declared, output: outputs[name], plans: [found, again] });
  }
  const sent = [world.takeWrites()];
  let program = minimal(world);
  for (const name of samples.minimal) {
    const to = samples.properties[name]?.values[1];
    if (to === undefined || definition.properties[name]?.replaces) continue;
    program = { ...program, [name]: to.declared };
    await deployment.up(program);
    sent.push(world.takeWrites());
  }
  return { manual, keys: sent.map((writes) => Object.keys(mergedBody(writes))) };
}

export const driftLaws: readonly HttpLaw[] = [
  ...lawsAbout({ tell: tellManualChanges }, [
    {
      id: "DRF-1",
      prove(told, { samples }) {
        for (const { name, found } of told)
          expect(found, samples.properties[name]?.clauses).toEqual({ step: "update", properties: [name] });
      },
    },
    {
      id: "DRF-2",
      prove(told, { samples }) {
        for (const { name, reverts } of told) {
          const { key = "", values, clauses } = samples.properties[name] ?? {};
          expect(methods(reverts), name).toEqual(["PUT"]);
          expect(mergedBody(reverts), clauses).toEqual({ [key]: values?.[0].wire });
        }
      },
    },
    { id: "DRF-3", prove: (told) => expect(told.map(({ adopted }) => adopted)).toEqual(told.map(() => nothing)) },
    {
      id: "DRF-16",
      prove(told) {
        for (const { name, undone } of told) expect(undone, name).toEqual(nothing);
      },
    },
    { id: "DRF-12", prove: (told) => expect(told.filter(({ isUnchanged }) => !isUnchanged)).toEqual([]) },
  ]),
  ...lawsAbout({ tell: tellUndeclared }, [
    {
      id: "DRF-7",
      prove({ manual }) {
        for (const { name, plans } of manual) expect([name, plans]).toEqual([name, [nothing, nothing]]);
      },
    },
    {
      id: "DRF-14",
      prove({ manual }, { definition }) {
        for (const { name, to, output, isDeclared } of manual) {
          const type = definition.properties[name]?.type;
          expect(type?.canonical(type.toWire(output)), name).toEqual(type?.canonical(to.wire));
          expect(isDeclared).toBe(false);
        }
      },
    },
    {
      id: "CLR-8",
      prove({ keys: [none, ...updates] }) {
        expect(none).toEqual([]);
        for (const keys of updates) expect(keys).toHaveLength(1);
      },
    },
  ]),
  {
    id: "DRF-15",
    case: "the property is managed from then on",
    async prove(world) {
      const { deployment, samples } = world;
      const inputs = minimal(world);
      await deployment.up(inputs);
      for (const { name, to } of visibleChanges(world, firstChanges(world))) {
        // Only declared keys are compared, so an object without any has no drift.
        if (samples.minimal.includes(name) || isDeepStrictEqual(to.wire, {})) continue;
        const key = samples.properties[name]?.key ?? "";
        await world.changeManually({ [key]: to.wire });
        await deployment.refresh();
        const declared = { ...inputs, [name]: to.declared };
        expect(await deployment.up(declared)).toEqual({ step: "update", properties: [name] });
        const { shownAlike = [] } = world.definition.properties[name] ?? {};
        const sent = shownAlike.includes(to.wire) ? [{ [key]: to.wire }] : [];
        expect(
          world.takeWrites().map(({ body }) => body),
          name,
        ).toEqual(sent);
        expect(await deployment.previewRefreshed(declared)).toEqual(nothing);
        const other = samples.properties[name]?.values[0];
        await world.changeManually({ [key]: other?.wire });
        const step = name === world.definition.series?.property ? "replace" : "update";
        expect(await deployment.previewRefreshed(declared)).toEqual({ step, properties: [name] });
        await deployment.refresh();
        await createManaged(world, inputs);
      }
    },
  },
  {
    id: "FLT-8",
    isOfProtocol: true,
    case: "one property, which the error names",
    async prove(world) {
      const { deployment, emulator, samples } = world;
      for (const { name, to } of visibleChanges(world, firstChanges(world))) {
        const inputs = isDate(world.definition, name) ? posted(world) : full(world);
        await deployment.up(inputs);
        const news = { ...inputs, [name]: to.declared };
        emulator.assume({ ignore: `${samples.table}.${samples.properties[name]?.key}` });
        await expect(deployment.up(news)).rejects.toThrow(` and ignored ${name}: ${name} is `);
        emulator.assume({});
        expect(await deployment.previewRefreshed(news)).toEqual({ step: "update", properties: [name] });
        await deployment.up(news);
        expect(await deployment.previewRefreshed(news)).toEqual(nothing);
      }
    },
  },
  {
    id: "CLR-9",
    case: "on a service that ignores it, a line says what is still there",
    async prove(world) {
      const { deployment, definition, emulator, samples } = world;
      const resettable = visibleChanges(world).filter(({ name }) => {
        const { cleared, required } = definition.properties[name] ?? {};
        return cleared !== undefined && required !== true && !isDate(definition, name);
      });
      for (const { name } of resettable) {
        await deployment.up(full(world));
        const news = without(full(world), name);
        emulator.assume({ ignore: `${samples.table}.${samples.properties[name]?.key}` });
        await deployment.up(news);
        await vi.waitFor(() => expect(world.printed).toMatch(new RegExp(`${name} still shows .*SH5512`)));
        expect(await deployment.previewRefreshed(news), name).toEqual(nothing);
        emulator.assume({});
      }
    },
  },
  {
    id: "FLT-8",
    case: "a change of markup, case or space alone",
    async prove(world) {
      const { deployment, definition, emulator, samples } = world;
      const name = ["body", "label", "name"].find((each) => each in definition.properties) ?? "";
      const [first, next] =
        name === "body" ? ['<a href="/a">Status</a>', '<a href="/b">Status</a>'] : ["Web  App", "Web app"];
      await deployment.up({ ...full(world), [name]: first });
      const changed = { ...full(world), [name]: next };
      emulator.assume({ ignore: `${samples.table}.${samples.properties[name]?.key}` });
      await expect(deployment.up(changed)).rejects.toThrow(` and ignored ${name}: ${name} is `);
      expect(await deployment.previewRefreshed(changed)).toEqual({ step: "update", properties: [name] });
      emulator.assume({});
      await deployment.up(changed);
      expect(await deployment.previewRefreshed(changed)).toEqual(nothing);
    },
  },
  ...lawsAbout(
    {
      async tell(world) {
        const { deployment, emulator } = world;
        const inputs = full(world);
        await deployment.up(inputs);
        await world.send("POST", "/hubs/acme/incidents", {
          title: "Down",
          start_time: "2026-11-20T12:00:00Z",
          incident_type: "investigating",
          service_statuses: [{ service_id: 1, status: "down" }],
        });
        const incident = () => [emulator.records("incidents"), emulator.records("incident_updates")].flat();
        const before = incident();
        const plan = await deployment.previewRefreshed(inputs);
        const change = changes(world).find(({ name }) => name !== "subdomain");
        await deployment.up({ ...full(world), ...(change && { [change.name]: change.to.declared }) });
        return { plan, before, after: incident() };
      },
    },
    [
      { id: "DRF-8", prove: ({ plan }) => expect(plan).toEqual(nothing) },
      {
        id: "DRF-9",
        prove({ before, after }) {
          expect(before).toHaveLength(2);
          expect(after).toEqual(before);
        },
      },
    ],
  ),
];
