import { expect } from "vitest";
import type { Fault } from "../../../emulator/index.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { nothing } from "../../engine-model/deployment.ts";
import type { Values } from "../../engine-model/grpc.ts";
import { full, minimal, posted } from "../../samples/program.ts";
import { isCreatable } from "../law.ts";
import type { World } from "../world.ts";
import { createManaged, createUnmanaged, type HttpLaw, lawsAbout, methods, recordPath, seenOtherwise } from "./law.ts";

const isIdentified = (definition: Definition) => isCreatable(definition) && definition.identity !== undefined;
const isRestored = ({ operations }: Definition) => operations.restore !== undefined;

const longAgo = "2024-02-29T10:00:00Z";
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+/, "");

const rowOf = ({ emulator, samples }: World, id: string) =>
  structuredClone(emulator.records(samples.table).find((row) => String(row.id) === id));

/** Lets the next POST return a record that is there, like a server that changes a record with the same key instead. */
async function returnExisting(world: World, id: string): Promise<void> {
  const { emulator } = world;
  emulator.faults.add({ method: "POST", status: 200, body: await world.send("GET", recordPath(world, id)) });
  emulator.clearRequests();
}

/** Performs a request again, like a server that is still working on it after its gateway timed out. */
async function finishLate(world: World): Promise<void> {
  const findPost = () => world.emulator.requests.findIndex(({ method }) => method === "POST");
  // By then, the provider has searched for the record twice and found nothing.
  const looks = () => (findPost() < 0 ? 0 : world.emulator.requests.length - findPost() - 1);
  await expect.poll(looks).toBeGreaterThan(1);
  const { path = "", body } = world.emulator.requests[findPost()] ?? {};
  await world.send("POST", path, body as Values);
}

/** Returns the identity in another case, so that it differs from the declared one. */
function similar({ definition }: World, inputs: Values): Values {
  const [name = ""] = definition.identity ?? [];
  const text = String(inputs[name]);
  return { ...inputs, [name]: text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase() };
}

/** Creates a record beside an equal one, and loses the response. */
const tellLostResponses = (_: World, another: () => Promise<World>) =>
  Promise.all(
    ([{ status: 500 }, { status: 504 }, { drop: "before" }] as const).map(async (fault) => {
      const world = await another();
      const inputs = posted(world);
      const other = await createUnmanaged(world, inputs, longAgo);
      const before = rowOf(world, other);
      world.emulator.faults.add({ method: "POST", ...fault });
      const error = await world.deployment.up(inputs).then(
        () => undefined,
        ({ message }: Error) => message,
      );
      const { state } = world.deployment;
      return { other, before, after: rowOf(world, other), state, live: world.live().length, error };
    }),
  );

