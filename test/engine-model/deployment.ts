import { Engine } from "./engine.ts";
import type { Values } from "./grpc.ts";
import type { Provider } from "./host.ts";
import { urnOf } from "./program.ts";
import type { Operation, StateEntry } from "./state.ts";

/** The operation of a command on the resource, done or planned. */
export interface Plan {
  readonly step: Operation;
  /** The inputs that differ, as Pulumi shows them. */
  readonly properties: readonly string[];
}

/** The plan if there is nothing to do. */
export const nothing: Plan = { step: "same", properties: [] };

export type State = Pick<StateEntry, "id" | "inputs" | "outputs" | "isFailed">;

export class Deployment {
  state: State | undefined;
  readonly #kind: string;
  readonly #startCommand: () => Promise<Provider>;

  /** @param startCommand returns the provider for one command: the engine starts a process for each */
  constructor(kind: string, startCommand: () => Promise<Provider>) {
    this.#kind = kind;
    this.#startCommand = startCommand;
  }

  /** `pulumi preview`; throws a `CheckFailure` with all its failures. */
  preview(inputs: Values): Promise<Plan> {
    return this.#keepingState(() => this.#run((engine) => engine.preview(), inputs));
  }

  /** `pulumi up`. If it fails, the state is as the engine would leave it. */
  up(inputs: Values): Promise<Plan> {
    return this.#run((engine) => engine.up(), inputs);
  }

  /** `pulumi refresh`. */
  async refresh(): Promise<void> {
    await this.#run((engine) => engine.refresh());
  }

  /** `pulumi preview --refresh`. */
  previewRefreshed(inputs: Values): Promise<Plan> {
    return this.#keepingState(async () => {
      await this.refresh();
      return this.#run((engine) => engine.preview(), inputs);
    });
  }

  async destroy(): Promise<void> {
    await this.#run((engine) => engine.destroy());
  }

  async #run(command: (engine: Engine) => Promise<void>, inputs?: Values): Promise<Plan> {
    const resource = { name: "one", kind: this.#kind };
    const entry = { ...resource, urn: urnOf("laws", resource), provider: "dynamic", needs: [] } as const;
    const state: StateEntry[] = this.state === undefined ? [] : [{ ...entry, ...this.state }];
    const provider = await this.#startCommand();
    const program = inputs === undefined ? [] : [{ ...resource, args: inputs }];
    const within = <Result>(_: unknown, call: () => Promise<Result>) => call();
    const engine = new Engine({ stack: "laws", program, processes: { provider: () => provider }, within }, state);
    await command(engine);
    this.state = state.at(-1);
    const { failed, done } = engine.steps;
    if (failed[0] !== undefined) throw failed[0].error;
    const [first] = done.filter(({ op }) => op !== "read");
    return first === undefined ? nothing : { step: first.op, properties: first.keys.toSorted() };
  }

  async #keepingState<Result>(command: () => Promise<Result>): Promise<Result> {
    const { state } = this;
    try {
      return await command();
    } finally {
      this.state = state;
    }
  }
}
