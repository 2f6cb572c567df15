import { isDeepStrictEqual } from "node:util";
import type { Values } from "../engine-model/grpc.ts";
import { type Declared, urnOf } from "../engine-model/program.ts";
import type { Checkpoint, StateEntry, Step } from "../engine-model/state.ts";
import { adoptedBy, type Creation, postedBy } from "./creation.ts";
import { declaredEnd, keyOfEntry, kindOf, kinds } from "./kinds.ts";
import type { Sent } from "./platform.ts";
import { hasEnded, isAlone, type Row, type Rows, type Server } from "./server.ts";
import { Taken } from "./taken.ts";
import { Violation } from "./violation.ts";

export interface Stack extends Checkpoint {
  readonly name: string;
  program: readonly Declared[];
  readonly state: StateEntry[];
}

export const isLive = (row: Row | undefined): row is Row => row !== undefined && row.deleted !== true;

const tables = new Set<string>(Object.values(kinds).map(({ table }) => table));

/**
 * The reference model of who owns each record. It watches every change of a record and decides whether the step that sent
 * the request may make it: only to records that its resource created, or that the program adopts by ID or by identity.
 */
export class Owners {
  readonly created = new Map<string, Creation>();
  readonly touched = new Set<string>();
  readonly taken = new Taken();
  /** What the last successful create or update of each resource declared. A refresh puts live values in the state. */
  readonly deployed = new Map<string, Values>();
  readonly #inputs = new Map<string, Values>();
  /** The updates of what the page hid before them. */
  readonly #drafts = new WeakSet<Step>();
  /** The record that began the series of an occurrence, from the time at which the server made it. */
  readonly #begun = new Map<string, string>();
  /** Records that a stack may adopt, as `stack table/id`, and which of its resources may, as `urn table/id`. */
  readonly #adoptable = new Set<string>();
  readonly #server: Server;
  readonly #stacks: readonly Stack[];

  /** Whether the command deletes every resource of its stack. */
  isDestroying = false;
  /** Whether the command replaces the resource with this name, whatever its record is. */
  isForced: (name: string) => boolean = () => false;
  /** Whether the server rejects the address of a deleted subscription, so that restoring it is allowed. */
  readonly mayRestore: () => boolean;

