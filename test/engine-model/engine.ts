import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import type { Values } from "./grpc.ts";
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
import type { StateEntry } from "./state.ts";
import { type Command, type Plan, Steps } from "./steps.ts";

/**
 * A model of Pulumi's engine: which methods of a provider it calls, in which order and with which values, and what is in
 * the state at any moment. Changes the state in place after each step, like Pulumi's checkpoints.
 */
export class Engine {
  readonly steps: Steps;
  /** What a preview plans for each resource of the program, with its entry in the state. */
  readonly planned: (Pick<Plan, "op" | "inputs" | "keys"> & {
    readonly declared: Declared;
    readonly old?: StateEntry;
  })[] = [];
  readonly #command: Command;
  readonly #state: StateEntry[];

  constructor(command: Command, state: StateEntry[]) {
    this.steps = new Steps(command, state);
    this.#command = command;
    this.#state = state;
  }

  /** Reads every record of the state, and removes those that are gone. */
  async refresh(): Promise<void> {
    const read = this.#state.filter((entry) => entry.pending !== "replacement" && this.#isTargeted(entry.name));
    await Promise.all(read.map((entry) => this.steps.attempt(entry.urn, () => this.steps.refresh(entry))));
  }

  /** Runs the program, then deletes what it no longer declares. After a failure, starts nothing new. */
  async up(): Promise<void> {
    const registered = await this.#register((declared, inputs, old) => this.steps.apply(declared, inputs, old));
    if (!this.#isOver) await this.#delete(this.#state.filter((entry) => this.#isLeftOver(entry, registered)));
  }

  /** Plans an `up`. Values that only the `up` would know are unknown. */
  async preview(): Promise<void> {
    const registered = await this.#register(async (declared, raw, old) => {
      const { next, op, keys, inputs } = await this.steps.plan(declared, raw, old);
      this.steps.note(next.urn, op, keys);
      this.planned.push({ op, inputs, keys, declared, ...(old && { old }) });
      const isNew = op === "create" || op === "replace";
      const id = isNew ? unknownMark : (old?.id ?? unknownMark);
      return { ...next, id, inputs, outputs: { ...(isNew ? {} : old?.outputs), ...inputs } };
    });
    for (const entry of this.#state) if (this.#isLeftOver(entry, registered)) this.steps.note(entry.urn, "delete", []);
  }

  async destroy(): Promise<void> {
    await this.#delete(this.#state.filter(({ name }) => this.#isTargeted(name)));
  }

  get providers(): readonly ProviderName[] {
    return this.#command.program.map(providerNameOf);
  }

  get #isOver(): boolean {
    const { failed, isDead } = this.steps;
    return (failed.length > 0 && this.#command.continueOnError !== true) || isDead;
  }

  /** Registers each resource as soon as those that it refers to exist. Returns the URNs of the program. */
  async #register(
    step: (declared: Declared, raw: Values, old: StateEntry | undefined) => Promise<StateEntry>,
  ): Promise<Set<string>> {
    const { stack, program } = this.#command;
    const known = new Map<string, Promise<StateEntry | undefined>>();
    const work = async (declared: Declared) => {
      const needed = await Promise.all(namesIn(declared.args).map((name) => known.get(name)));
      if (this.#isOver) return undefined;
      return this.steps.attempt(urnOf(stack, declared), async () => {
        // It may also be missing because `--target` leaves it out.
        const there = needed.filter((each) => each !== undefined);
        if (there.length < needed.length) throw new Error("it refers to a resource that doesn't exist");
        return step(declared, inputsOf(declared, there), this.#find(declared));
      });
    };
    // Only what is found under an alias counts as registered there.
    const registered = new Set(
      program.flatMap((declared) =>
        [urnOf(stack, declared), this.#find(declared)?.urn].filter((urn) => urn !== undefined),
      ),
    );
    for (const declared of inOrder(program)) {
      const isUntouched = !this.#isTargeted(declared.name);
      known.set(declared.name, isUntouched ? Promise.resolve(this.#find(declared)) : work(declared));
    }
    await Promise.all(known.values());
    return registered;
  }

  #find(declared: Declared): StateEntry | undefined {
    const entries = urnsOf(this.#command.stack, declared).map((urn) =>
      this.#state.find((entry) => entry.pending !== "delete" && entry.urn === urn),
    );
    return entries.find((entry) => entry !== undefined);
  }

  #isTargeted(name: string): boolean {
    return this.#command.target?.includes(name) ?? true;
  }

  #isLeftOver(entry: StateEntry, registered: ReadonlySet<string>): boolean {
    return this.#isTargeted(entry.name) && (entry.pending === "delete" || !registered.has(entry.urn));
  }

  /** Deletes dependents before what they depend on, until a deletion fails. What is protected, and what that needs, stays. */
  async #delete(entries: readonly StateEntry[]): Promise<void> {
    const kept = new Set<StateEntry>();
    const keep = (entry: StateEntry): void => {
      kept.add(entry);
      for (const needed of entries.filter(({ urn }) => entry.needs.includes(urn))) keep(needed);
    };
    const refused = entries.filter(({ protect, pending }) => protect && pending === undefined);
    for (const entry of refused) keep(entry);
    let rest = entries.filter((entry) => !kept.has(entry));
    while (rest.length > 0 && !this.#isOver) {
      const needed = new Set(rest.flatMap(({ needs }) => needs));
      const free = rest.filter(({ urn }) => !needed.has(urn));
      const round = free.length > 0 ? free : rest;
      await Promise.all(round.map((entry) => this.steps.attempt(entry.urn, () => this.steps.delete(entry))));
      rest = rest.filter((entry) => !round.includes(entry));
    }
    await Promise.all(refused.map((entry) => this.steps.attempt(entry.urn, () => this.steps.delete(entry))));
  }
}
