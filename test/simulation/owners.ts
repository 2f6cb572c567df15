import type { Values } from "../laws/grpc.ts";
import { kindOf, kinds } from "./kinds.ts";
import { type Declared, urnOf } from "./program.ts";
import type { Row, Rows, Server } from "./server.ts";
import type { Kept, Step } from "./state.ts";

/** What must never happen, and where it did. Two with the same title are one defect. */
export class Violation extends Error {
  readonly title: string;

  constructor(law: string, what: string, where: string) {
    super(`${law}: ${what}\n${where}`);
    this.title = `${law}: ${what}`;
  }
}

/** A stack as the model needs it: what it declares, and what it has. */
export interface Stack {
  readonly name: string;
  program: readonly Declared[];
  readonly state: Kept[];
}

interface Made {
  readonly stack: string;
  readonly urn: string;
  readonly step: Step;
  /** It came to be when nobody could be told any more: after a kill, or after its command had failed. */
  isLost: boolean;
  /** A step of ours has deleted it. */
  isDeleted?: true;
}

/** Where the record of an entry of the state is. */
export const keyOfEntry = ({ kind, id, outputs }: Kept): string =>
  `${kindOf(kind).table}/${typeof outputs.recordId === "string" ? outputs.recordId : id}`;

export const isLive = (row: Row | undefined): row is Row => row !== undefined && row.deleted !== true;

const tables = new Set<string>(Object.values(kinds).map(({ table }) => table));

/**
 * The reference model: who owns each record. It watches every change that a request makes, and knows of each whether the
 * step that sent it may do that: to records which it made, which its program adopts by what only they have, and to no other.
 */
export class Owners {
  readonly made = new Map<string, Made>();
  /** Records that people have changed. */
  readonly touched = new Set<string>();
  /** Records that a stack may have without having made them, as `stack table/id`; and which resource, as `urn table/id`. */
  readonly #adoptable = new Set<string>();
  readonly #server: Server;
  readonly #stacks: readonly Stack[];

  /** Whether the server refuses an address that a deleted subscription has. */
  readonly mayRestore: () => boolean;

  constructor(server: Server, stacks: readonly Stack[], mayRestore: () => boolean) {
    this.#server = server;
    this.#stacks = stacks;
    this.mayRestore = mayRestore;
  }

  /** A step begins: from now on it may take what its resource adopts. */
  begin(step: Step): void {
    if (step.op !== "create") return;
    for (const key of this.#adopted(step)) this.#adoptable.add(`${step.stack} ${key}`).add(`${step.urn} ${key}`);
  }

  mayHave(stack: string, key: string): boolean {
    return this.made.get(key)?.stack === stack || this.#adoptable.has(`${stack} ${key}`);
  }

  /** A person has changed records: what one restores that no state has is that person's, or the resource's where one has. */
  noteByHand(before: Rows, after: Rows): void {
    const entries = this.#stacks.flatMap(({ name, state }) =>
      state.map((kept) => ({ name, kept, row: after.get(keyOfEntry(kept)) })),
    );
    for (const [key, row] of after) {
      const old = before.get(key);
      // An occurrence that somebody moves belongs to no series any more.
      if (old !== undefined && old !== row) this.touched.add(key);
      if (old !== undefined && !isLive(old) && isLive(row) && !entries.some((entry) => entry.row === row))
        this.made.delete(key);
      // Under another ID, too, it is the same recipient's.
      const twin = entries.find(
        (entry) => row.subscriber_id !== undefined && entry.row?.subscriber_id === row.subscriber_id,
      );
      if (old === undefined && twin !== undefined) this.#adoptable.add(`${twin.name} ${key}`);
    }
  }

  /** A request of a step has changed records. */
  check(step: Step, before: Rows, after: Rows): void {
    const changed = [...after].filter(([key, row]) => before.get(key) !== row);
    for (const [key, row] of changed) if (!before.has(key)) this.#noteNew(step, key, row);
    for (const [key, row] of changed) {
      const old = before.get(key);
      if (old !== undefined) this.#checkChange(step, { key, old, row });
    }
  }

