import type { Values } from "../laws/grpc.ts";
import type { Kept, Step } from "./engine.ts";
import { kindOf, kinds } from "./kinds.ts";
import { type Declared, urnOf } from "./program.ts";
import type { Row, Rows, Server } from "./server.ts";

/** What must never happen, and where it did. */
export class Violation extends Error {
  readonly law: string;

  constructor(law: string, message: string) {
    super(`${law}: ${message}`);
    this.law = law;
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
  /** Records that a stack may have without having made them, as `stack table/id`. */
  readonly #adoptable = new Set<string>();
  readonly #server: Server;
  readonly #stacks: readonly Stack[];

  constructor(server: Server, stacks: readonly Stack[]) {
    this.#server = server;
    this.#stacks = stacks;
  }

  /** A step begins: from now on it may take what its resource adopts. */
  begin(step: Step): void {
    if (step.op === "create") for (const row of this.#adopted(step)) this.#adoptable.add(`${step.stack} ${row}`);
  }

  mayHave(stack: string, key: string): boolean {
    return this.made.get(key)?.stack === stack || this.#adoptable.has(`${stack} ${key}`);
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
    if (step.op !== "create" && step.op !== "update") throw new Violation("LIF", `${step.op} of ${step.urn} creates ${key}`);
    this.made.set(key, { stack: step.stack, urn: step.urn, step, isLost: false });
  }

  #checkChange(step: Step, { key, old, row }: { key: string; old: Row; row: Row }): void {
    const what = `${step.op} of ${step.urn} changes ${key} from ${JSON.stringify(old)} to ${JSON.stringify(row)}`;
    const owned = this.#ownerOf(key, row);
    const isOwn = step.kept !== undefined && keyOfEntry(step.kept) === owned;
    if (isOwn && step.op === "delete") return this.#checkDelete(step, owned, what);
    if (isOwn && step.op === "update") return;
    if (step.op === "create" || step.op === "update") {
      const made = this.made.get(owned);
      if (made?.step === step || (step.op === "create" && this.#adopted(step).includes(owned))) return;
      if (this.#isRestored(step, old, row)) {
        this.made.set(owned, { stack: step.stack, urn: step.urn, step, isLost: false });
        return;
      }
    }
    throw new Violation("IDN-1", `${what}: it is not the record of this resource`);
  }

  #checkDelete({ kept }: Step, key: string, what: string): void {
    for (const { name, state, program } of this.#stacks) {
      const declared = new Set(program.map((each) => urnOf(name, each)));
      const other = state.find((each) => each !== kept && keyOfEntry(each) === key && declared.has(each.urn));
      if (other !== undefined && other.pending === undefined && other.urn !== kept?.urn)
        throw new Violation("one owner", `${what}: ${other.urn} has it`);
      if (other !== undefined && other.pending === undefined && kept?.pending === "delete")
        throw new Violation("one owner", `${what}: its replacement has it`);
    }
  }

  /** The record that a change belongs to: of an occurrence the series, of a subscriber its subscription. */
  #ownerOf(key: string, row: Row): string {
    if (typeof row.series_id === "number") return `maintenances/${row.series_id}`;
    if (!key.startsWith("subscribers/")) return key;
    const subscriptions = this.#server.world.store.table("subscriptions").by("subscriber", row.id);
    const [owner] = subscriptions.filter(({ id }) => this.made.has(`subscriptions/${id}`));
    return `subscriptions/${(owner ?? subscriptions[0])?.id}`;
  }

  /** Records that the program of this step asks for: by id, or by the very values that no other record has. */
  #adopted({ kind, inputs = {} }: Step): string[] {
    const { table, unique = [], properties } = kindOf(kind);
    const rows = this.#server.edits.records(table) as unknown as Row[];
    if (kind === "Hub") return rows.filter((row) => row.subdomain === inputs.subdomain).map(({ id }) => `hubs/${id}`);
    const { adopt } = inputs;
    const onHub = rows.filter((row) => row.hub_id === this.hubOf(inputs) && isLive(row));
    const values = unique.map((name) => inputs[name]);
    const isExact = (row: Row) =>
      values.length > 0 && values.every((value, at) => isText(value) && row[properties[unique[at] ?? ""]?.field ?? ""] === value);
    const isAsked = (row: Row) => (typeof adopt === "string" ? String(row.id) === adopt : adopt === true && isExact(row));
    return onHub.filter(isAsked).map(({ id }) => `${table}/${id}`);
  }

  /** The one exception: a deleted subscription with exactly the declared method and address comes back. */
  #isRestored({ kind, inputs = {} }: Step, old: Row, row: Row): boolean {
    if (kind !== "Subscription" || old.deleted !== true || row.deleted !== false) return false;
    const subscription = "address" in old ? old : undefined;
    // Its subscriber comes back with it.
    if (subscription === undefined) return true;
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
