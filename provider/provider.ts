import type { Declared, Stored } from "../model/api/form.ts";
import { definitions } from "../model/kinds/index.ts";
import type { Definition, Failure, Lookup } from "../model/kinds/kind.ts";
import { type CheckFailure, checkFailure } from "./check-failure.ts";
import { isStatusHubError, StatusHubError } from "./client/errors.ts";
import { redact } from "./client/redact.ts";
import type { Connection } from "./config.ts";
import { otherHubReplaces } from "./errors/program.ts";
import { unknownKind } from "./errors/up.ts";
import { check, warningsAbout } from "./lifecycle/check.ts";
import { diff, previewOfCreate, previewOfUpdate, type ResourceDiff } from "./lifecycle/diff.ts";
import { hiding, type MarkedNames, secretsIn } from "./lifecycle/forms/secrets.ts";
import { declaredIn, isLookup, isManaged, type Kept, recordIdsIn, unknownNamesIn } from "./lifecycle/forms/state.ts";
import { compareHubs, hubNamedIn } from "./lifecycle/record/hub.ts";
import { type Host, type Resource, Run } from "./run/run.ts";

interface InputChange {
  readonly previous: Declared;
  readonly declared: Declared;
}

export function definitionOf(kind: string): Definition {
  const definition = definitions[kind];
  if (definition !== undefined) return definition;
  throw new StatusHubError(unknownKind.kind({ kind }));
}

/**
 * Returns the definition of a resource whose program hides some values from messages. Operations on resources take this one,
 * and every line that they print passes through `hidingIn`, because a label, an ID or a hub may be secret, too.
 */
const definitionFor = ({ kind, marked }: Pick<Resource, "kind" | "marked">): Definition =>
  hiding(definitionOf(kind), marked);

/** Returns what masks the secrets among some values in a line. */
function hidingIn(definition: Definition, ...values: readonly (Declared | Stored)[]): (line: string) => string {
  const secrets = values.flatMap((each) => secretsIn(definition, each));
  return (line) => (secrets.length === 0 ? line : redact(line, secrets));
}

/** A function of the package, and which of its arguments are secret. */
interface Query {
  readonly lookup: Lookup;
  readonly marked: MarkedNames;
}

/**
 * The provider, independent of the protocol. It takes and returns plain JSON, with `unknown` for values that aren't
 * known yet. A write that only partly succeeds throws a `PartialError`.
 *
 * Code that uses the API is loaded on demand.
 */
export class Provider {
  readonly #run: Run;
  /** What refreshes have seen of records that have ended, and that the state doesn't hold. */
  readonly #shown = new Map<string, Stored>();

  constructor(host: Host) {
    this.#run = new Run(host);
  }

