import { isDeepStrictEqual } from "node:util";
import { OperationFailure, type Values } from "./grpc.ts";
import type { Kept, Provider } from "./host.ts";

/** What was done to a resource, or would be. */
export type Step = "same" | "create" | "update" | "replace";

export interface Plan {
  readonly step: Step;
  /** The inputs that differ, as Pulumi shows them. */
  readonly properties: readonly string[];
}

export interface State extends Kept {
  readonly inputs: Values;
  /** A part of it failed: the next `up` plans an update whatever the diff says. */
  readonly unfinished?: true;
}

/** A program that cannot be deployed; nothing was sent. */
export class CheckFailure extends Error {
  readonly failures: readonly string[];

  constructor(failures: readonly string[]) {
    super(failures.join("\n"));
    this.failures = failures;
  }
}

interface Decision {
  readonly plan: Plan;
  readonly inputs: Values;
  readonly deleteFirst: boolean;
}

/**
 * One resource under a model of the engine: it decides as the engine does, by its rules for old and new inputs, and
 * keeps what the engine would keep.
 */
export class Deployment {
  state: State | undefined;
  readonly #startCommand: () => Promise<Provider>;

  /** @param startCommand gives the provider for one command: the engine starts a process for each */
  constructor(startCommand: () => Promise<Provider>) {
    this.#startCommand = startCommand;
  }

  /** `pulumi preview`; a failed check throws all its failures. */
  async preview(news: Values): Promise<Plan> {
    return (await this.#decide(await this.#startCommand(), news)).plan;
  }

  /** `pulumi up`; what fails is thrown, after the state has what the engine would keep. */
  async up(news: Values): Promise<Plan> {
    const provider = await this.#startCommand();
    const { plan, inputs, deleteFirst } = await this.#decide(provider, news);
    const { state } = this;
    if (plan.step === "create" || state === undefined) await this.#create(provider, inputs);
    else if (plan.step === "update") await this.#update(provider, state, inputs);
    else if (plan.step === "same") this.state = { ...state, inputs };
    else if (deleteFirst) {
      await provider.delete(state.id, state.outputs);
      await this.#create(provider, inputs);
    } else {
      await this.#create(provider, inputs);
      await provider.delete(state.id, state.outputs);
    }
    return plan;
  }

  /** `pulumi refresh`: the state becomes what is there now. A successful read takes the mark of a failure away. */
  async refresh(): Promise<void> {
    const { state } = this;
    if (state === undefined) return;
    this.state = await (await this.#startCommand()).read(state.id, state.outputs);
  }

  /** `pulumi preview --refresh`, which leaves the state alone. */
  async previewRefreshed(news: Values): Promise<Plan> {
    const { state } = this;
    try {
      await this.refresh();
      return await this.preview(news);
    } finally {
      this.state = state;
    }
  }

  /** `pulumi destroy`. */
  async destroy(): Promise<void> {
    const { state } = this;
    if (state === undefined) return;
    await (await this.#startCommand()).delete(state.id, state.outputs);
    this.state = undefined;
  }

  async #decide(provider: Provider, news: Values): Promise<Decision> {
    const { state } = this;
    const { inputs, failures } = await provider.check(state?.inputs ?? {}, news);
    if (failures.length > 0) throw new CheckFailure(failures);
    if (state === undefined) return { plan: { step: "create", properties: [] }, inputs, deleteFirst: false };
    const { same, replaces, deleteBeforeReplace } = await provider.diff(state.id, state.outputs, inputs);
    const properties = differing(state.inputs, inputs);
    if (state.unfinished) return { plan: { step: "update", properties }, inputs, deleteFirst: false };
    if (same || properties.length === 0) return { plan: { step: "same", properties: [] }, inputs, deleteFirst: false };
    return { plan: { step: replaces ? "replace" : "update", properties }, inputs, deleteFirst: deleteBeforeReplace };
  }

  async #create(provider: Provider, inputs: Values): Promise<void> {
    try {
      this.state = { ...(await provider.create(inputs)), inputs };
    } catch (error) {
      if (error instanceof OperationFailure && error.made) this.state = { ...error.made, inputs, unfinished: true };
      throw error;
    }
  }

  async #update(provider: Provider, state: State, inputs: Values): Promise<void> {
    try {
      this.state = { id: state.id, inputs, outputs: await provider.update(state.id, state.outputs, inputs) };
    } catch (error) {
      if (error instanceof OperationFailure && error.made) {
        // The engine keeps the old inputs of a failed update.
        this.state = { ...state, outputs: error.made.outputs, unfinished: true };
      }
      throw error;
    }
  }
}

function differing(olds: Values, news: Values): string[] {
  const names = new Set([...Object.keys(olds), ...Object.keys(news)]);
  return [...names].filter((name) => !isDeepStrictEqual(olds[name], news[name])).sort();
}
