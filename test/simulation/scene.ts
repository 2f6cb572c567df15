import { Engine } from "./engine.ts";
import { type Fault, type Kill, Network } from "./network.ts";
import { Owners, type Stack, Violation } from "./owners.ts";
import { Platform } from "./platform.ts";
import { CommandProcesses, engineAddress } from "./process.ts";
import { type Restore, type Rows, Server } from "./server.ts";
import type { Failed, Kept, Step } from "./state.ts";

/** A command as a person types it. */
export interface Typed {
  readonly stack: string;
  readonly command: "up" | "preview" | "refresh" | "destroy";
  /** Names of the resources that it is for. */
  readonly target?: readonly string[];
  readonly replace?: readonly string[];
  readonly continueOnError?: boolean;
  /** Whether it reads the records first. @default true */
  readonly refresh?: boolean;
  readonly fault?: Fault;
  readonly kill?: Kill;
}

/** How a command ended. */
export interface Report {
  readonly typed: Typed;
  readonly engine: Engine;
  readonly failed: readonly Failed[];
  readonly isKilled: boolean;
  readonly writes: number;
  readonly requests: number;
  readonly faults: number;
  readonly refused: number;
  /** All that a user sees. */
  readonly output: string;
  readonly stateBefore: readonly Kept[];
}

/** One scenario's world: a server, the machine that Pulumi runs on, two stacks, and the model that watches. */
export class Scene {
  readonly platform: Platform;
  readonly server: Server;
  readonly network: Network;
  readonly stacks: readonly Stack[] = ["shop", "team"].map((name) => ({ name, program: [], state: [] }));
  readonly owners: Owners;
  /** What a request did that it must not do. */
  violation: Violation | undefined;
  #rows: Rows;
  readonly #unwatch: () => void;
  static #processes = 0;

  constructor(seed: number, restore: Restore = "same-id") {
    this.network = new Network(
      () => this.server,
      () => this.platform,
    );
    this.platform = new Platform(seed, this.network.send);
    this.server = Server.start(() => this.platform.now, restore);
    this.owners = new Owners(this.server, this.stacks, () =>
      this.network.habits.has("a deleted subscription keeps its address"),
    );
    this.#rows = this.server.rows();
    this.#unwatch = this.server.emulation.store.watch(() => this.#onChange());
    this.platform.open(engineAddress);
  }

  /** Gives the machine back. */
  close(): void {
    this.#unwatch();
    this.platform.close();
  }

  stack(name: string): Stack {
    const stack = this.stacks.find((each) => each.name === name);
    if (stack === undefined) throw new Error(`there is no stack ${name}`);
    return stack;
  }

  /** Runs a command in processes of its own. */
  async run(typed: Typed): Promise<Report> {
    const { stack: name, command, fault, kill } = typed;
    const stack = this.stack(name);
    Scene.#processes += 1;
    const prefix = `/p${Scene.#processes}`;
    const processes = new CommandProcesses(name, prefix);
    const stateBefore = [...stack.state];
    const state = command === "preview" ? [...stack.state] : stack.state;
    const within = <Result>(step: Step, call: () => Promise<Result>) => {
      this.owners.begin(step);
      return this.network.steps.run(step, call);
    };
    const engine = new Engine({ ...typed, program: stack.program, processes, within }, state);
    const killed = Promise.withResolvers<void>();
    const onKill = () => {
      engine.steps.isDead = true;
      killed.resolve();
    };
    this.network.open({ prefix, fault, kill, onKill });
    await this.platform.run(Promise.race([this.#execute(engine, typed), killed.promise]));
    const { counts } = this.network;
    this.network.close();
    // What is under way takes effect, and no window of the limit spans two commands.
    await this.wait(90_000);
    this.platform.clean();
    const { failed, isDead: isKilled } = engine.steps;
    const shown = [processes.printed, this.platform.takePrinted(), ...failed.map(({ message }) => message)];
    return { typed, engine, failed, isKilled, ...counts, output: shown.join("\n"), stateBefore };
  }

  async #execute(engine: Engine, { command, refresh = true }: Typed): Promise<void> {
    if (refresh || command === "refresh") await engine.refresh();
    if (engine.steps.failed.length > 0 || engine.steps.isDead) return;
    if (command === "up") await engine.up();
    if (command === "preview") await engine.preview();
    if (command === "destroy") await engine.destroy();
  }

  /** Lets time pass. */
  wait(milliseconds: number): Promise<void> {
    const passed = new Promise<void>((resolve) => this.platform.after(milliseconds, resolve));
    return this.platform.run(passed);
  }

  /** Whether no response shows how the server keeps a property. */
  hides(name: string): boolean {
    return name === "title" && this.network.habits.has("titles in capitals");
  }

  /** Records as they are now. */
  get rows(): Rows {
    return this.#rows;
  }

  /** Called in the very moment of a change, so that the request is known which made it. */
  #onChange(): void {
    const before = this.#rows;
    this.#rows = this.server.rows();
    const step = this.network.steps.getStore();
    if (step === undefined) {
      this.owners.noteByHand(before, this.#rows);
      return;
    }
    try {
      this.owners.check(step, before, this.#rows);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.violation ??= error;
    }
  }
}
