import { unknownMark } from "../../provider/marks.ts";
import type { Values } from "../laws/grpc.ts";
import {
  type Declared,
  inOrder,
  inputsOf,
  namesIn,
  type ProviderName,
  providerNameOf,
  urnOf,
  urnsOf,
} from "./program.ts";
import type { Kept } from "./state.ts";
import { type Command, Steps } from "./steps.ts";

/**
 * Pulumi's engine, as far as it decides what a provider is asked to do: which method, in which order, with which values,
 * and what is in the state whenever the process may end. The state is changed in place, step by step, as checkpoints do.
 */
export class Engine {
  readonly steps: Steps;
  readonly #command: Command;
  readonly #state: Kept[];

  constructor(command: Command, state: Kept[]) {
    this.steps = new Steps(command, state);
    this.#command = command;
    this.#state = state;
  }

  /** Reads every record of the state. What is gone leaves the state. */
  async refresh(): Promise<void> {
    const read = this.#state.filter((kept) => kept.pending !== "replacement" && this.#isTargeted(kept.name));
    await Promise.all(read.map((kept) => this.steps.attempt(kept.urn, () => this.steps.refresh(kept))));
  }

  /** Runs the program, then deletes what it has no more. After a failure nothing new begins. */
  async up(): Promise<void> {
    const registered = await this.#register((declared, inputs, old) => this.steps.apply(declared, inputs, old));
    if (!this.#isOver) await this.#delete(this.#state.filter((kept) => this.#isLeftOver(kept, registered)));
  }

  /** What `up` would do. Nothing is written, and unknown values stand for what it would make. */
  async preview(): Promise<void> {
    const registered = await this.#register(async (declared, raw, old) => {
      const { next, op, keys, inputs } = await this.steps.plan(declared, raw, old);
      this.steps.note(next.urn, op, keys);
      const isNew = op === "create" || op === "replace";
      const id = isNew ? unknownMark : (old?.id ?? unknownMark);
      return { ...next, id, inputs, outputs: { ...(isNew ? {} : old?.outputs), ...inputs } };
    });
    for (const kept of this.#state) if (this.#isLeftOver(kept, registered)) this.steps.note(kept.urn, "delete", []);
  }

  async destroy(): Promise<void> {
    await this.#delete(this.#state.filter(({ name }) => this.#isTargeted(name)));
  }

  /** The providers that the program uses. */
  get providers(): readonly ProviderName[] {
    return this.#command.program.map(providerNameOf);
  }

  get #isOver(): boolean {
    const { failed, isDead } = this.steps;
    return (failed.length > 0 && this.#command.continueOnError !== true) || isDead;
  }

  /** Registers each resource as soon as those that it refers to are there. Returns the URNs that the program has. */
  async #register(
    step: (declared: Declared, raw: Values, old: Kept | undefined) => Promise<Kept>,
  ): Promise<Set<string>> {
    const { stack, program } = this.#command;
    const known = new Map<string, Promise<Kept | undefined>>();
    const work = async (declared: Declared) => {
      const needed = await Promise.all(namesIn(declared.args).map((name) => known.get(name)));
      if (this.#isOver) return undefined;
      return this.steps.attempt(urnOf(stack, declared), async () => {
        // Also where `--target` leaves out what it refers to.
        const there = needed.filter((each) => each !== undefined);
        if (there.length < needed.length) throw new Error("it refers to a resource that is not there");
        return step(declared, inputsOf(declared, there), this.#find(declared));
      });
    };
    for (const declared of inOrder(program)) {
      const isUntouched = !this.#isTargeted(declared.name);
      known.set(declared.name, isUntouched ? Promise.resolve(this.#find(declared)) : work(declared));
    }
    await Promise.all(known.values());
    return new Set(program.flatMap((declared) => urnsOf(stack, declared)));
  }

  #find(declared: Declared): Kept | undefined {
    const urns = urnsOf(this.#command.stack, declared);
    return this.#state.find((kept) => kept.pending !== "delete" && urns.includes(kept.urn));
  }

  #isTargeted(name: string): boolean {
    return this.#command.target?.includes(name) ?? true;
  }

  #isLeftOver(kept: Kept, registered: ReadonlySet<string>): boolean {
    return this.#isTargeted(kept.name) && (kept.pending === "delete" || !registered.has(kept.urn));
  }

  /** Deletes what nothing needs any more, round by round, until one fails. */
  async #delete(condemned: readonly Kept[]): Promise<void> {
    let rest = [...condemned];
    while (rest.length > 0 && !this.#isOver) {
      const needed = new Set(rest.flatMap(({ needs }) => needs));
      const free = rest.filter(({ urn }) => !needed.has(urn));
      const round = free.length > 0 ? free : rest;
      await Promise.all(round.map((kept) => this.steps.attempt(kept.urn, () => this.steps.delete(kept))));
      rest = rest.filter((kept) => !round.includes(kept));
    }
  }
}
