import type { TableName } from "../../emulator/tables/index.ts";
import type { Assumptions } from "../../model/guesses/index.ts";
import { Engine } from "../engine-model/engine.ts";
import type { Kept } from "../engine-model/host.ts";
import { CommandProcesses, engineAddress } from "../engine-model/process.ts";
import { type Declared, urnOf } from "../engine-model/program.ts";
import type { Failed, StateEntry, Step } from "../engine-model/state.ts";
import { partialOf } from "../engine-model/steps.ts";
import { keyOfEntry } from "./kinds.ts";
import { type Counts, type Fault, type Kill, Network } from "./network.ts";
import { isLive, Owners, type Stack } from "./owners.ts";
import { Platform } from "./platform.ts";
import { keyOf, type Row, type Rows, Server } from "./server.ts";
import type { Taken } from "./taken.ts";
import { Violation } from "./violation.ts";

/** A command with its options, and the faults that it meets. */
export interface Invocation {
  readonly stack: string;
  readonly command: "up" | "preview" | "refresh" | "destroy";
  readonly target?: readonly string[];
  readonly replace?: readonly string[];
  readonly continueOnError?: boolean;
  /** Whether to refresh first. @default true */
  readonly refresh?: boolean;
  readonly fault?: Fault;
  readonly kill?: Kill;
}

export interface Report extends Readonly<Counts> {
  readonly invocation: Invocation;
  readonly engine: Engine;
  readonly failed: readonly Failed[];
  readonly isKilled: boolean;
  readonly output: string;
  readonly stateBefore: readonly StateEntry[];
  /** What the stacks had taken before. */
  readonly takenBefore: Pick<Taken, "has">;
  readonly begun: number;
  /** How long it took, in milliseconds. */
  readonly took: number;
}

/** The properties that a server writes in its own form. */
const rewrittenTexts: Readonly<Record<string, readonly string[]>> = {
  capitals: ["title"],
  tidied: ["title", "name", "body"],
  prefixed: ["title", "name"],
  shortened: ["title", "name", "body"],
};

/** Everything in a scenario: the server, the machine that runs Pulumi, two stacks, and the model that checks them. */
export class Scene {
  readonly platform: Platform;
  readonly server: Server;
  readonly network: Network;
  readonly stacks: readonly Stack[] = ["shop", "team"].map((name) => ({
    ...{ name, program: [], state: [], pending: [] },
    written: Number.NaN,
  }));
  readonly owners: Owners;
  /** How a program last declared each resource in an `up` that succeeded. */
  readonly lastDeclared = new Map<string, Declared>();
  /** The first law that a request broke. */
  violation: Violation | undefined;
  #rows: Rows;
  readonly #unwatch: () => void;
  static #processes = 0;

  constructor(seed: number) {
    this.network = new Network(
      () => this.server,
      () => this.platform,
    );
    this.platform = new Platform(seed, this.network.send);
    const clock = {
      now: () => this.platform.now,
      sleep: (milliseconds: number) => new Promise<void>((resolve) => this.platform.after(milliseconds, resolve)),
    };
    this.server = Server.start(clock);
    this.owners = new Owners(this.server, this.stacks, () => this.assumed["freed-values"] !== undefined);
    this.#rows = this.server.rows();
    this.#unwatch = this.server.emulation.store.watch(() => this.#onChange());
    this.platform.open(engineAddress);
  }

  close(): void {
    this.#unwatch();
    this.platform.close();
  }

  stack(name: string): Stack {
    const stack = this.stacks.find((each) => each.name === name);
    if (stack === undefined) throw new Error(`unknown stack ${name}`);
    return stack;
  }

