import type { Declared, Stored } from "../model/api/form.ts";
import { definitions } from "../model/kinds/index.ts";
import type { Definition, Failure, Lookup } from "../model/kinds/kind.ts";
import { type CheckFailure, checkFailure } from "./check-failure.ts";
import { isStatusHubError, StatusHubError } from "./client/errors.ts";
import { otherHubReplaces } from "./errors/program.ts";
import { adoptedOnce, unknownKind } from "./errors/up.ts";
import { check } from "./lifecycle/check.ts";
import {
  describeDates,
  diff,
  previewOfCreate,
  previewOfUpdate,
  type ResourceDiff,
  warningsAbout,
} from "./lifecycle/diff.ts";
import { dependsOnPage, type Page, type Plan, planUpdate } from "./lifecycle/forms/phase.ts";
import { type MarkedNames, maskOf, withSecrets } from "./lifecycle/forms/secrets.ts";
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
import { compareHubs, hubNamedIn } from "./lifecycle/record/hub.ts";
import { explaining } from "./lifecycle/record/operation-error.ts";
import type { ReadResult } from "./lifecycle/record/read.ts";
import { type Host, type Resource, Run } from "./run/run.ts";
import { checked } from "./told.ts";

export function definitionOf(kind: string): Definition {
  const definition = definitions[kind];
  if (definition !== undefined) return definition;
  throw new StatusHubError(unknownKind.kind({ kind }));
}

/**
 * Returns the definition of a resource whose program hides some values from messages. Operations on resources take this one,
 * and every line that they print passes through `maskOf`, because a label, an ID or a hub may be secret, too.
 */
const definitionFor = ({ kind, marked }: Pick<Resource, "kind" | "marked">): Definition =>
  withSecrets(definitionOf(kind), marked);