export const identityLaws: readonly HttpLaw[] = [
  {
    id: "IDN-1",
    case: "a create that returns it fails, and a destroy leaves it",
    appliesTo: isCreatable,
    async prove(first, another) {
      for (const createdAt of isIdentified(first.definition) ? [longAgo, anHourAgo()] : [longAgo, undefined]) {
        const world = await another();
        const { deployment } = world;
        const id = await createUnmanaged(world, full(world), createdAt);
        await returnExisting(world, id);
        const before = rowOf(world, id);
        await expect(deployment.up(minimal(world))).rejects.toThrow(
          new RegExp(`existed before.*adopt: "${id}".*SH4016`),
        );
        expect(deployment.state).toBeUndefined();
        await deployment.destroy();
        expect(rowOf(world, id)).toEqual(before);
      }
    },
  },
  ...lawsAbout({ appliesTo: isCreatable, tell: tellLostResponses }, [
    {
      id: "IDN-1",
      case: "an equal record, after a lost response",
      prove(told) {
        for (const { other, before, after, state } of told) {
          expect(after).toEqual(before);
          expect(state?.id).not.toBe(other);
        }
      },
    },
    {
      id: "IDN-4",
      case: "after a lost response",
      prove(told) {
        for (const { state, live, error } of told) {
          expect(live).toBe(state === undefined ? 1 : 2);
          if (state === undefined) expect(error).toMatch(/^Could not create/);
        }
      },
    },
  ]),
  {
    id: "IDN-4",
    case: "seconds after the response was lost",
    appliesTo: isCreatable,
    async prove(first, another) {
      const faults: Fault[] = [{ status: 504 }, { status: 408 }, { drop: "before" }];
      // With an identity, the POST is repeated after these, and the server rejects the late one.
      if (first.definition.identity === undefined) faults.push({ status: 500 }, { status: 503 });
      await Promise.all(
        faults.map(async (fault) => {
          const world = await another();
          const inputs = posted(world);
          world.emulator.faults.add({ method: "POST", ...fault });
          await Promise.all([world.deployment.up(inputs), finishLate(world)]);
          expect(world.live().map(({ id }) => String(id))).toEqual([world.deployment.state?.id]);
          expect(await world.deployment.previewRefreshed(inputs)).toEqual(nothing);
        }),
      );
    },
  },
  {
    id: "IDN-2",
    appliesTo: (definition) =>
      isIdentified(definition) && (definition.identity ?? []).every((name) => !definition.properties[name]?.required),
    async prove(world) {
      const { definition, deployment } = world;
      const [name = ""] = definition.identity ?? [];
      const inputs = { ...minimal(world), [name]: "" };
      const other = await createUnmanaged(world, minimal(world), longAgo);
      const before = rowOf(world, other);
      const provider = await world.startProcess();
      for (const empty of ["", "  "]) {
        const { failures } = await provider.check({}, { ...inputs, [name]: empty, adopt: true });
        expect(failures).toEqual([expect.stringContaining(`needs ${name}`)]);
      }

      const another = { ...inputs, adopt: false };
      world.emulator.faults.add({ method: "POST", status: 422, body: { error: "name is odd" } });
      await expect(deployment.up(another)).rejects.toThrow(/^(?!.*conflict).*422: "name is odd"/);
      await deployment.up(another);

      expect(deployment.state?.id).not.toBe(other);
      expect(rowOf(world, other)).toEqual(before);
    },
  },
  {
    id: "IDN-3",
    appliesTo: isIdentified,
    async prove(world) {
      const { definition, deployment, kind } = world;
      const inputs = posted(world);
      const other = await createUnmanaged(world, similar(world, inputs), longAgo);
      const before = rowOf(world, other);

      await expect(deployment.up({ ...inputs, adopt: true })).rejects.toThrow(
        new RegExp(`has exactly the declared ${definition.identity}, and ${kind} ${other} has a similar one`),
      );

      expect(world.takeWrites()).toEqual([]);
      expect(rowOf(world, other)).toEqual(before);

      // Nor is it certain that a rejection is about it.
      world.emulator.faults.add({ method: "POST", status: 422 });
      await expect(deployment.up(seenOtherwise(world, inputs))).rejects.toThrow(
        `it may conflict with ${kind} ${other}, which has a similar`,
      );
    },
  },
  {
    id: "IDN-6",
    appliesTo: isIdentified,
    async prove(world) {
      const inputs = posted(world);
      const other = await createUnmanaged(world, inputs, longAgo);
      await expect(world.deployment.up(seenOtherwise(world, inputs)), "[SUB-06]").rejects.toThrow(
        new RegExp(
          `conflicts with ${world.kind} ${other},.* declare aliases.* recover.* declare adopt: "${other}" if nobody`,
        ),
      );
      expect(methods(world.takeWrites())).toEqual(["POST"]);
      expect(world.deployment.state).toBeUndefined();
    },
  },
  {
    id: "IDN-5",
    case: "rejected for another reason",
    appliesTo: isRestored,
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = posted(world);
      const other = await createUnmanaged(world, inputs, longAgo);
      emulator.edit(samples.table, Number(other), { deleted: true });
      const before = rowOf(world, other);
      for (const status of [400, 422]) {
        emulator.faults.add({ method: "POST", status, body: { error: "service 99 not found" } });
        await expect(deployment.up(inputs)).rejects.toThrow(
          new RegExp(`${status}: "service 99 not found".*declare adopt: "${other}" to restore it`),
        );
      }
      expect(methods(world.takeWrites())).toEqual(["POST", "POST"]);
      expect(rowOf(world, other)).toEqual(before);

      await deployment.up({ ...inputs, adopt: other });
      expect(world.live().map(({ id }) => String(id))).toEqual([deployment.state?.id]);
      expect(await deployment.previewRefreshed({ ...inputs, adopt: other })).toEqual(nothing);
    },
  },
  {
    id: "IDN-9",
    appliesTo: isCreatable,
    async prove(world) {
      const { emulator } = world;
      const { id, outputs } = await createManaged(world, minimal(world));
      const provider = await world.startProcess();
      emulator.faults.add({ method: "PUT", status: 422 });
      const adopting = provider.create({ ...posted(world), adopt: id });
      await expect(adopting).rejects.toThrow(/^Could not create/);

      await expect(provider.delete(id, outputs)).rejects.toThrow(/adopts the record.*SH5503/);
      expect(world.live()).toHaveLength(1);
      await (await world.startProcess()).delete(id, outputs);
      expect(world.live()).toEqual([]);
    },
  },
];