  async run(invocation: Invocation): Promise<Report> {
    const { stack: name, command, target, replace, fault, kill } = invocation;
    const stack = this.stack(name);
    Scene.#processes += 1;
    const prefix = `/p${Scene.#processes}`;
    const processes = new CommandProcesses(keyOf(name), prefix);
    const stateBefore = [...stack.state];
    const takenBefore = this.owners.taken.snapshot();
    this.owners.isDestroying = command === "destroy" && target === undefined;
    this.owners.isForced = (each) => replace?.includes(each) === true;
    const state = command === "preview" ? [...stack.state] : stack.state;
    const within = <Result>(step: Step, call: () => Promise<Result>) => {
      this.owners.begin(step);
      return this.network.steps.run(step, async () => {
        const result = await call().catch((error: unknown) => {
          const partial = partialOf(error);
          if (partial !== undefined && !engine.steps.isDead) this.#noteTaken(step, partial, false);
          throw error;
        });
        if (step.inputs === undefined || (step.op !== "create" && step.op !== "update")) return result;
        this.owners.noteDeployed(step, step.inputs);
        if (!engine.steps.isDead) this.#noteTaken(step, keptOf(step, result), true);
        return result;
      });
    };
    const engine: Engine = new Engine({ ...invocation, program: stack.program, processes, within }, state);
    const killed = Promise.withResolvers<void>();
    const onKill = () => {
      engine.steps.isDead = true;
      killed.resolve();
    };
    this.network.open({ prefix, fault, kill, onKill });
    // A list doesn't show what was changed seconds ago, and nobody runs a command that fast.
    if (this.assumed["current-lists"] !== undefined) await this.wait(10_000);
    const begun = this.platform.now;
    await this.platform.run(Promise.race([this.#execute(engine, invocation), killed.promise]));
    const took = this.platform.now - begun;
    const { counts } = this.network;
    if (kill?.isOnlyEngine === true && engine.steps.isDead) await this.wait(90_000);
    this.network.close();
    if (command !== "preview") noteInterrupted(stack, engine);
    // Late requests take effect, and the next command starts with the full rate limit.
    await this.wait(90_000);
    this.platform.clean();
    const { failed, isDead: isKilled } = engine.steps;
    if (command === "up" && failed.length === 0 && !isKilled)
      for (const declared of stack.program) this.lastDeclared.set(urnOf(name, declared), declared);
    const shown = [processes.printed, this.platform.takePrinted(), ...failed.map(({ message }) => message)];
    const output = shown.join("\n");
    return { invocation, engine, failed, isKilled, ...counts, output, stateBefore, takenBefore, begun, took };
  }

  #noteTaken(step: Step, kept: Kept, isWhole: boolean): void {
    const series = this.owners.seriesOf(keyOfEntry({ kind: step.kind, ...kept }));
    const creation = this.owners.created.get(series);
    // A subscription that was restored under another ID is still the one that was taken.
    const isMade = creation?.step === step && creation.isRestored !== true;
    this.owners.taken.note(step, kept, { isMade, isWhole });
  }

  /** Runs what only reads the page. */
  async read<Result>(work: (baseUrl: string) => Promise<Result>): Promise<{ result: Result; writes: number }> {
    Scene.#processes += 1;
    const prefix = `/p${Scene.#processes}`;
    this.network.open({ prefix, fault: undefined, kill: undefined, onKill: () => undefined });
    try {
      const result = await this.platform.run(work(`http://127.0.0.1${prefix}/api/v3`));
      return { result, writes: this.network.counts.writes };
    } finally {
      this.network.close();
      // Another program takes longer to start.
      await this.wait(1_000);
    }
  }

  async #execute(engine: Engine, { command, refresh = true }: Invocation): Promise<void> {
    if (refresh || command === "refresh") await engine.refresh();
    if (engine.steps.failed.length > 0 || engine.steps.isDead) return;
    if (command === "up") await engine.up();
    if (command === "preview") await engine.preview();
    if (command === "destroy") await engine.destroy();
  }

  wait(milliseconds: number): Promise<void> {
    const passed = new Promise<void>((resolve) => this.platform.after(milliseconds, resolve));
    return this.platform.run(passed);
  }

  /** Whether the server rewrites a property on every write. */
  hides(name: string): boolean {
    const { texts } = this.assumed;
    return texts !== undefined && rewrittenTexts[texts]?.includes(name) === true;
  }

  get assumed(): Assumptions {
    return this.server.emulation.differences.assumed;
  }

  get rows(): Rows {
    return this.#rows;
  }

  /** Returns the live records of a table, with their keys. */
  liveIn(table: TableName): [string, Row][] {
    return [...this.#rows].filter(([key, row]) => key.startsWith(`${table}/`) && isLive(row));
  }

  /** Called synchronously on each change, so that the step that caused it is known. */
  #onChange(): void {
    const before = this.#rows;
    this.#rows = this.server.rows();
    const step = this.network.steps.getStore();
    if (step === undefined) {
      this.owners.notePanelChange(before, this.#rows);
      return;
    }
    try {
      this.owners.check(step, before, this.#rows, this.network.handled.getStore());
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.violation ??= error;
    }
  }
}

/** Returns what the state gets from a create, or from an update, which returns only outputs. */
const keptOf = ({ op, entry }: Step, result: unknown): Kept =>
  op === "create" ? (result as Kept) : { id: entry?.id ?? "", outputs: result as Kept["outputs"] };

/** Pulumi keeps creates that were interrupted until somebody clears them, and repeats the rest. */
function noteInterrupted(stack: Stack, { steps }: Engine): void {
  if (Number.isNaN(steps.written)) return;
  stack.pending = [...steps.pending, ...stack.pending.filter(({ type }) => type === "creating")];
  stack.written = steps.written;
}
