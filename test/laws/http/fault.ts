import { expect } from "vitest";
import type { Fault } from "../../../emulator/index.ts";
import { nothing } from "../../engine-model/deployment.ts";
import { OperationFailure, type Values } from "../../engine-model/grpc.ts";
import { changed, full } from "../../samples/program.ts";
import type { World } from "../world.ts";
import type { HttpLaw } from "./law.ts";

/** Faults that leave it unknown whether a write took effect. */
const ambiguous: Readonly<Record<string, Fault>> = {
  "500 before": { status: 500, when: "before" },
  "500 after": { status: 500, when: "after" },
  "an HTML page of a proxy": { status: 502, body: "<html><body>Bad gateway</body></html>" },
  "cut before": { drop: "before" },
  "cut after": { drop: "after" },
  "cut during the response": { drop: "during" },
  "half a response": { status: 200, when: "after", body: '{"id": 1' },
  "an empty response": { status: 200, when: "after", body: "" },
  "a response of another shape": { status: 200, when: "after", body: { done: true } },
  "a response with an invalid ID": { status: 200, when: "after", body: { id: 0 } },
};

/** Faults that reject the request, for now or permanently. */
const rejections: Readonly<Record<string, Fault>> = {
  "429 without a wait": { status: 429, headers: { "Retry-After": "0" } },
  "503 with a wait": { status: 503, headers: { "Retry-After": "1" } },
  ...Object.fromEntries([402, 403, 409, 422].map((status) => [String(status), { status }])),
};

interface Operation {
  readonly prepare: (world: World) => Promise<unknown>;
  readonly run: (world: World) => Promise<unknown>;
  /** The next program; undefined if it removes the resource. */
  readonly program: (world: World) => Values | undefined;
}

const up = (world: World, program: Values) => world.deployment.up(program);

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

interface Case {
  readonly label: string;
  readonly fault: Fault;
  readonly step: number;
  readonly refreshes: boolean;
}

/** Counts the requests of the operation and the records after it if nothing fails. */
async function rehearse(operation: Operation, world: World): Promise<{ steps: number; records: number }> {
  await operation.prepare(world);
  world.emulator.clearRequests();
  await operation.run(world);
  return { steps: world.emulator.requests.length, records: world.live().length };
}

/** Checks the message of a failed operation, and returns it. */
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

/** Runs an `up` without a fault, with or without a refresh before it. */
async function recover(world: World, program: Values | undefined, refreshes: boolean): Promise<void> {
  const { deployment } = world;
  if (refreshes) await deployment.refresh();
  if (program === undefined) await deployment.destroy();
  else {
    await deployment.up(program);
    expect(await deployment.previewRefreshed(program)).toEqual(nothing);
  }
}

/** Makes one request of the operation fail, then runs the next commands. */
async function tryCase(world: World, operation: Operation, { label, fault, step, refreshes }: Case): Promise<void> {
  world.emulator.faults.add({ ...fault, after: step });
  const message = await failureOf(operation.run(world), world);
  world.emulator.faults.clear();
  try {
    await recover(world, operation.program(world), refreshes);
  } catch (error) {
    throw new Error(`After "${label}" at request ${step + 1} (${message ?? "reported as done"}).`, { cause: error });
  }
}

const faultLaw = (name: string, faults: Readonly<Record<string, Fault>>): HttpLaw => ({
  id: "FLT-1 FLT-2 FLT-3 FLT-4 FLT-5",
  says: `${name}: whichever request fails, one more up reaches the declared state without duplicating or losing a record (${Object.keys(faults).join(", ")})`,
  async prove(first, another) {
    const operation = operations[name];
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const { steps, records } = await rehearse(operation, first);
    // Both providers share the code that handles faults, so each takes every other case.
    const turn = Number(first.isNative);
    const cases = Object.entries(faults).flatMap(([label, fault], index) =>
      Array.from(
        { length: steps },
        (_, step): Case => ({ label, fault, step, refreshes: (index + step) % 4 < 2 }),
      ).filter(({ step }) => (index + step) % 2 === turn),
    );
    // Most of the time is spent waiting before retries, so several cases run in parallel, each on its own emulator.
    const workers = Array.from({ length: 8 }, async () => {
      const world = await another();
      await operation.prepare(world);
      const snapshot = world.emulator.snapshot();
      const { state } = world.deployment;
      for (let next = cases.pop(); next !== undefined; next = cases.pop()) {
        world.emulator.restore(snapshot);
        world.emulator.clearRequests();
        world.deployment.state = state;
        await tryCase(world, operation, next);
        expect(world.live(), `"${next.label}" at request ${next.step + 1}`).toHaveLength(records);
      }
    });
    await Promise.all(workers);
  },
});

/** Values that no field of a record has. */
const oddValues: readonly unknown[] = [null, "odd", [null], [{}]];

const oddResponses: HttpLaw = {
  id: "FLT-4",
  says: "whatever a success carries in its fields, every call is answered, and the process goes on",
  async prove(world) {
    const { definition, emulator } = world;
    const provider = await world.startProcess();
    const inputs = full(world);
    const wires = Object.values({ ...definition.properties, ...definition.outputs }).flatMap(({ wire }) => wire ?? []);
    for (const value of oddValues) {
      const body = { ...Object.fromEntries(wires.map((wire) => [wire, value])), id: 7, flags: value };
      const odd = { status: 200, body, times: Number.POSITIVE_INFINITY };
      for (const method of ["POST", "PUT", "DELETE"]) emulator.faults.add({ method, ...odd });
      const [made] = await Promise.allSettled([provider.create(inputs)]);
      emulator.faults.add({ method: "GET", path: /\/\w+\/7$/, ...odd });
      const outputs = made.status === "fulfilled" ? made.value.outputs : { ...inputs, hubId: "1", author: null };
      await Promise.allSettled([
        provider.read("7", outputs),
        provider.update("7", outputs, changed(world)),
        provider.diff("7", outputs, changed(world)),
        provider.delete("7", outputs),
      ]);
      emulator.faults.clear();
    }
    await provider.check(inputs, inputs);
  },
};

export const faultLaws: readonly HttpLaw[] = Object.keys(operations)
  .flatMap((name) => [faultLaw(name, ambiguous), faultLaw(name, rejections)])
  .concat(oddResponses);
