import { expect } from "vitest";
import type { Definition } from "../../../kinds/kind.ts";
import { nothing } from "../deployment.ts";
import type { Values } from "../grpc.ts";
import { isCreatable } from "../law.ts";
import { full, minimal, posted } from "../program.ts";
import type { World } from "../world.ts";
import { type HttpLaw, methods } from "./law.ts";

const isIdentified = (definition: Definition) => isCreatable(definition) && definition.identity !== undefined;
const isRestored = ({ operations }: Definition) => operations.restore !== undefined;

/** Somebody else creates a record that has all that the program declares, long before the program does. */
async function createStranger(world: World, inputs: Values): Promise<string> {
  const another = world.deployAnother();
  await another.up(inputs);
  const id = another.state?.id ?? "";
  world.emulator.edit(world.samples.table, Number(id), { created_at: "2024-02-29T10:00:00Z" });
  world.takeWrites();
  return id;
}

const rowOf = ({ emulator, samples }: World, id: string) =>
  structuredClone(emulator.records(samples.table).find((row) => String(row.id) === id));

/** Repeats what a request asked for, as a server does that goes on after its gateway gave up. */
async function finishLate(world: World): Promise<void> {
  const findPost = () => world.emulator.requests.findIndex(({ method }) => method === "POST");
  // Two looks for the record have found nothing by then.
  const looks = () => (findPost() < 0 ? 0 : world.emulator.requests.length - findPost() - 1);
  await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(1);
  const { path = "", body } = world.emulator.requests[findPost()] ?? {};
  await world.send("POST", path, body as Values);
}

/** The identity in another case, which differs from the declared one. */
function similar({ definition }: World, inputs: Values): Values {
  const [name = ""] = definition.identity ?? [];
  const text = String(inputs[name]);
  return { ...inputs, [name]: text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase() };
}

