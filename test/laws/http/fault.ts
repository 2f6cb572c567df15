import { expect } from "vitest";
import type { Fault } from "../../../emulator/index.ts";
import { nothing } from "../../engine-model/deployment.ts";
import { OperationFailure, type Values } from "../../engine-model/grpc.ts";
import { changed, full, type Subject } from "../../samples/program.ts";
import type { World } from "../world.ts";
import { createManaged, type HttpLaw, lawsAbout } from "./law.ts";

/** Faults of one request, by the law about them. Tests of the client have more statuses and responses. */
const faults: Readonly<Record<string, Readonly<Record<string, Fault>>>> = {
  "FLT-1": { "500 before": { status: 500, when: "before" }, "500 after": { status: 500, when: "after" } },
  "FLT-2": { "cut before": { drop: "before" }, "cut after": { drop: "after" } },
  "FLT-4": {
    "an HTML page of a proxy": { status: 502, body: "<html><body>Bad gateway</body></html>" },
    "half a response": { status: 200, when: "after", body: '{"id": 1' },
    "a response without an ID": { status: 200, when: "after", body: { done: true } },
  },
  "FLT-5": {
    "429 without a wait": { status: 429, headers: { "Retry-After": "0" } },
    "503 with a wait": { status: 503, headers: { "Retry-After": "1" } },
    ...Object.fromEntries([403, 422].map((status) => [String(status), { status }])),
  },
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
  readonly law: string;
  readonly label: string;
  readonly fault: Fault;
  readonly step: number;
  readonly refreshes: boolean;
}

/** What happened to a resource after a request of its operation had failed. */
interface Outcome extends Case {
  /** The error of the operation; undefined if it was reported as done. */
  readonly message: string | undefined;
  /** What kept the next `up` from reaching the declared state. */
  readonly problem: string | undefined;
  /** The number of records at the end, less that without a fault. */
  readonly excess: number;
}

/** Counts the requests of the operation and the records after it if nothing fails. */
async function rehearse(operation: Operation, world: World): Promise<{ steps: number; records: number }> {
  await operation.prepare(world);
  world.emulator.clearRequests();
  await operation.run(world);
  return { steps: world.emulator.requests.length, records: world.live().length };
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
async function tryCase(world: World, operation: Operation, { fault, step, refreshes }: Case) {
  world.emulator.faults.add({ ...fault, after: step });
  const message = await operation.run(world).then(
    () => undefined,
    (error: unknown) => (error instanceof OperationFailure ? error.message : `Unexpected: ${error}`),
  );
  world.emulator.faults.clear();
  const problem = await recover(world, operation.program(world), refreshes).then(() => undefined, String);
  return { message, problem };
}

async function tellFaults(operation: Operation, first: World, another: () => Promise<World>): Promise<Outcome[]> {
  const { steps, records } = await rehearse(operation, first);
  const all = Object.entries(faults).flatMap(([law, each]) =>
    Object.entries(each).map(([label, fault]) => ({ law, label, fault })),
  );
  const cases = all.flatMap((each, index) =>
    Array.from({ length: steps }, (_, step): Case => ({ ...each, step, refreshes: (index + step) % 4 < 2 })),
  );
  const outcomes: Outcome[] = [];
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
      const outcome = await tryCase(world, operation, next);
      outcomes.push({ ...next, ...outcome, excess: world.live().length - records });
    }
  });
  await Promise.all(workers);
  return outcomes;
}

const reported = (kind: string) =>
  new RegExp(`^(Could not \\w+|StatusHub accepted a write of) ${kind} .*\\. \\[SH\\d{4}\\]$`);

/** Returns the outcomes of a law's faults, which must leave neither too many records nor too few, nor a difference. */
function recoveredFrom(law: string, outcomes: readonly Outcome[], kind: string): Outcome[] {
  const own = outcomes.filter((outcome) => outcome.law === law);
  const wrong = own.filter(({ problem, excess }) => problem !== undefined || excess !== 0);
  expect(wrong.map(({ label, step, message, problem, excess }) => ({ label, step, message, problem, excess }))).toEqual(
    [],
  );
  for (const { message } of own) if (message !== undefined) expect(message).toMatch(reported(kind));
  return own;
}

const lawsAboutFaults = Object.entries(operations).flatMap(([name, operation]) =>
  lawsAbout({ tell: (world, another) => tellFaults(operation, world, another) }, [
    ...(["FLT-1", "FLT-2", "FLT-5"] as const).map((id) => ({
      id,
      case: name,
      prove: (told: readonly Outcome[], { definition }: Subject) => void recoveredFrom(id, told, definition.kind),
    })),
    {
      id: "FLT-4",
      case: name,
      prove(told, { definition }) {
        for (const { message = "" } of recoveredFrom("FLT-4", told, definition.kind))
          expect(message).not.toMatch(/\n|<html>.*<html>/);
      },
    },
    {
      id: "FLT-6",
      case: name,
      prove(told) {
        for (const { message = "" } of told) expect(message).not.toContain("key-of-a-command");
      },
    },
  ]),
);

/** Values that no field of a record has. */
const oddValues: readonly unknown[] = [null, "odd", [null], [{}]];

const oddResponses: HttpLaw = {
  id: "FLT-4",
  isOfProtocol: true,
  case: "any value in any field of a success is answered",
  async prove(world) {
    const { definition, emulator } = world;
    const provider = await world.startProcess();
    const inputs = full(world);
    const wires = Object.values({ ...definition.properties, ...definition.outputs }).flatMap(({ key }) => key ?? []);
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

const oneCause: HttpLaw = {
  id: "FLT-9",
  isOfProtocol: true,
  case: "a rejected key",
  async prove(world) {
    const { id, outputs } = await createManaged(world, full(world));
    const provider = await world.startProcess();
    const body = { error: "no such key" };
    world.emulator.faults.add({ status: 401, body, times: Number.POSITIVE_INFINITY });
    const inputs = full(world);
    const asked = [
      ...[1, 2, 3].map(() => provider.read(id, outputs)),
      provider.update(id, outputs, changed(world)),
      provider.create(inputs),
    ];
    const failures = (await Promise.allSettled(asked)).map((each) => (each.status === "rejected" ? each.reason : each));
    const messages = failures.map(({ message }) => message as string);
    expect(messages.filter((message) => message.includes("no such key"))).toHaveLength(1);
    const short =
      /^Could not \w+ .*: StatusHub rejects the API key, as the error SH1013 of this run says\. \[SH3011\]$/;
    expect(messages.filter((message) => short.test(message))).toHaveLength(asked.length - 1);
  },
};

export const faultLaws: readonly HttpLaw[] = [...lawsAboutFaults, oddResponses, oneCause];
