import { isDeepStrictEqual } from "node:util";
import { unknownMark } from "../../provider/pulumi.ts";
import { OperationFailure, type Values } from "../laws/grpc.ts";
import type { Provider } from "../laws/host.ts";
import type { Processes, Way } from "./process.ts";
import { type Declared, inOrder, namesIn, replaceReferences, urnOf, urnsOf, wayOf } from "./program.ts";

/** A resource as the state has it. */
export interface Kept {
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  readonly way: Way;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** URNs of the resources that it refers to. */
  readonly needs: readonly string[];
  /** It was made or changed in part, so that the next `up` updates it whatever the comparison says. */
  readonly isFailed?: boolean;
  /** Its replacement exists, and it is to be deleted; or it is deleted, and its replacement does not exist yet. */
  readonly pending?: "delete" | "replacement";
}

export type Operation = "same" | "create" | "update" | "replace" | "delete" | "read";

export interface Done {
  readonly urn: string;
  readonly op: Operation;
  /** The inputs that differ, as the engine shows them. */
  readonly keys: readonly string[];
}

export interface Failed {
  readonly urn: string;
  readonly message: string;
}

/** What the provider is doing for whom, for those who watch the network. */
export interface Step {
  readonly stack: string;
  readonly urn: string;
  readonly kind: string;
  readonly op: "check" | "diff" | "create" | "update" | "read" | "delete";
  readonly kept?: Kept;
  readonly inputs?: Values;
}

export interface Command {
  readonly stack: string;
  readonly program: readonly Declared[];
  readonly processes: Processes;
  /** Runs a call of the provider as this step. */
  readonly within: <Result>(step: Step, call: () => Promise<Result>) => Promise<Result>;
  /** Names of the resources that the command is for. @default all */
  readonly target?: readonly string[];
  /** Names of resources that are replaced whether they differ or not. */
  readonly replace?: readonly string[];
  /** Whether everything goes on after a failure but what needs the resource that failed. */
  readonly continueOnError?: boolean;
}

/**
 * Pulumi's engine, as far as it decides what a provider is asked to do: which method, in which order, with which values,
 * and what is in the state whenever the process may end. The state is changed in place, step by step, as checkpoints do.
 */
export class Engine {
  readonly done: Done[] = [];
  readonly failed: Failed[] = [];
  readonly #command: Command;
  readonly #state: Kept[];
  /** The process was killed: what still goes on in it has no effect on the state. */
  isDead = false;

  constructor(command: Command, state: Kept[]) {
    this.#command = command;
    this.#state = state;
  }

