import { isDeepStrictEqual } from "node:util";
import { OperationFailure, type Values } from "./grpc.ts";
import type { Provider } from "./host.ts";
import { type Declared, namesIn, type ProviderName, providerNameOf, urnOf } from "./program.ts";
import type { Done, Failed, Operation, PendingOperation, StateEntry, Step } from "./state.ts";

export interface Processes {
  provider(name: ProviderName, kind: string, urn: string): Provider;
}

/** Inputs that the provider rejects before anything is sent. */
export class CheckFailure extends Error {
  readonly failures: readonly string[];

  constructor(failures: readonly string[]) {
    super(failures.join("\n"));
    this.failures = failures;
  }
}

export interface Command {
  readonly stack: string;
  readonly program: readonly Declared[];
  readonly processes: Processes;
  /** Runs a call of the provider as this step. */
  readonly within: <Result>(step: Step, call: () => Promise<Result>) => Promise<Result>;
  /** Names of the targeted resources. @default all */
  readonly target?: readonly string[];
  /** Names of resources to replace even if they don't differ. */
  readonly replace?: readonly string[];
  /** Whether a failure only stops the resources that depend on the failed one. */
  readonly continueOnError?: boolean;
}

export interface Plan {
  readonly next: Omit<StateEntry, "id" | "inputs" | "outputs">;
  readonly inputs: Values;
  readonly op: Operation;
  readonly keys: readonly string[];
  readonly isDeletedFirst: boolean;
}

type Subject = Pick<StateEntry, "urn" | "kind" | "provider"> & {
  readonly entry?: StateEntry | undefined;
  readonly inputs?: Values;
};

/** The engine's steps on one resource: the provider calls and their effect on the state. */
export class Steps {
  readonly done: Done[] = [];
  readonly failed: Failed[] = [];
  /** Whether the process was killed, so that whatever it still does has no effect on the state. */
  isDead = false;
  /** Creates and updates that are under way, or were when the process was killed. */
  readonly pending = new Set<PendingOperation>();
  /** When the state was last written, by the clock of the machine. */
  written = Number.NaN;
  readonly #command: Command;
  readonly #state: StateEntry[];
  /** Check and diff run one after another. */
  #comparing: Promise<unknown> = Promise.resolve();

  constructor(command: Command, state: StateEntry[]) {
    this.#command = command;
    this.#state = state;
  }

  async refresh(entry: StateEntry): Promise<void> {
    const read = await this.#call("read", entry, (provider) => provider.read(entry.id, entry.outputs));
    if (read === undefined) {
      this.#put(entry, undefined);
      return;
    }
    const { isFailed, ...healed } = { ...entry, ...read };
    this.#put(entry, healed);
    this.note(entry.urn, "read", keysBetween(entry.inputs, read.inputs));
    await this.#call("diff", entry, (provider) => provider.diff(read.id, read.outputs, entry.inputs));
  }

  plan(declared: Declared, raw: Values, old: StateEntry | undefined): Promise<Plan> {
    const planned = this.#comparing.then(() => this.#compare(declared, raw, old));
    this.#comparing = planned.catch(() => undefined);
    return planned;
  }

  async #compare(declared: Declared, raw: Values, old: StateEntry | undefined): Promise<Plan> {
    const { stack, replace = [] } = this.#command;
    const { name, kind, args } = declared;
    const needs = namesIn(args).map((each) => this.#urnNamed(each));
    const { protect = false, retainOnDelete = false } = declared;
    const options = { protect, retainOnDelete };
    const next = { urn: urnOf(stack, declared), name, kind, provider: providerNameOf(declared), needs, ...options };
    const subject = { ...next, entry: old };
    const check = async (olds: Values) => {
      const { inputs, failures } = await this.#call("check", subject, (provider) => provider.check(olds, raw));
      if (failures.length > 0) throw new CheckFailure(failures);
      return inputs;
    };
    // With `--replace`, or if it is tainted, the engine neither passes the old inputs nor calls diff.
    const isReplaced = old?.pending === "replacement" || replace.includes(name);
    const inputs = await check(isReplaced ? {} : (old?.inputs ?? {}));
    const keys = keysBetween(old?.inputs ?? {}, inputs);
    const plan = { next, inputs, keys, isDeletedFirst: false };
    if (old === undefined) return { ...plan, op: "create" };
    if (isReplaced) return { ...plan, op: "replace" };
    const found = await this.#call("diff", subject, (provider) => provider.diff(old.id, old.outputs, inputs));
    const isDifferent = found.differs ?? keys.length > 0;
    if (isDifferent && found.replaces)
      return { ...plan, inputs: await check({}), op: "replace", isDeletedFirst: found.deleteBeforeReplace };
    if (isDifferent) return { ...plan, op: "update" };
    return { ...plan, op: old.isFailed ? "update" : "same", keys: [] };
  }