export const identityLaws: readonly HttpLaw[] = [
  {
    id: "IDN-1 IDN-4",
    says: "a response is lost, and an equal record was there before: it stays a stranger's, and the API has no second one of ours",
    appliesTo: isCreatable,
    async prove(first, another) {
      const faults = [{ status: 500 }, { status: 504 }, { drop: "before" }] as const;
      const worlds = [first, await another(), await another()];
      await Promise.all(
        faults.map(async (fault, index) => {
          const world = worlds[index] ?? first;
          const inputs = posted(world);
          const stranger = await createStranger(world, inputs);
          const before = rowOf(world, stranger);
          world.emulator.faults.add({ method: "POST", ...fault });

          await world.deployment.up(inputs).catch((error: Error) => expect(error.message).toMatch(/^Could not create/));

          expect(rowOf(world, stranger)).toEqual(before);
          expect(world.deployment.state?.id).not.toBe(stranger);
          expect(world.live().length).toBe(world.deployment.state === undefined ? 1 : 2);
        }),
      );
    },
  },
  {
    id: "IDN-4",
    says: "a gateway gives up or the connection breaks, and the server creates the record seconds later: it is found, and there is one",
    appliesTo: isCreatable,
    async prove(first, another) {
      const faults = [{ status: 504 }, { status: 408 }, { drop: "before" }] as const;
      const worlds = [first, await another(), await another()];
      await Promise.all(
        faults.map(async (fault, index) => {
          const world = worlds[index] ?? first;
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
    says: "an empty text identifies nothing: it adopts no record, conflicts with none, and adopt: true asks for more",
    appliesTo: (definition) =>
      isIdentified(definition) && (definition.identity ?? []).every((name) => !definition.properties[name]?.required),
    async prove(world) {
      const { definition, deployment } = world;
      const [name = ""] = definition.identity ?? [];
      const inputs = { ...minimal(world), [name]: "" };
      const stranger = await createStranger(world, minimal(world));
      const before = rowOf(world, stranger);
      const provider = await world.startProcess();
      for (const empty of ["", "  "]) {
        const { failures } = await provider.check({}, { ...inputs, [name]: empty, adopt: true });
        expect(failures).toEqual([expect.stringContaining(`needs ${name}`)]);
      }

      world.emulator.faults.add({ method: "POST", status: 422, body: { error: "name is odd" } });
      await expect(deployment.up(inputs)).rejects.toThrow(/^(?!.*conflict).*422: "name is odd"/);
      await deployment.up(inputs);

      expect(deployment.state?.id).not.toBe(stranger);
      expect(rowOf(world, stranger)).toEqual(before);
    },
  },
  {
    id: "IDN-3 IDN-6",
    says: "a record whose identity is only similar is not adopted: the error names it, and nothing is sent",
    appliesTo: isIdentified,
    async prove(world) {
      const { definition, deployment, kind } = world;
      const inputs = posted(world);
      const stranger = await createStranger(world, similar(world, inputs));
      const before = rowOf(world, stranger);

      await expect(deployment.up({ ...inputs, adopt: true })).rejects.toThrow(
        new RegExp(`has exactly the declared ${definition.identity}, and ${kind} ${stranger} has a similar one`),
      );

      expect(world.takeWrites()).toEqual([]);
      expect(rowOf(world, stranger)).toEqual(before);
    },
  },
  {
    id: "IDN-6",
    says: "a conflict with a stranger's record says who may manage it before it says how to adopt it",
    appliesTo: isIdentified,
    async prove(world) {
      const inputs = posted(world);
      const stranger = await createStranger(world, inputs);
      await expect(world.deployment.up(inputs)).rejects.toThrow(
        new RegExp(`conflicts with ${world.kind} ${stranger}.*another stack.*declare adopt: "${stranger}"`),
      );
    },
  },
  {
    id: "IDN-5",
    says: "a create that the API refuses for another reason restores no deleted record, and says how to restore it",
    appliesTo: isRestored,
    async prove(world) {
      const { deployment, emulator, samples } = world;
      const inputs = posted(world);
      const stranger = await createStranger(world, inputs);
      emulator.edit(samples.table, Number(stranger), { deleted: true });
      const before = rowOf(world, stranger);
      for (const status of [400, 422]) {
        emulator.faults.add({ method: "POST", status, body: { error: "service 99 not found" } });
        await expect(deployment.up(inputs)).rejects.toThrow(
          new RegExp(`${status}: "service 99 not found".*declare adopt: "${stranger}" to restore it`),
        );
      }
      expect(methods(world.takeWrites())).toEqual(["POST", "POST"]);
      expect(rowOf(world, stranger)).toEqual(before);

      await deployment.up({ ...inputs, adopt: stranger });
      expect(world.live().map(({ id }) => String(id))).toEqual([deployment.state?.id]);
      expect(await deployment.previewRefreshed({ ...inputs, adopt: stranger })).toEqual(nothing);
    },
  },
  {
    id: "IDN-8",
    says: "a hub whose subdomain changed hands is the same hub: it is read, updated and deleted in under its new name",
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      world.takeWrites();
      emulator.edit("hubs", 1, { subdomain: "acme-of-old" });
      emulator.edit("hubs", 2, { subdomain: "acme" });
      const other = structuredClone(emulator.records("hubs").find(({ id }) => id === 2));
      await deployment.refresh();
      // A Hub that declares "acme" asks for a name that another hub has: that is refused, and says so.
      const update = deployment.up(full(world));
      if (isCreatable(world.definition)) await update;
      else await expect(update).rejects.toThrow("it conflicts with Hub 2");
      if (isCreatable(world.definition)) await deployment.destroy();
      for (const { path } of world.takeWrites()) expect(path).toMatch(/^\/hubs\/acme-of-old(\/|$)/);
      expect(emulator.records("hubs").find(({ id }) => id === 2)).toEqual(other);
    },
  },
  {
    id: "IDN-9",
    says: "an adoption that fails leaves the record on the hub and in the state, and the next run deletes it",
    appliesTo: isCreatable,
    async prove(world) {
      const { deployment, emulator } = world;
      await deployment.up(minimal(world));
      const { id = "", outputs = {} } = deployment.state ?? {};
      const provider = await world.startProcess();
      emulator.faults.add({ method: "PUT", status: 422 });
      const adopting = provider.create({ ...posted(world), adopt: id });
      await expect(adopting).rejects.toThrow(/^Could not create/);

      await expect(provider.delete(id, outputs)).rejects.toThrow(/was to adopt the record, and that failed/);
      expect(world.live()).toHaveLength(1);
      await (await world.startProcess()).delete(id, outputs);
      expect(world.live()).toEqual([]);
    },
  },
];