  constructor(server: Server, stacks: readonly Stack[], mayRestore: () => boolean) {
    [this.#server, this.#stacks, this.mayRestore] = [server, stacks, mayRestore];
  }

  /** Starts a step, and notes whether the page hides its record, and which ones its resource may adopt. */
  begin(step: Step): void {
    if (step.op === "update" && step.entry !== undefined && this.isDraftOnPage(keyOfEntry(step.entry)))
      this.#drafts.add(step);
    // A maintenance that is over may adopt its next record.
    if (step.op !== "create" && !(step.op === "update" && step.kind === "Maintenance")) return;
    // With an occurrence of a series, it adopts the later ones.
    const keys = adoptedBy(step, this.#server).flatMap((each) => [each, this.seriesOf(each)]);
    for (const key of keys) this.#adoptable.add(`${step.stack} ${key}`).add(`${step.urn} ${key}`);
  }

  /** Notes what a program has deployed. What was public when its end came is no draft from then on, until it gets new dates. */
  noteDeployed(step: Step, inputs: Values): void {
    const { urn, op, entry } = step;
    const before = op === "update" ? (this.deployed.get(urn) ?? entry?.inputs) : undefined;
    const isPast = (values: Values) => declaredEnd({ ...values, state: "published" }) <= this.#server.shownNow;
    const wasDraft = before?.state === "draft" && this.#drafts.has(step);
    const staysPublic = before !== undefined && !wasDraft && [before, inputs].every(isPast);
    this.deployed.set(urn, staysPublic ? { ...inputs, state: undefined } : inputs);
  }

  /** Returns what the last program declared of the resource that has a record. */
  inputsOf(key: string): Values | undefined {
    return this.#inputs.get(this.seriesOf(key));
  }

  noteInputs(): void {
    for (const { state } of this.#stacks)
      for (const entry of state.filter(({ pending }) => pending === undefined)) {
        const key = this.seriesOf(keyOfEntry(entry));
        // A resource with another name has deployed nothing yet.
        this.#inputs.set(key, this.deployed.get(entry.urn) ?? this.#inputs.get(key) ?? entry.inputs);
      }
  }

  mayHave(stack: string, key: string): boolean {
    return [key, this.seriesOf(key)].some(
      (each) => this.created.get(each)?.stack === stack || this.#adoptable.has(`${stack} ${each}`),
    );
  }

  /** Returns the record that began an occurrence's series; the record itself if it isn't an occurrence. */
  seriesOf(key: string): string {
    return this.#begun.get(key) ?? key;
  }

  /** Returns the keys of all records of an entry: a series has several. */
  keysOf(entry: StateEntry): string[] {
    const key = keyOfEntry(entry);
    const isPart = (other: string) => this.#begun.get(other) === this.seriesOf(key);
    return [...new Set([key, this.seriesOf(key), ...[...this.#begun.keys()].filter(isPart)])];
  }

  liveInSeries(key: string): [string, Row][] {
    const series = this.seriesOf(key);
    return [...this.#server.rows()].filter(([other, row]) => this.seriesOf(other) === series && isLive(row));
  }

  isDraftOnPage(key: string): boolean {
    const left = this.liveInSeries(key);
    return left.length === 0 || left.some(([, { state }]) => state === "draft");
  }

  /** Notes a manual change. A record that is restored in the panel and is in no state belongs to nobody. */
  notePanelChange(before: Rows, after: Rows): void {
    const entries = this.#stacks.flatMap(({ name, state }) =>
      state.map((entry) => ({ name, entry, row: after.get(keyOfEntry(entry)) })),
    );
    const series = new Set(entries.map(({ entry }) => this.seriesOf(keyOfEntry(entry))));
    const now = this.#server.now;
    for (const [key, row] of after) {
      const old = before.get(key);
      if (old === undefined) this.#noteOccurrence(key, row);
      else if (hasEnded(old, now) && !hasEnded(row, now)) {
        // Its resource had left it on the page.
        if (!series.has(this.seriesOf(key))) this.#begun.delete(key);
      }
      // An occurrence with a manual change no longer belongs to its series.
      if (old !== undefined && old !== row) this.touched.add(key);
      if (isLive(old) && !isLive(row)) this.taken.noteDeleted(key);
      if (old !== undefined && !isLive(old) && isLive(row) && !entries.some((entry) => entry.row === row))
        this.created.delete(key);
      // A subscription restored under another ID still belongs to its resource.
      const sibling = entries.find(
        (entry) => row.subscriber_id !== undefined && entry.row?.subscriber_id === row.subscriber_id,
      );
      if (old === undefined && sibling !== undefined) this.#adoptable.add(`${sibling.name} ${key}`);
    }
  }

  check(step: Step, before: Rows, after: Rows, sent: Sent | undefined): void {
    const changed = [...after].filter(([key, row]) => before.get(key) !== row);
    for (const [key, row] of changed) if (!before.has(key)) this.#noteNew(step, { key, row, sent });
    for (const [key, row] of changed) {
      const old = before.get(key);
      if (isLive(old) && !isLive(row)) this.taken.noteDeleted(key);
      if (old !== undefined) this.#checkChange(step, { key, old, row, sent });
    }
  }

  /** Notes the series to which a new record belongs. Returns whether it belongs to one. */
  #noteOccurrence(key: string, { id, series_id }: Row): boolean {
    const isOccurrence = series_id !== undefined && series_id !== null && series_id !== id;
    if (!isOccurrence) return false;
    this.#begun.set(key, this.seriesOf(`maintenances/${series_id}`));
    // What somebody changed of the record that it is made from is undone here, too.
    if (this.touched.has(`maintenances/${series_id}`)) this.touched.add(key);
    return true;
  }

  #noteNew(step: Step, { key, row, sent }: { key: string; row: Row; sent: Sent | undefined }): void {
    if (this.#noteOccurrence(key, row) || !tables.has(key.split("/")[0] ?? "")) return;
    if (step.op !== "create" && step.op !== "update")
      throw new Violation(`LIF-1: a ${step.op} creates a ${step.kind}`, `${step.urn}: ${key}`);
    const isRestored = sent?.path.split("?")[0]?.endsWith("/restore") === true;
    this.created.set(key, { stack: step.stack, urn: step.urn, step, isLost: false, isRestored });
    if (step.kind !== "Maintenance") return;
    if (hasEnded(row, this.#server.now)) throw new Violation("REC-14: a create publishes what is over", step.urn);
    this.#checkAnnounced(step, key);
  }

  #checkChange(step: Step, { key, old, row, sent }: { key: string; old: Row; row: Row; sent: Sent | undefined }): void {
    this.#noteExchanged(step, key);
    const what = `${step.op} of ${step.urn} changes ${key} from ${JSON.stringify(old)} to ${JSON.stringify(row)}`;
    const isNew = this.created.get(this.seriesOf(key))?.step === step;
    const now = this.#server.now;
    // What a create has left hidden was never on the page, and a record whose deployed end is to come is like any other.
    const isLikeAny = step.op === "update" && isAlone(old) && this.#isToCome(step);
    const isHistory = hasEnded(old, now) && !isLikeAny && !this.#server.isForLater(old, sent);
    if (!isNew && isHistory) {
      const change = row.deleted === true ? "deletes" : "changes";
      throw new Violation(`SER-10: a ${step.op} ${change} what has ended`, what);
    }
    this.#checkEnd(step, { key, old, row });
    const isRestored = old.deleted === true && row.deleted === false;
    const owners = this.#ownersOf(key, row);
    const isOwn = step.entry !== undefined && owners.includes(this.seriesOf(keyOfEntry(step.entry)));
    if (isOwn && step.op === "delete") {
      this.taken.checkDelete(step, this.#stacks.find(({ name }) => name === step.stack)?.state ?? [], what);
      const creation = this.created.get(key);
      if (creation?.urn === step.urn && row.deleted === true) creation.isDeleted = true;
      if (row.deleted === true && !this.isDestroying) this.#checkOthers(step, key, what);
      return;
    }
    if (isOwn && step.op === "update") {
      this.#checkOthers(step, key, what);
      this.#checkFields(step, { key, old, row });
      return;
    }
    if (step.op === "create" || step.op === "update") {
      const isAdopted = (owner: string) => this.#adoptable.has(`${step.urn} ${owner}`);
      if (owners.some((owner) => this.created.get(owner)?.step === step || isAdopted(owner))) return;
      // A subscription is restored together with its subscriber.
      if (isRestored && key.startsWith("subscribers/")) return;
      if (this.#isRestored(step, old, row)) {
        this.created.set(key, { stack: step.stack, urn: step.urn, step, isLost: false });
        return;
      }
    }
    const whose = this.created.has(key) ? "another resource's" : "an unmanaged";
    const change = row.deleted === true ? "deletes" : "changes";
    const how = isRestored ? "restores" : change;
    throw new Violation(`IDN-1: a ${step.op} ${how} ${whose} ${step.kind}`, what);
  }

  /** Two creates of a run that send the same POST can't be told apart if the response of one is lost: either may get the record. */
  #noteExchanged(step: Step, key: string): void {
    const creation = this.created.get(key);
    if (creation === undefined || creation.step === step || creation.isLost) return;
    const isTaken = this.#stacks.some(({ state }) => state.some((entry) => this.keysOf(entry).includes(key)));
    const isEqual = creation.step.op === "create" && step.op === "create" && creation.stack === step.stack;
    if (!isTaken && isEqual && isDeepStrictEqual(postedBy(creation.step), postedBy(step)))
      this.created.set(key, { ...creation, urn: step.urn, step });
  }

  /** Nothing that is published gets an end that is over, unless the deployed one is to come, and nothing publishes what is over. */
  #checkEnd(step: Step, { key, old, row }: { key: string; old: Row; row: Row }): void {
    const now = this.#server.now;
    const what = `${step.urn}: ${key}`;
    if (row.deleted === true || !hasEnded(row, now)) return;
    if (old.state === "draft") throw new Violation(`REC-14: a ${step.op} publishes what is over`, what);
    if (!hasEnded(old, now) && !this.#isToCome(step))
      throw new Violation("SER-10: an update ends a maintenance that is to come or runs", what);
  }

  /** Whether the end that was deployed last is to come. */
  #isToCome({ entry, urn }: Step): boolean {
    if (entry === undefined) return false;
    return declaredEnd({ ...(this.deployed.get(urn) ?? entry.inputs), state: "published" }) > this.#server.now;
  }

  /** What is to come on the page is never announced again because the program has other times for it. */
  #checkAnnounced({ urn, stack, op, inputs = {} }: Step, key: string): void {
    const state = this.#stacks.find(({ name }) => name === stack)?.state ?? [];
    const replaced = state.find((entry) => entry.urn === urn && entry.pending === undefined);
    if (op !== "create" || replaced === undefined || this.isForced(replaced.name)) return;
    const row = this.#server.rows().get(keyOfEntry(replaced));
    const isSingle = !inputs.repeat && !replaced.inputs.repeat;
    if (!isLive(row) || !isSingle || !isAlone(row) || row.hub_id !== this.#server.hubOf(inputs)) return;
    if (Date.parse(String(row.end_time)) > this.#server.shownNow)
      throw new Violation("SER-10: what is to come on the page is replaced", `${urn}: ${key} replaces ${row.id}`);
  }

  /** An update changes only properties that the program declares or declared before. */
  #checkFields({ entry, inputs = {}, kind, urn }: Step, { key, old, row }: { key: string; old: Row; row: Row }): void {
    // Dependent records change with it, and a restored record comes back as it was.
    if (entry === undefined || key !== keyOfEntry(entry) || old.deleted !== row.deleted) return;
    const declared = { ...entry.inputs, ...inputs };
    const names = Object.entries(kindOf(kind).properties).filter(([name]) => declared[name] !== undefined);
    // A create of a series makes a draft, and publishes it once it is whole.
    const publishing = kind === "Maintenance" && old.state === "draft" ? ["state", "published_at"] : [];
    const fields = new Set([...names.map(([, { field }]) => field), "updated_at", "series_id", ...publishing]);
    const others = Object.keys(row).filter((field) => row[field] !== old[field] && !fields.has(field));
    if (others.length > 0)
      throw new Violation(`CLR-8: an update of a ${kind} changes ${others}, which isn't declared`, `${urn}: ${key}`);
  }

  /** No step deletes or changes a record that another resource of the program has. */
  #checkOthers({ stack, entry, kind, op }: Step, key: string, what: string): void {
    for (const { name, state, program } of this.#stacks) {
      if (name !== stack) continue;
      const declared = new Set(program.map((each) => urnOf(name, each)));
      const isOther = (each: StateEntry) => each !== entry && each.pending === undefined && declared.has(each.urn);
      const other = state.find((each) => isOther(each) && entry !== undefined && this.keysOf(each).includes(key));
      if (other === undefined) continue;
      const how = op === "update" ? "changed" : "deleted";
      throw new Violation(`one owner: a ${kind} that another resource manages is ${how}`, `${what}: ${other.urn}`);
    }
  }

  /** Returns the records that a change may be part of: an occurrence's series, a subscriber's subscriptions. */
  #ownersOf(key: string, row: Row): string[] {
    if (key.startsWith("maintenances/")) return [key, this.seriesOf(key)];
    if (!key.startsWith("subscribers/")) return [key];
    const subscriptions = this.#server.emulation.store.table("subscriptions").by("subscriber", row.id);
    return subscriptions.map(({ id }) => `subscriptions/${id}`);
  }

  /** Whether it restores a deleted subscription with exactly the declared address, which would block the create. */
  #isRestored({ kind, inputs = {} }: Step, old: Row, row: Row): boolean {
    if (kind !== "Subscription" || old.deleted !== true || row.deleted !== false || !this.mayRestore()) return false;
    return (
      old.hub_id === this.#server.hubOf(inputs) && old.method_name === inputs.method && old.address === inputs.address
    );
  }
}