  async apply(declared: Declared, raw: Values, old: StateEntry | undefined): Promise<StateEntry> {
    const plan = await this.plan(declared, raw, old);
    const { op, next, inputs } = plan;
    if (op === "replace" && old?.protect && next.protect) throw new Error(`"${next.name}" is protected`);
    if (old === undefined) return this.#create(plan);
    if (op === "same") return this.#put(old, { ...old, ...next, inputs });
    if (op === "update") return this.#update(old, { ...old, ...next, inputs }, plan.keys);
    if (!plan.isDeletedFirst || old.pending !== undefined) return this.#create(plan, old);
    await this.#call("delete", old, (provider) => provider.delete(old.id, old.outputs));
    return this.#create(plan, this.#put(old, { ...old, pending: "replacement" }));
  }

  /** @param old the replaced entry, which is deleted at the end */
  async #create({ op, next, inputs, keys }: Plan, old?: StateEntry): Promise<StateEntry> {
    const put = (entry: StateEntry): StateEntry => {
      if (old !== undefined) this.#put(old, old.pending === "replacement" ? undefined : { ...old, pending: "delete" });
      return this.#put(undefined, entry);
    };
    try {
      const call = () => this.#call("create", { ...next, inputs }, (provider) => provider.create(inputs));
      const resource = { ...next, inputs, ...(old?.created !== undefined && { created: old.created }) };
      const created = await this.#noting({ type: "creating", resource }, call);
      this.note(next.urn, op, keys);
      return put({ ...next, ...created, inputs, created: Date.now() });
    } catch (error) {
      const partial = partialOf(error);
      if (partial !== undefined) put({ ...next, ...partial, inputs, created: Date.now(), isFailed: true });
      throw error;
    }
  }

  async #update(old: StateEntry, next: StateEntry, keys: readonly string[]): Promise<StateEntry> {
    const { isFailed, ...healed } = next;
    const subject = { ...old, inputs: next.inputs, entry: old };
    try {
      const update = (provider: Provider) => provider.update(old.id, old.outputs, next.inputs);
      const call = () => this.#call("update", subject, update);
      const outputs = await this.#noting({ type: "updating", resource: next }, call);
      this.note(next.urn, "update", keys);
      return this.#put(old, { ...healed, outputs });
    } catch (error) {
      const partial = partialOf(error);
      if (partial !== undefined) this.#put(old, { ...old, ...partial, isFailed: true });
      throw error;
    }
  }

  async delete(entry: StateEntry): Promise<void> {
    if (entry.protect && entry.pending === undefined) throw new Error(`"${entry.name}" is protected`);
    if (entry.pending !== "replacement" && !entry.retainOnDelete) {
      await this.#call("delete", entry, (provider) => provider.delete(entry.id, entry.outputs));
      this.note(entry.urn, "delete", []);
    }
    this.#put(entry, undefined);
  }

  async attempt<Result>(urn: string, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!this.isDead)
        this.failed.push({ urn, error, message: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  }

  note(urn: string, op: Operation, keys: readonly string[]): void {
    if (!this.isDead) this.done.push({ urn, op, keys });
  }

  #urnNamed(name: string): string {
    const declared = this.#command.program.find((each) => each.name === name);
    return declared === undefined ? "" : urnOf(this.#command.stack, declared);
  }

  #call<Result>(op: Step["op"], subject: Subject, call: (provider: Provider) => Promise<Result>): Promise<Result> {
    const { stack, processes, within } = this.#command;
    const { urn, kind, provider, inputs } = subject;
    const entry = subject.entry ?? this.#state.find((each) => each === subject);
    const step: Step = { stack, urn, kind, provider, op, ...(entry && { entry }), ...(inputs && { inputs }) };
    return within(step, () => call(processes.provider(provider, kind, urn)));
  }

  async #noting<Result>(operation: PendingOperation, call: () => Promise<Result>): Promise<Result> {
    if (!this.isDead) this.pending.add(operation);
    this.#write();
    try {
      return await call();
    } finally {
      if (!this.isDead) this.pending.delete(operation);
    }
  }

  #write(): void {
    if (!this.isDead) this.written = Date.now();
  }

  #put<Entry extends StateEntry | undefined>(before: StateEntry | undefined, after: Entry): Entry {
    if (this.isDead) return after;
    this.#write();
    const at = before === undefined ? -1 : this.#state.indexOf(before);
    if (after === undefined) this.#state.splice(at, at >= 0 ? 1 : 0);
    else if (at >= 0) this.#state[at] = after;
    else this.#state.push(after);
    return after;
  }
}

export const partialOf = (error: unknown) => (error instanceof OperationFailure ? error.partial : undefined);

function keysBetween(olds: Values, news: Values): string[] {
  const names = new Set([...Object.keys(olds), ...Object.keys(news)]);
  return [...names].filter((name) => !isDeepStrictEqual(olds[name], news[name]));
}