  #noteNew(step: Step, key: string, row: Row): void {
    const isOccurrence = row.series_id !== undefined && row.series_id !== null && row.series_id !== row.id;
    if (!tables.has(key.split("/")[0] ?? "") || isOccurrence) return;
    if (step.op !== "create" && step.op !== "update")
      throw new Violation("LIF-1", `a ${step.op} creates a ${step.kind}`, `${step.urn}: ${key}`);
    this.#checkAgain(step, key, row);
    this.made.set(key, { stack: step.stack, urn: step.urn, step, isLost: false });
  }

  /** What a killed command has left behind is not made a second time while it is young. */
  #checkAgain(step: Step, key: string, row: Row): void {
    const { table } = kindOf(step.kind);
    const values = ({ id, token, subscriber_id, created_at, updated_at, ...others }: Row) => JSON.stringify(others);
    for (const [other, made] of this.made) {
      const lost = made.isLost && made.urn === step.urn ? this.#server.rows().get(other) : undefined;
      if (!other.startsWith(`${table}/`) || !isLive(lost) || values(lost) !== values(row)) continue;
      const age = this.#server.emulation.clock.now() - Date.parse(String(lost.created_at));
      if (age < 3_500_000)
        throw new Violation("IDN-4", `a ${step.kind} that a killed command left is made again`, `${other} and ${key}`);
    }
  }

  #checkChange(step: Step, { key, old, row }: { key: string; old: Row; row: Row }): void {
    const what = `${step.op} of ${step.urn} changes ${key} from ${JSON.stringify(old)} to ${JSON.stringify(row)}`;
    const owners = this.#ownersOf(key, row);
    const isOwn = step.kept !== undefined && owners.includes(keyOfEntry(step.kept));
    if (isOwn && step.op === "delete") {
      const made = this.made.get(key);
      if (made?.urn === step.urn && row.deleted === true) made.isDeleted = true;
      this.#checkDelete(step, what);
      return;
    }
    if (isOwn && step.op === "update") {
      this.#checkFields(step, { key, old, row });
      return;
    }
    if (step.op === "create" || step.op === "update") {
      const isAdopted = (owner: string) => step.op === "create" && this.#adoptable.has(`${step.urn} ${owner}`);
      if (owners.some((owner) => this.made.get(owner)?.step === step || isAdopted(owner))) return;
      // Its subscriber comes back with it.
      if (old.deleted === true && row.deleted === false && key.startsWith("subscribers/")) return;
      if (this.#isRestored(step, old, row)) {
        this.made.set(key, { stack: step.stack, urn: step.urn, step, isLost: false });
        return;
      }
    }
    const whose = this.made.has(key) ? "another resource's" : "a stranger's";
    const how =
      old.deleted === true && row.deleted === false ? "restores" : row.deleted === true ? "deletes" : "changes";
    throw new Violation("IDN-1", `a ${step.op} ${how} ${whose} ${step.kind}`, what);
  }

  /** An update changes what the program declares, or has declared until now, and nothing else of the record. */
  #checkFields({ kept, inputs = {}, kind, urn }: Step, { key, old, row }: { key: string; old: Row; row: Row }): void {
    // What belongs to a record changes with it; what comes back is as it was deleted.
    if (kept === undefined || key !== keyOfEntry(kept) || old.deleted !== row.deleted) return;
    const declared = { ...kept.inputs, ...inputs };
    const names = Object.entries(kindOf(kind).properties).filter(([name]) => declared[name] !== undefined);
    const fields = new Set([...names.map(([, { field }]) => field), "updated_at", "series_id"]);
    const others = Object.keys(row).filter((field) => row[field] !== old[field] && !fields.has(field));
    if (others.length > 0)
      throw new Violation("CLR-8", `an update of a ${kind} changes ${others}, which nobody declares`, `${urn}: ${key}`);
    const keysOf = (values: unknown) => Object.keys((values ?? {}) as Values);
    const ours = [...keysOf(kept.inputs.configuration), ...keysOf(inputs.configuration)];
    const wiped = keysOf(old.configuration).filter(
      (name) => !ours.includes(name) && !keysOf(row.configuration).includes(name),
    );
    const what = `an update of a ${kind} wipes what others set in its configuration`;
    if (wiped.length > 0) throw new Violation("CLR-8", what, `${urn}: ${wiped}`);
  }

  #checkDelete({ stack, kept, kind }: Step, what: string): void {
    for (const { name, state, program } of this.#stacks) {
      if (name !== stack) continue;
      const declared = new Set(program.map((each) => urnOf(name, each)));
      const isOther = (each: Kept) => each !== kept && each.pending === undefined && declared.has(each.urn);
      const other = state.find((each) => isOther(each) && kept && keyOfEntry(each) === keyOfEntry(kept));
      if (other !== undefined)
        throw new Violation("one owner", `a ${kind} that another resource has is deleted`, `${what}: ${other.urn}`);
    }
  }

  /** The records that a change may belong to: of an occurrence the series, of a subscriber its subscriptions. */
  #ownersOf(key: string, row: Row): string[] {
    if (typeof row.series_id === "number") return [key, `maintenances/${row.series_id}`];
    if (!key.startsWith("subscribers/")) return [key];
    const subscriptions = this.#server.emulation.store.table("subscriptions").by("subscriber", row.id);
    return subscriptions.map(({ id }) => `subscriptions/${id}`);
  }

  /** Records that the program of this step asks for: by id, or by the very values that no other record has. */
  #adopted({ kind, inputs = {} }: Step): string[] {
    const { table, unique = [], properties } = kindOf(kind);
    const rows = this.#server.edits.records(table) as unknown as Row[];
    if (kind === "Hub") return rows.filter((row) => row.subdomain === inputs.subdomain).map(({ id }) => `hubs/${id}`);
    const { adopt } = inputs;
    const onHub = rows.filter((row) => row.hub_id === this.hubOf(inputs));
    const values = unique.map((name) => inputs[name]);
    const isExact = (row: Row) =>
      values.length > 0 &&
      values.every((value, at) => isText(value) && row[properties[unique[at] ?? ""]?.field ?? ""] === value);
    const isAsked = (row: Row) =>
      typeof adopt === "string" ? String(row.id) === adopt : adopt === true && isLive(row) && isExact(row);
    return onHub.filter(isAsked).map(({ id }) => `${table}/${id}`);
  }

  /** The one exception: where a deleted subscription keeps its address, one with exactly the declared one may come back. */
  #isRestored({ kind, inputs = {} }: Step, old: Row, row: Row): boolean {
    if (kind !== "Subscription" || old.deleted !== true || row.deleted !== false || !this.mayRestore()) return false;
    return old.hub_id === this.hubOf(inputs) && old.method_name === inputs.method && old.address === inputs.address;
  }

  /** The id of the hub that inputs name. */
  hubOf({ hub }: Values): number | undefined {
    if (typeof hub === "string") return this.#server.hubNamed(hub)?.id;
    const { id, subdomain } = (hub ?? {}) as { id?: string; subdomain?: string };
    return id !== undefined ? Number(id) : this.#server.hubNamed(String(subdomain))?.id;
  }
}

const isText = (value: unknown) => typeof value === "string" && value !== "";