  /** Reads every record of the state. What is gone leaves the state. */
  async refresh(): Promise<void> {
    await Promise.all(
      this.#state
        .filter((kept) => kept.pending !== "replacement" && this.#isTargeted(kept.name))
        .map((kept) =>
          this.#attempt(kept.urn, async () => {
            const read = await this.#call("read", kept, (provider) => provider.read(kept.id, kept.outputs));
            if (read === undefined) return this.#put(kept, undefined);
            const { isFailed, ...healed } = { ...kept, ...read };
            this.#put(kept, healed);
            this.#note(kept.urn, "read", keysBetween(kept.inputs, read.inputs));
            await this.#call("diff", kept, (provider) => provider.diff(read.id, read.outputs, kept.inputs));
          }),
        ),
    );
  }

  /** Runs the program, then deletes what it has no more. After a failure nothing new begins. */
  async up(): Promise<void> {
    const registered = await this.#register((declared, inputs, old) => this.#apply(declared, inputs, old));
    if (this.#isOver) return;
    await this.#delete(this.#state.filter((kept) => this.#isLeftOver(kept, registered)));
  }

  /** What `up` would do. Nothing is written, and unknown values stand for what it would make. */
  async preview(): Promise<void> {
    const registered = await this.#register(async (declared, inputs, old) => {
      const plan = await this.#plan(declared, inputs, old);
      this.#note(plan.next.urn, plan.op, plan.keys);
      const isNew = plan.op === "create" || plan.op === "replace";
      const id = isNew ? unknownMark : (old?.id ?? unknownMark);
      return { ...plan.next, id, inputs: plan.inputs, outputs: { ...(isNew ? {} : old?.outputs), ...plan.inputs } };
    });
    for (const kept of this.#state) if (this.#isLeftOver(kept, registered)) this.#note(kept.urn, "delete", []);
  }

  async destroy(): Promise<void> {
    await this.#delete(this.#state.filter(({ name }) => this.#isTargeted(name)));
  }

  /** The providers that the program uses. */
  get ways(): readonly Way[] {
    return this.#command.program.map(wayOf);
  }

  get #isOver(): boolean {
    return (this.failed.length > 0 && this.#command.continueOnError !== true) || this.isDead;
  }

  /** Registers each resource as soon as those that it refers to are there; check and diff run one after another. */
  async #register(
    step: (declared: Declared, inputs: Values, old: Kept | undefined) => Promise<Kept>,
  ): Promise<Set<string>> {
    const { stack, program } = this.#command;
    const registered = new Set<string>();
    const known = new Map<string, Promise<Kept | undefined>>();
    for (const declared of inOrder(program)) {
      const old = this.#find(declared);
      for (const urn of urnsOf(stack, declared)) registered.add(urn);
      if (!this.#isTargeted(declared.name)) {
        known.set(declared.name, Promise.resolve(old));
        continue;
      }
      const work = async () => {
        const needed = await Promise.all(namesIn(declared.args).map((name) => known.get(name)));
        if (this.#isOver) return undefined;
        return this.#attempt(urnOf(stack, declared), async () => {
          // Also where `--target` leaves out what it refers to.
          if (needed.some((each) => each === undefined)) throw new Error("it refers to a resource that is not there");
          return step(declared, inputsOf(declared, needed as Kept[]), this.#find(declared));
        });
      };
      known.set(declared.name, work());
    }
    await Promise.all(known.values());
    return registered;
  }

  #find(declared: Declared): Kept | undefined {
    const urns = urnsOf(this.#command.stack, declared);
    return this.#state.find((kept) => kept.pending !== "delete" && urns.includes(kept.urn));
  }

  #isTargeted(name: string): boolean {
    return this.#command.target?.includes(name) ?? true;
  }

  #isLeftOver(kept: Kept, registered: ReadonlySet<string>): boolean {
    if (!this.#isTargeted(kept.name)) return false;
    return kept.pending === "delete" || !registered.has(kept.urn);
  }

  #comparing: Promise<unknown> = Promise.resolve();

  /** Checks and compares one resource. */
  #plan(declared: Declared, raw: Values, old: Kept | undefined): Promise<Plan> {
    const { stack, replace = [] } = this.#command;
    const urn = urnOf(stack, declared);
    const next = {
      urn,
      name: declared.name,
      kind: declared.kind,
      way: wayOf(declared),
      needs: namesIn(declared.args).map((name) => this.#urnNamed(name)),
    };
    const subject = { ...next, kept: old };
    const check = async (olds: Values) => {
      const checked = await this.#call("check", subject, (provider) => provider.check(olds, raw));
      if (checked.failures.length > 0) throw new Error(`check: ${checked.failures.join("; ")}`);
      return checked.inputs;
    };
    const compare = async (): Promise<Plan> => {
      const inputs = await check(old?.inputs ?? {});
      const keys = keysBetween(old?.inputs ?? {}, inputs);
      const plan = { next, inputs, keys, isDeletedFirst: false };
      if (old === undefined) return { ...plan, op: "create" };
      // With `--replace` the provider is not asked whether it differs.
      if (old.pending === "replacement" || replace.includes(declared.name)) return { ...plan, op: "replace" };
      const found = await this.#call("diff", subject, (provider) => provider.diff(old.id, old.outputs, inputs));
      const isDifferent = !found.same && (found.replaces || keys.length > 0);
      if (isDifferent && found.replaces) {
        return { ...plan, inputs: await check({}), op: "replace", isDeletedFirst: found.deleteBeforeReplace };
      }
      if (isDifferent) return { ...plan, op: "update" };
      return { ...plan, op: old.isFailed ? "update" : "same", keys: [] };
    };
    const planned = this.#comparing.then(compare);
    this.#comparing = planned.catch(() => undefined);
    return planned;
  }

  async #apply(declared: Declared, raw: Values, old: Kept | undefined): Promise<Kept> {
    const plan = await this.#plan(declared, raw, old);
    const { op, next, inputs } = plan;
    if (op === "create") return this.#create(plan);
    if (old === undefined) throw new Error("only a create has no old state");
    if (op === "same") return this.#put(old, { ...old, ...next, inputs });
    if (op === "update") return this.#update(old, { ...old, ...next, inputs }, plan.keys);
    if (plan.isDeletedFirst && old.pending === undefined) {
      await this.#call("delete", old, (provider) => provider.delete(old.id, old.outputs));
      return this.#create(plan, this.#put(old, { ...old, pending: "replacement" }));
    }
    return this.#create(plan, old);
  }

  /** @param old what the new one takes the place of; it is deleted in the end */
  async #create({ op, next, inputs, keys }: Plan, old?: Kept): Promise<Kept> {
    const put = (entry: Kept): Kept => {
      if (old !== undefined) this.#put(old, old.pending === "replacement" ? undefined : { ...old, pending: "delete" });
      return this.#put(undefined, entry);
    };
    try {
      const created = await this.#call("create", { ...next, inputs }, (provider) => provider.create(inputs));
      this.#note(next.urn, op, keys);
      return put({ ...next, ...created, inputs });
    } catch (error) {
      const made = error instanceof OperationFailure ? error.made : undefined;
      if (made !== undefined) put({ ...next, ...made, inputs, isFailed: true });
      throw error;
    }
  }

  async #update(old: Kept, next: Kept, keys: readonly string[]): Promise<Kept> {
    const { isFailed, ...healed } = next;
    try {
      const outputs = await this.#call("update", { ...old, inputs: next.inputs, kept: old }, (provider) =>
        provider.update(old.id, old.outputs, next.inputs),
      );
      this.#note(next.urn, "update", keys);
      return this.#put(old, { ...healed, outputs });
    } catch (error) {
      const made = error instanceof OperationFailure ? error.made : undefined;
      if (made !== undefined) this.#put(old, { ...old, ...made, isFailed: true });
      throw error;
    }
  }

  /** Deletes what nothing needs any more, round by round, until one fails. */
  async #delete(condemned: readonly Kept[]): Promise<void> {
    let rest = [...condemned];
    while (rest.length > 0 && !this.#isOver) {
      const needed = new Set(rest.flatMap(({ needs }) => needs));
      const free = rest.filter(({ urn }) => !needed.has(urn));
      const round = free.length > 0 ? free : rest;
      await Promise.all(round.map((kept) => this.#attempt(kept.urn, () => this.#deleteOne(kept))));
      rest = rest.filter((kept) => !round.includes(kept));
    }
  }

  async #deleteOne(kept: Kept): Promise<void> {
    if (kept.pending !== "replacement") {
      await this.#call("delete", kept, (provider) => provider.delete(kept.id, kept.outputs));
      this.#note(kept.urn, "delete", []);
    }
    this.#put(kept, undefined);
  }

  #urnNamed(name: string): string {
    const declared = this.#command.program.find((each) => each.name === name);
    return declared === undefined ? "" : urnOf(this.#command.stack, declared);
  }

  #call<Result>(op: Step["op"], subject: SubjectOf, call: (provider: Provider) => Promise<Result>): Promise<Result> {
    const { stack, processes, within } = this.#command;
    const { urn, kind, way, inputs } = subject;
    const kept = subject.kept ?? ("id" in subject ? (subject as Kept) : undefined);
    const step: Step = { stack, urn, kind, op, ...(kept && { kept }), ...(inputs && { inputs }) };
    return within(step, () => call(processes.provider(way, kind, urn)));
  }

  async #attempt<Result>(urn: string, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!this.isDead) this.failed.push({ urn, message: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  }

  #note(urn: string, op: Operation, keys: readonly string[]): void {
    if (!this.isDead) this.done.push({ urn, op, keys });
  }

  /** Writes one entry of the state, in the place of another one. */
  #put<Entry extends Kept | undefined>(before: Kept | undefined, after: Entry): Entry {
    if (this.isDead) return after;
    const at = before === undefined ? -1 : this.#state.indexOf(before);
    if (after === undefined) {
      if (at >= 0) this.#state.splice(at, 1);
    } else if (at >= 0) this.#state[at] = after;
    else this.#state.push(after);
    return after;
  }
}