  /**
   * Validates a program's declaration.
   *
   * @param hubUrn the resource declared as the hub
   * @param found failures that the adapter has already found
   */
  check(
    { kind, urn, marked }: Resource,
    { previous, declared }: InputChange,
    { hubUrn, found = [] }: { readonly hubUrn?: string | undefined; readonly found?: readonly Failure[] } = {},
  ): CheckFailure[] {
    const definition = definitionFor({ kind, marked });
    const hidden = hidingIn(definition, previous, declared);
    const failures = [
      ...found,
      ...check(definition, declared),
      ...(urn === undefined ? [] : this.#run.uniqueness.check(definition, { urn, hubUrn }, declared)),
    ];
    this.#run.owners.noteCheck(definition, previous, declared);
    for (const warning of warningsAbout(definition, previous, declared)) this.#run.say("warning", hidden(warning), urn);
    return failures
      .map((failure) => checkFailure(definition, marked, failure))
      .map(({ property, reason }) => ({ property, reason: hidden(reason) }));
  }

  /**
   * Returns the problem with the configuration, if any, and only once. Without an account nothing works, so even a
   * preview reports it.
   */
  findConfigProblem(): string | undefined {
    return this.#run.findConfigProblem();
  }

  /**
   * Compares a declaration with the API if the user wants that, and shows what would fail an `up`.
   *
   * @param previous the previous declaration
   * @returns the problems that have to fail the preview. Pulumi stops at the first failure and hides the others, so
   * this is opt-in
   */
  async preflight({ kind, urn, seconds, marked }: Resource, { previous, declared }: InputChange): Promise<string[]> {
    const { verify, owners } = this.#run;
    if (verify === "off") return [];
    const [{ preflight }, account] = await Promise.all([
      import("./lifecycle/preflight.ts"),
      this.#run.account(seconds),
    ]);
    this.#run.say("info", preflightRemark(account.client.connection));
    const definition = definitionFor({ kind, marked });
    const hidden = hidingIn(definition, previous, declared);
    const problems = await preflight(account, definition, { previous, declared, owners, definitionOf });
    const fatal = problems.filter(({ fails }) => fails && verify === "strict");
    for (const { line, fails } of problems.filter((each) => !fatal.includes(each))) {
      this.#run.say(fails ? "error" : "warning", hidden(line), urn);
    }
    return fatal.map(({ line }) => hidden(line));
  }

  async diff({ kind, urn, marked }: Resource, { id, stored }: Kept, declared: Declared): Promise<ResourceDiff> {
    const definition = definitionFor({ kind, marked });
    await this.#rejectNewerState(definition, stored);
    this.#run.owners.requireSole(definition, { id, stored, declared });
    this.#run.noteHub(definition, id, stored);
    const hidden = hidingIn(definition, stored, declared);
    const hub = await compareHubs(stored, declared, async (subdomain) =>
      (await this.#run.account()).hubs.idOf(subdomain),
    ).catch((error: unknown) => {
      throw isStatusHubError(error) ? new StatusHubError(hidden(error.message), { cause: error }) : error;
    });
    const [from, to] = [hubNamedIn(stored).subdomain, hubNamedIn(declared).subdomain];
    if (hub === "other" && from !== undefined && to !== undefined)
      this.#run.say("info", hidden(otherHubReplaces({ from, to })));
    const difference = diff(definition, stored, declared, hub);
    if (difference.changed.length === 0) this.#run.owners.noteSame(definition, declared);
    if (difference.changed.length > 0) await this.#describe({ definition, urn }, { id, stored, declared });
    return difference;
  }

  /** Says what a preview doesn't show: which occurrences of a series an operation concerns. */
  async #describe(
    { definition, urn }: { readonly definition: Definition; readonly urn: string | undefined },
    change: Partial<Kept> & { readonly declared: Declared },
  ): Promise<void> {
    if (definition.series === undefined) return;
    const { describeDates, describeUndoing } = await import("./lifecycle/series/outlook.ts");
    const timed = { definition, collection: { serverTime: () => this.#run.now() } };
    const shown = this.#shown.get(`${definition.kind} ${change.id}`);
    const lines = [...describeUndoing(definition, change), ...describeDates(timed, { ...change, shown })];
    const hidden = hidingIn(definition, change.stored ?? {}, change.declared);
    for (const line of lines) this.#run.say("info", hidden(line), urn);
  }

  async previewCreate(resource: Resource, declared: Declared): Promise<Stored> {
    const definition = definitionFor(resource);
    await this.#describe({ definition, urn: resource.urn }, { declared });
    await this.#requireSound(resource, { previous: {}, declared });
    return previewOfCreate(definition, declared);
  }

  async previewUpdate(resource: Resource, { stored }: Kept, declared: Declared): Promise<Stored> {
    const definition = definitionFor(resource);
    await this.#requireSound(resource, { previous: declaredIn(definition, stored), declared });
    return previewOfUpdate(definition, stored, declared);
  }

  async create(resource: Resource, declared: Declared): Promise<Kept> {
    const { create } = await import("./lifecycle/index.ts");
    const { owners } = this.#run;
    const account = await this.#run.account(resource.seconds);
    const definition = definitionFor(resource);
    const { warning, ...kept } = await owners.creating(definition, declared, () =>
      create(account, definition, { declared, owners }),
    );
    if (warning !== undefined) this.#run.say("warning", hidingIn(definition, declared)(warning), resource.urn);
    return kept;
  }

  async update(resource: Resource, { id, stored }: Kept, declared: Declared): Promise<Kept> {
    const { update } = await import("./lifecycle/index.ts");
    const definition = definitionFor(resource);
    const { owners } = this.#run;
    this.#run.noteHub(definition, id, stored);
    const account = await this.#run.account(resource.seconds);
    const updated = await update(account, definition, { id, stored, declared, owners });
    return { id, stored: updated.stored };
  }

  /**
   * Reads a record: for a refresh by the state, for an import or a lookup by what a program declares.
   *
   * @param isImport whether it is for an import. @default if there is neither a state nor a declaration
   * @returns undefined if the record is gone
   */
  async read(
    resource: Resource,
    { id, stored: named }: { readonly id: string; readonly stored: Stored | Declared },
    isImport = Object.keys(named).length === 0,
  ): Promise<(Kept & { readonly declared: Declared }) | undefined> {
    const definition = definitionFor(resource);
    const isRefresh = !isLookup(definition, named);
    if (isRefresh) await this.#rejectNewerState(definition, named);
    const [{ read }, { importRecord }] = await Promise.all([
      import("./lifecycle/index.ts"),
      import("./lifecycle/import.ts"),
    ]);
    const { owners } = this.#run;
    if (isRefresh) {
      // Pulumi refreshes lookups, too.
      if (isManaged(named)) owners.note(definition, recordIdsIn(id, named), "in the state");
      this.#run.noteHub(definition, id, named);
    }
    const account = await this.#run.account(resource.seconds);
    const found = isRefresh
      ? await read(account, definition, { id, stored: named, owners })
      : await importRecord(account, definition, { id, declared: named, owners, isImport });
    if (found === undefined) {
      if (isRefresh && isManaged(named)) owners.note(definition, recordIdsIn(id, named), "gone");
      return undefined;
    }
    if (!isRefresh) owners.note(definition, [found.id], "looked up");
    if (found.shown !== undefined) this.#shown.set(`${definition.kind} ${found.id}`, found.shown);
    const hidden = hidingIn(definition, named, found.stored, found.declared);
    if (found.remark !== undefined) this.#run.say("info", hidden(found.remark), resource.urn);
    return { id: found.id, stored: found.stored, declared: found.declared };
  }

  async delete(resource: Resource, { id, stored }: Kept): Promise<void> {
    const { remove } = await import("./lifecycle/index.ts");
    const definition = definitionFor(resource);
    this.#run.noteHub(definition, id, stored);
    const record = { id, stored, owners: this.#run.owners };
    const remark = await remove(await this.#run.account(resource.seconds), definition, record);
    if (remark !== undefined) this.#run.say("info", hidingIn(definition, stored)(remark), resource.urn);
  }

  /**
   * Validates the arguments of a function of the package.
   *
   * @param found failures that the adapter has already found
   */
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
    const found = await findRecords(await this.#run.account(), { definition, lookup, marked }, declared);
    // A list shows what is there, and what leaves the program may be in it.
    if (lookup.all === undefined) this.#run.owners.note(definition, [String(found.id)], "looked up");
    return found;
  }

  /** Ends the run. Returns a summary of the use of the limits, if it's worth a line. */
  end(): string | undefined {
    return this.#run.end();
  }

  async #requireSound(resource: Resource, change: InputChange): Promise<void> {
    const lines = await this.preflight(resource, change);
    if (lines.length > 0) throw new StatusHubError(lines.join("\n"));
  }

  /**
   * Rejects a state with properties that this version doesn't know, because they would be lost or treated as removed.
   * Names of properties never change, so a newer version must have written it.
   */
  async #rejectNewerState(definition: Definition, stored: Stored): Promise<void> {
    const names = unknownNamesIn(definition, stored);
    if (names.length === 0) return;
    const version = await this.#run.host.version();
    throw new StatusHubError(unknownKind.properties({ properties: names.join(", "), kind: definition.kind, version }));
  }
}

/** Says what a preview compares the program with, and what it can't see. */
const preflightRemark = ({ baseUrl }: Connection): string =>
  `StatusHub: comparing the program with ${baseUrl}, as verify is set. The role of the key can't be read.`;
