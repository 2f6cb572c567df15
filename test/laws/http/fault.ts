import { expect } from "vitest";
import type { Fault } from "../../../emulator/index.ts";
import { OperationFailure } from "../grpc.ts";
import type { Law } from "../law.ts";
import { full, inputsOf, type Program } from "../program.ts";
import type { World } from "../world.ts";
import { nothing } from "./requests.ts";

/** After these nobody can say whether a write took effect. */
const ambiguous: Readonly<Record<string, Fault>> = {
  "500 before": { status: 500, when: "before" },
  "500 after": { status: 500, when: "after" },
  "an HTML page of a proxy": { status: 502, body: "<html><body>Bad gateway</body></html>" },
  "cut before": { drop: "before" },
  "cut after": { drop: "after" },
  "cut in the answer": { drop: "during" },
  "half an answer": { status: 200, when: "after", body: '{"id": 1' },
  "an empty answer": { status: 200, when: "after", body: "" },
  "an answer of another shape": { status: 200, when: "after", body: { done: true } },
  "an answer with an id that is none": { status: 200, when: "after", body: { id: 0 } },
};

/** The API says no, or not now. */
const refusals: Readonly<Record<string, Fault>> = {
  "429 in no time": { status: 429, headers: { "Retry-After": "0" } },
  ...Object.fromEntries([402, 403, 409, 422].map((status) => [String(status), { status }])),
};

interface Operation {
  readonly prepare: (world: World) => Promise<unknown>;
  readonly run: (world: World) => Promise<unknown>;
  /** What the program declares after it; nothing where the resource is taken away. */
  readonly program: (world: World) => Program | undefined;
}

/** All properties with their second sample, where they can be changed. */
function changed(world: World): Program {
  const others = Object.entries(world.samples.properties)
    .filter(([name]) => !world.definition.properties[name]?.replaces && name !== "subdomain")
    .map(([name, { values }]) => [name, values[1]] as const);
  return { ...full(world), ...Object.fromEntries(others) };
}

const up = (world: World, program: Program) => world.deployment.up(inputsOf(world, program));

const operations: Readonly<Record<string, Operation>> = {
  create: { prepare: async () => undefined, run: (world) => up(world, full(world)), program: full },
  refresh: { prepare: (world) => up(world, full(world)), run: (world) => world.deployment.refresh(), program: full },
  update: { prepare: (world) => up(world, full(world)), run: (world) => up(world, changed(world)), program: changed },
  destroy: {
    prepare: (world) => up(world, full(world)),
    run: (world) => world.deployment.destroy(),
    program: () => undefined,
  },
};

/** One after the other, as each needs an emulator of its own; so many at a time. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const workers = Array.from({ length: 8 }, async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
  });
  await Promise.all(workers);
}

/** How many requests the operation sends where nothing goes wrong, and how many records there are then. */
async function rehearse(operation: Operation, world: World): Promise<{ steps: number; records: number }> {
  await operation.prepare(world);
  world.emulator.clearRequests();
  await operation.run(world);
  return { steps: world.emulator.requests.length, records: world.live().length };
}

/** What an operation that failed must say, if it did. */
async function failureOf(run: Promise<unknown>, world: World): Promise<string | undefined> {
  try {
    await run;
    return undefined;
  } catch (error) {
    if (!(error instanceof OperationFailure)) throw error;
    expect(error.message).toMatch(
      new RegExp(`^(Could not \\w+|StatusHub accepted a write of) ${world.kind} .*\\. \\[SH\\d{4}\\]$`),
    );
    expect(error.message).not.toMatch(/\n|<html>.*<html>|key-of-a-command/);
    return error.message;
  }
}

/** The next commands, when nothing goes wrong any more: at most one up, with or without a refresh before it. */
async function recover(world: World, program: Program | undefined, refreshes: boolean): Promise<void> {
  const { deployment } = world;
  if (refreshes) await deployment.refresh();
  if (program === undefined) await deployment.destroy();
  else {
    await deployment.up(inputsOf(world, program));
    expect(await deployment.previewRefreshed(inputsOf(world, program))).toEqual(nothing);
  }
}

const faultLaw = (name: string, faults: Readonly<Record<string, Fault>>): Law => ({
  id: "FLT-1 FLT-2 FLT-3 FLT-4 FLT-5",
  says: `${name}: whatever request of it goes wrong, one more up ends in the declared state, with no record twice or lost (${Object.keys(faults).join(", ")})`,
  async prove(first, another) {
    const operation = operations[name];
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const { steps, records } = await rehearse(operation, first);
    const cases = Object.entries(faults).flatMap(([label, fault], index) =>
      Array.from({ length: steps }, (_, step) => ({ label, fault, step, refreshes: (index + step) % 2 === 0 })),
    );
    await inTurns(cases, async ({ label, fault, step, refreshes }) => {
      const world = await another();
      await operation.prepare(world);
      world.emulator.faults.add({ ...fault, after: step });
      const message = await failureOf(operation.run(world), world);
      world.emulator.faults.clear();
      try {
        await recover(world, operation.program(world), refreshes);
        // Where the API refuses to end a series, its later occurrences may remain, as the run reports.
        const maySpare =
          world.definition.beforeDelete !== undefined && name === "destroy" && fault.status !== undefined;
        if (!maySpare) expect(world.live()).toHaveLength(records);
      } catch (error) {
        throw new Error(`After "${label}" at request ${step + 1} (${message ?? "reported as done"}).`, {
          cause: error,
        });
      }
    });
  },
});

export const faultLaws: readonly Law[] = Object.keys(operations).flatMap((name) => [
  faultLaw(name, ambiguous),
  faultLaw(name, refusals),
]);
