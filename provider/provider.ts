import type { Declared, Stored } from "../model/api/form.ts";
import { definitions } from "../model/kinds/index.ts";
import type { Definition, Failure, Lookup } from "../model/kinds/kind.ts";
import { type CheckFailure, checkFailure } from "./check-failure.ts";
import { StatusHubError } from "./client/errors.ts";
import { adoptedOnce, unknownKind } from "./errors/up.ts";
import { check } from "./lifecycle/check.ts";
import { diff, type ResourceDiff } from "./lifecycle/diff.ts";
import { type Mask, maskOf } from "./lifecycle/forms/mask.ts";
import type { Page } from "./lifecycle/forms/phase.ts";
import { dependsOnPage, type Plan, planUpdate } from "./lifecycle/forms/plan.ts";
import type { MarkedNames } from "./lifecycle/forms/secrets.ts";
import {
  isAdopting,
  isLookup,
  type Kept,
  type Known,
  readState,
  type State,
  unknownNamesIn,
  writeState,
} from "./lifecycle/forms/state.ts";
import { describeMove, describePast, previewOfCreate, previewOfUpdate, warnOfPublishing } from "./lifecycle/preview.ts";
import { compareHubs, type HubChange } from "./lifecycle/record/hub.ts";
import { explaining, masking } from "./lifecycle/record/operation-error.ts";
import type { ReadResult } from "./lifecycle/record/read.ts";
import type { Context } from "./lifecycle/record/scope.ts";
import { type Host, type Resource, Run } from "./run/run.ts";
import { checked } from "./told.ts";

export function definitionOf(kind: string): Definition {
  const definition = definitions[kind];
  if (definition !== undefined) return definition;
  throw new StatusHubError(unknownKind.kind({ kind }));
}

/** A function of the package, and which of its arguments are secret. */
interface Query {
  readonly lookup: Lookup;
  readonly marked: MarkedNames;
}

/**
 * The provider, independent of the protocol. It takes and returns plain JSON, with `unknown` for values that aren't
 * known yet. A write that only partly succeeds throws a `PartialError`. Code that uses the API is loaded on demand.
 */
export class Provider {
  readonly #run: Run;
  /** What diffs have read, by kind and ID: a preview of the update follows. */
  readonly #pages = new Map<string, Page>();

  constructor(host: Host) {
    this.#run = new Run(host);
    if (host.asking) void host.version().then((version) => this.#run.tell(() => ({ is: "version", version })));
  }

  /** @param found failures that the adapter has already found */
  check(
    { kind, urn, marked }: Resource,
    { previous, declared }: { readonly previous: Declared; readonly declared: Declared },
    found: readonly Failure[] = [],
  ): CheckFailure[] {
    const definition = definitionOf(kind);
    const secrecy = { definition, marked };
    const mask = maskOf(secrecy, previous, declared);
    const failures = [
      ...found,
      ...check(definition, declared),
      ...this.#run.owners.check(definition, previous, declared),
    ];
    this.#run.owners.noteCheck(definition, previous, declared);
    this.#run.tell((key) => checked(key, definition, declared), urn);
    return failures
      .map((failure) => checkFailure(secrecy, failure))
      .map(({ property, reason }) => ({ property, reason: mask(reason) }));
  }

  /** Returns a problem only once. Without an account nothing works, so even a preview reports it. */
  findConfigProblem(): string | undefined {
    return this.#run.findConfigProblem();
  }

  /**
   * Returns what an operation gets. Each line that it says is masked, because a label, an ID or a hub may be secret, too.
   *
   * @param values which the resource has, or is to get
   */
  #contextOf({ kind, marked, urn }: Resource, ...values: readonly (Declared | Stored)[]): Context & { mask: Mask } {
    const secrecy = { definition: definitionOf(kind), marked };
    const { owners } = this.#run;
    let maskOfValues: Mask | undefined;
    const mask: Mask = (text) => {
      // Most operations say nothing.
      maskOfValues ??= maskOf(secrecy, ...values);
      return maskOfValues(text);
    };
    const say: Context["say"] = (severity, line, on = "resource") =>
      this.#run.say(severity, mask(line), on === "resource" ? urn : undefined);
    return { ...secrecy, owners, say, mask };
  }