/** What is to be done with one resource. */
interface Plan {
  readonly next: Omit<Kept, "id" | "inputs" | "outputs">;
  readonly inputs: Values;
  readonly op: Operation;
  readonly keys: readonly string[];
  readonly isDeletedFirst: boolean;
}

type SubjectOf = Pick<Kept, "urn" | "kind" | "way"> & { readonly kept?: Kept | undefined; readonly inputs?: Values };

/** The inputs whose values differ: what the engine shows of a change. */
function keysBetween(olds: Values, news: Values): string[] {
  const names = new Set([...Object.keys(olds), ...Object.keys(news)]);
  return [...names].filter((name) => !isDeepStrictEqual(olds[name], news[name]));
}

const resourceMark = { "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e" };

/** What the classes of the package make of the arguments, with the values of the resources that they name. */
function inputsOf(declared: Declared, needed: readonly Kept[]): Values {
  const way = wayOf(declared);
  return replaceReferences(declared.args, ({ ref }, key) => {
    const kept = needed.find(({ name }) => name === ref);
    if (kept === undefined) throw new Error(`"${ref}" is not there`);
    if (key !== "hub") return kept.id;
    if (way === "dynamic") return { id: kept.id, subdomain: kept.outputs.subdomain };
    return { ...resourceMark, urn: kept.urn, id: kept.id === unknownMark ? "" : kept.id };
  }) as Values;
}