const masked =
  (mask: (line: string) => string) =>
  (error: unknown): never => {
    throw isStatusHubError(error) ? new StatusHubError(mask(error.message), { cause: error }) : error;
  };

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
    const definition = definitionFor({ kind, marked });
    const mask = maskOf(definition, previous, declared);
    const failures = [
      ...found,
      ...check(definition, declared),
      ...this.#run.owners.check(definition, previous, declared),
    ];
    this.#run.owners.noteCheck(definition, previous, declared);
    this.#run.tell((key) => checked(key, definition, declared), urn);
    return failures
      .map((failure) => checkFailure(definition, marked, failure))
      .map(({ property, reason }) => ({ property, reason: mask(reason) }));
  }

  /** Returns a problem only once. Without an account nothing works, so even a preview reports it. */
  findConfigProblem(): string | undefined {
    return this.#run.findConfigProblem();
  }

  async diff({ kind, urn, marked }: Resource, { id, stored }: Kept, declared: Declared): Promise<ResourceDiff> {
    const definition = definitionFor({ kind, marked });
    const state = readState(stored);
    await this.#rejectNewerState(definition, state);
    const mask = maskOf(definition, stored, declared);
    const { owners } = this.#run;
    const ids = {
      cached: this.#run.cachedIdOf,
      request: async (subdomain: string) => {
        const { client, hubs } = await this.#run.account();
        const { connection, trouble } = client;
        const what = { connection, trouble, definition, verb: "read", declared, stored, recordId: id } as const;
        return explaining(what, () => hubs.idOf(subdomain));
      },
    };
    const compare = async () => {
      const isDeclared = owners.noteCompared(definition, { id, state, declared });
      this.#run.noteHub(definition, { id, state });
      if (isDeclared) await this.#readPage(definition, { id, state }, declared);
      const plan = this.#plan(definition, { id, state }, declared);
      // History stays in its hub. A refresh also compares resources that have left the program: they stay, too.
      const isCompared = isDeclared && !plan.isOver;
      return { isDeclared, plan, hub: isCompared ? await compareHubs(stored, declared, ids) : "same" };
    };
    const { isDeclared, plan, hub } = await compare().catch(masked(mask));
    this.#run.noteName(stored, declared);
    const difference = diff(definition, state, declared, { hub, plan });
    const from = hubNamedIn(stored).subdomain;
    const to = hubNamedIn(declared).subdomain;
    const isOtherName = from !== undefined && to !== undefined && from !== to;
    // A refresh compares, too, and doesn't ask the page.
    const isMoved = isDeclared && difference.replaces.includes("hub") && isOtherName;
    if (isMoved) this.#run.say("info", mask(otherHubReplaces({ from, to })));
    const warnings = isDeclared ? warningsAbout(definition, plan, declared) : [];
    for (const warning of warnings) this.#run.say("warning", mask(warning), urn);
    const isAdopted = isAdopting(declared) || state.taken === true;
    if (isDeclared && difference.replaces.length > 0 && isAdopted) throw new StatusHubError(adoptedOnce.replaced());
    return difference;
  }

  previewCreate(resource: Resource, declared: Declared): Stored {
    this.#describeDates(resource, declared);
    return previewOfCreate(definitionFor(resource), declared);
  }

  previewUpdate(resource: Resource, { id, stored }: Kept, declared: Declared): Stored {
    const definition = definitionFor(resource);
    const state = readState(stored);
    const plan = this.#plan(definition, { id, state }, declared);
    if (plan.publishes) this.#describeDates(resource, declared);
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
  async #readPage(definition: Definition, { id, state }: Known, declared: Declared): Promise<void> {
    this.#pages.delete(`${definition.kind} ${id}`);
    if (!dependsOnPage(definition, state, declared, this.#run.now())) return;
    const { readPageOf } = await import("./lifecycle/index.ts");
    const { owners } = this.#run;
    const page = await readPageOf(await this.#run.account(), definition, { id, state, owners });
    this.#pages.set(`${definition.kind} ${id}`, page);
  }

  #describeDates(resource: Resource, declared: Declared): void {
    const definition = definitionFor(resource);
    const line = describeDates(definition, declared, this.#run.now());
    if (line !== undefined) this.#run.say("info", maskOf(definition, declared)(line), resource.urn);
  }

  async create(resource: Resource, declared: Declared): Promise<Kept> {
    const { create } = await import("./lifecycle/index.ts");
    const { owners } = this.#run;
    const account = await this.#run.account(resource.seconds);
    const definition = definitionFor(resource);
    const { remark, id, state } = await create(account, definition, { declared, owners });
    if (remark !== undefined) this.#run.say(remark.severity, maskOf(definition, declared)(remark.line), resource.urn);
    return { id, stored: writeState(state) };
  }

  async update(resource: Resource, { id, stored }: Kept, declared: Declared): Promise<Kept> {
    const { update } = await import("./lifecycle/index.ts");
    const definition = definitionFor(resource);
    const { owners } = this.#run;
    const state = readState(stored);
    this.#run.noteHub(definition, { id, state });
    const account = await this.#run.account(resource.seconds);
    const mask = maskOf(definition, stored, declared);
    const say = (line: string) => this.#run.say("info", mask(line), resource.urn);
    const updated = await update(account, definition, { id, state, declared, owners, say });
    return { id, stored: writeState(updated.state) };
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

  async #refresh(resource: Resource, { id, state }: Known): Promise<ReadResult | undefined> {
    const definition = definitionFor(resource);
    await this.#rejectNewerState(definition, state);
    const { read } = await import("./lifecycle/index.ts");
    const { owners } = this.#run;
    owners.noteRefreshed(definition, { id, state });
    this.#run.noteHub(definition, { id, state });
    const found = await read(await this.#run.account(resource.seconds), definition, { id, state, owners });
    if (found === undefined) owners.noteGone(definition, { id, state });
    return found;
  }

  async #import(
    resource: Resource,
    named: { readonly id: string; readonly declared: Declared; readonly isImport: boolean },
  ): Promise<ReadResult | undefined> {
    const definition = definitionFor(resource);
    const { importRecord } = await import("./lifecycle/import.ts");
    const { owners } = this.#run;
    const account = await this.#run.account(resource.seconds);
    const mask = maskOf(definition, named.declared);
    const found = await importRecord(account, definition, { ...named, owners }).catch(masked(mask));
    if (found !== undefined) owners.mark(definition, [found.id], "looks up");
    return found;
  }

  async delete(resource: Resource, { id, stored }: Kept): Promise<void> {
    const { remove } = await import("./lifecycle/index.ts");
    const definition = definitionFor(resource);
    const state = readState(stored);
    this.#run.noteHub(definition, { id, state });
    const { owners } = this.#run;
    const remark = await remove(await this.#run.account(resource.seconds), definition, { id, state, owners });
    if (remark !== undefined) this.#run.say(remark.severity, maskOf(definition, stored)(remark.line), resource.urn);
  }

  /** Validates the arguments of a function of the package. */
  async checkLookup({ lookup, marked }: Query, declared: Declared, found: readonly Failure[]): Promise<CheckFailure[]> {
    const definition = definitionFor({ ...lookup, marked });
    const { argumentsOf } = await import("./lifecycle/lookup.ts");
    const failures = found.length > 0 ? found : argumentsOf({ definition, lookup }, declared).failures;
    return failures.map((failure) => checkFailure(definition, marked, failure));
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