  async diff(resource: Resource, { id, stored }: Kept, declared: Declared): Promise<ResourceDiff> {
    const context = this.#contextOf(resource, stored, declared);
    const { definition } = context;
    const known = { id, state: readState(stored) };
    await this.#rejectNewerState(definition, known.state);
    const compare = () => this.#compare(context, known, { stored, declared });
    const { isDeclared, plan, hub } = await masking(context.mask, compare);
    this.#run.noteName(stored, declared);
    const difference = diff(definition, known.state, declared, { hub, plan });
    // A refresh compares, too, and doesn't ask the page.
    if (!isDeclared) return difference;
    if (difference.replaces.includes("hub")) describeMove(context, stored, declared);
    warnOfPublishing(context, plan, declared);
    const isAdopted = isAdopting(declared) || known.state.taken === true;
    if (difference.replaces.length > 0 && isAdopted) throw new StatusHubError(adoptedOnce.replaced());
    return difference;
  }

  /** Reads what decides what a change means, and compares with that. A refresh also compares resources that have left the program. */
  async #compare(
    context: Context,
    known: Known,
    { stored, declared }: { readonly stored: Stored; readonly declared: Declared },
  ): Promise<{ readonly isDeclared: boolean; readonly plan: Plan; readonly hub: HubChange }> {
    const { definition, marked, owners } = context;
    const isDeclared = owners.noteCompared(definition, { ...known, declared });
    this.#run.noteHub(definition, known);
    if (isDeclared) await this.#readPage(context, known, declared);
    const plan = this.#plan(definition, known, declared);
    // A resource that has left the program stays in its hub, and so does history.
    if (!isDeclared || plan.keepsHub) return { isDeclared, plan, hub: "same" };
    const request = async (subdomain: string) => {
      const { client, hubs } = await this.#run.account();
      const { connection, trouble } = client;
      const what = {
        connection,
        trouble,
        definition,
        marked,
        verb: "read",
        declared,
        stored,
        recordId: known.id,
      } as const;
      return explaining(what, () => hubs.idOf(subdomain));
    };
    const hub = await compareHubs(stored, declared, { cached: this.#run.cachedIdOf, request });
    return { isDeclared, plan, hub };
  }

  previewCreate(resource: Resource, declared: Declared): Stored {
    const context = this.#contextOf(resource, declared);
    describePast(context, declared, this.#run.now());
    return previewOfCreate(context.definition, declared);
  }

  previewUpdate(resource: Resource, { id, stored }: Kept, declared: Declared): Stored {
    const context = this.#contextOf(resource, declared);
    const { definition } = context;
    const state = readState(stored);
    const plan = this.#plan(definition, { id, state }, declared);
    if (plan.publishes) describePast(context, declared, this.#run.now());
    return previewOfUpdate(definition, state, declared, plan);
  }

  /** Decides what an update does, by what the diff has read. */
  #plan(definition: Definition, { id, state }: Known, declared: Declared): Plan {
    const page = this.#pages.get(`${definition.kind} ${id}`);
    return planUpdate(definition, { state, declared, page }, this.#run.now());
  }

  /**
   * Reads the page if it decides what a change means: the program has changed something, and what was deployed is over. This is the
   * only request of a preview without a refresh.
   */
  async #readPage(context: Context, { id, state }: Known, declared: Declared): Promise<void> {
    const { definition } = context;
    this.#pages.delete(`${definition.kind} ${id}`);
    if (!dependsOnPage(definition, state, declared, this.#run.now())) return;
    const { readPageOf } = await import("./lifecycle/read.ts");
    const page = await readPageOf(await this.#run.account(), context, { id, state });
    this.#pages.set(`${definition.kind} ${id}`, page);
  }

  async create(resource: Resource, declared: Declared): Promise<Kept> {
    const { create } = await import("./lifecycle/create.ts");
    const account = await this.#run.account(resource.seconds);
    const { id, state } = await create(account, this.#contextOf(resource, declared), declared);
    return { id, stored: writeState(state) };
  }

  async update(resource: Resource, { id, stored }: Kept, declared: Declared): Promise<Kept> {
    const { update } = await import("./lifecycle/update.ts");
    const context = this.#contextOf(resource, stored, declared);
    const known = { id, state: readState(stored) };
    this.#run.noteHub(context.definition, known);
    const { state } = await update(await this.#run.account(resource.seconds), context, known, declared);
    return { id, stored: writeState(state) };
  }

  /**
   * Reads a record: for a refresh by the state, for an import or a lookup by what a program declares.
   *
   * @param isImport whether it is for an import. @default if there is neither a state nor a declaration
   */
  async read(
    resource: Resource,
    { id, stored: named }: { readonly id: string; readonly stored: Stored | Declared },
    isImport = Object.keys(named).length === 0,
  ): Promise<(Kept & { readonly declared: Declared }) | undefined> {
    const found = isLookup(definitionOf(resource.kind), named)
      ? await this.#import(resource, { id, declared: named, isImport })
      : await this.#refresh(resource, { id, state: readState(named) });
    return found && { id: found.id, stored: writeState(found.state), declared: found.declared };
  }

  async #refresh(resource: Resource, known: Known): Promise<ReadResult | undefined> {
    const context = this.#contextOf(resource, known.state.values);
    const { definition, owners } = context;
    await this.#rejectNewerState(definition, known.state);
    const { read } = await import("./lifecycle/read.ts");
    owners.noteRefreshed(definition, known);
    this.#run.noteHub(definition, known);
    const found = await read(await this.#run.account(resource.seconds), context, known);
    if (found === undefined) owners.noteGone(definition, known);
    return found;
  }

  async #import(
    resource: Resource,
    named: { readonly id: string; readonly declared: Declared; readonly isImport: boolean },
  ): Promise<ReadResult | undefined> {
    const { importRecord } = await import("./lifecycle/import.ts");
    const account = await this.#run.account(resource.seconds);
    const context = this.#contextOf(resource, named.declared);
    const found = await masking(context.mask, () => importRecord(account, context, named));
    if (found !== undefined) context.owners.mark(context.definition, [found.id], "looks up");
    return found;
  }

  async delete(resource: Resource, { id, stored }: Kept): Promise<void> {
    const { remove } = await import("./lifecycle/delete.ts");
    const context = this.#contextOf(resource, stored);
    const known = { id, state: readState(stored) };
    this.#run.noteHub(context.definition, known);
    await remove(await this.#run.account(resource.seconds), context, known);
  }

  /** Validates the arguments of a function of the package. */
  async checkLookup({ lookup, marked }: Query, declared: Declared, found: readonly Failure[]): Promise<CheckFailure[]> {
    const definition = definitionOf(lookup.kind);
    const { argumentsOf } = await import("./lifecycle/lookup.ts");
    const failures = found.length > 0 ? found : argumentsOf({ definition, lookup }, declared).failures;
    return failures.map((failure) => checkFailure({ definition, marked }, failure));
  }

  /** Runs a function of the package, which finds records that the program doesn't have to manage. */
  async lookup({ lookup, marked }: Query, declared: Declared): Promise<Stored> {
    const { findRecords } = await import("./lifecycle/lookup.ts");
    const definition = definitionOf(lookup.kind);
    const account = await this.#run.account();
    const found = await findRecords(account, { definition, lookup, marked }, declared);
    // A list shows what is there, and what leaves the program may be in it.
    if (lookup.all === undefined) {
      const { kind } = definition;
      const id = String(found.id);
      const { baseUrl } = account.client.connection;
      this.noteLookup(kind, id);
      this.#run.tell(() => ({ is: "looks up", kind, id, baseUrl }));
    }
    return found;
  }

  /** Records that the program looks up a record. */
  noteLookup(kind: string, id: string): void {
    this.#run.owners.mark(definitionOf(kind), [id], "looks up");
  }

  /** Ends the run. Returns a summary of the use of the limits, if it's worth a line. */
  end(): string | undefined {
    return this.#run.end();
  }

  /**
   * Rejects a state with properties that this version doesn't know, because they would be lost or treated as removed.
   * Names of properties never change, so a newer version must have written it.
   */
  async #rejectNewerState(definition: Definition, state: State): Promise<void> {
    const names = unknownNamesIn(definition, state);
    if (names.length === 0) return;
    const version = await this.#run.host.version();
    throw new StatusHubError(unknownKind.properties({ properties: names.join(", "), kind: definition.kind, version }));
  }
}
