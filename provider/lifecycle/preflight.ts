import type { Declared, Live } from "../../model/api/form.ts";
import { type Definition, isAdoptOnly, type Property } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isDeleted } from "../client/collection.ts";
import { type HubAddress, isHubNotVisible } from "../client/hubs.ts";
import { connectedHub, missingRecord, unmanagedConflict, unverified } from "../errors/program.ts";
import { unmanagedAdvice } from "../errors/up.ts";
import { liveValue, sameMeaning } from "./forms/compare.ts";
import { describeOverwriting } from "./index.ts";
import { findByIdentity, ifListed } from "./record/find.ts";
import { hubOf, open } from "./record/hub.ts";
import { fixedOtherwise, identityIn } from "./record/match.ts";
import { explaining, isOperationError, subject } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import type { Scope } from "./record/scope.ts";

/** A planned operation on one resource. */
export interface Plan {
  /** The previous declaration; empty if the resource is new. */
  readonly previous: Declared;
  /** The current declaration. May hold unknown values. */
  readonly declared: Declared;
  readonly owners: Owners;
  readonly definitionOf: (kind: string) => Definition;
}

/** A value that the API would reject, or that it can't confirm. */
export interface PreviewProblem {
  readonly line: string;
  /** Whether an `up` would fail because of it; otherwise it might. */
  readonly fails: boolean;
}

const failing = (line: string): PreviewProblem => ({ line, fails: true });

const possible = (line: string): PreviewProblem => ({ line, fails: false });

/**
 * Compares a resource with the API before anything is sent: whether the hub is visible, what a create would conflict
 * with, and whether newly referenced records exist. Unknown values are skipped. Reads lists, so it costs a few requests
 * for any number of resources.
 */
export async function preflight(account: Account, definition: Definition, plan: Plan): Promise<PreviewProblem[]> {
  const { declared, owners } = plan;
  const { connection } = account.client;
  const reference = hubOf(definition, { declared });
  if (isAdoptOnly(definition)) {
    if (reference.subdomain !== undefined) account.hubs.planned.add(reference.subdomain);
    // A different subdomain is a rename, so no hub has it yet.
    if (!isNew(plan)) return [];
  }
  if (reference.subdomain === undefined && reference.id === undefined) return [];
  try {
    // Omits the label, because a problem with the hub is the same for all records of a kind.
    const place = isAdoptOnly(definition) ? declared : { hub: declared.hub };
    const scope = await explaining({ connection, definition, verb: "verify", declared: place }, async () => {
      return { definition, owners, collection: await open(account, definition, reference) };
    });
    const what = { connection, definition, verb: "verify", declared } as const;
    return await explaining(what, () => findProblems(account, scope, plan));
  } catch (error) {
    if (!isOperationError(error)) throw error;
    // The same program renames this hub, so it is visible by the time the record needs it.
    const isRenamed = isHubNotVisible(error.cause) && account.hubs.planned.has(reference.subdomain ?? "");
    return isRenamed && !isAdoptOnly(definition) ? [] : [failing(error.message)];
  }
}

const isNew = ({ previous }: Plan) => Object.keys(previous).length === 0;

/** Finds problems of a resource whose hub is visible. */
async function findProblems(account: Account, scope: Scope, plan: Plan): Promise<PreviewProblem[]> {
  const { definition, collection } = scope;
  const { declared } = plan;
  const hub = await account.hubs.find(collection.hub.subdomain);
  const parentId = hub?.type === "connected" ? String(hub.parent_id) : undefined;
  if (parentId !== undefined && definition.onPrimaryHubs) {
    const what = subject({ definition, declared });
    return [failing(connectedHub({ what, hub: collection.hub.subdomain, kind: definition.kind }))];
  }
  const overwritten = overwriting(definition, isAdoptOnly(definition) ? hub : undefined, declared);
  if (overwritten.length > 0) return overwritten;
  const conflicts = isNew(plan) ? await findConflicts(scope, plan) : [];
  return [...conflicts, ...(await findMissing(account, scope, plan, parentId))];
}

/**
 * Finds reasons why a create would fail: a live record with the same identity, or a record to adopt that is missing or can't
 * become what is declared. Also says what an adoption would overwrite.
 */
async function findConflicts(scope: Scope, { declared }: Plan): Promise<PreviewProblem[]> {
  const { definition, owners } = scope;
  const { kind } = definition;
  const adopt = owners.isAdoptDone(definition, declared) ? false : (declared.adopt ?? false);
  const what = subject({ definition, declared });
  if (typeof adopt === "string") {
    const state = (await findState(scope, adopt)) ?? (await findFixed(scope, adopt, declared));
    if (state !== undefined) return [failing(missingRecord.adopt({ what, record: `${kind} ${adopt}`, state }))];
    return overwriting(definition, await scope.collection.read(adopt), declared);
  }
  const identity = identityIn(definition, declared);
  if (identity === undefined || isAdoptOnly(definition)) return [];
  const duplicate = await ifListed(() => findByIdentity(scope, declared));
  if (duplicate?.likeness !== "equal" || duplicate.isOwned) return [];
  const { live } = duplicate;
  if (adopt === true) return overwriting(definition, live, declared);
  if (adopt !== false) return [];
  const properties = identity.names.join(" and ");
  const advice = unmanagedAdvice(String(live.id));
  return [failing(unmanagedConflict({ what, record: `${kind} ${live.id}`, properties, advice }))];
}

function overwriting(definition: Definition, live: Live | undefined, declared: Declared): PreviewProblem[] {
  const warning = describeOverwriting(definition, live, declared);
  return warning === undefined ? [] : [possible(warning)];
}

async function findFixed(
  { definition, collection }: Scope,
  id: string,
  declared: Declared,
): Promise<string | undefined> {
  const live = await collection.read(id);
  const others = live === undefined ? [] : fixedOtherwise(definition, live, declared);
  return others.length === 0 ? undefined : `has a different ${others.join(" and ")}, which can't be changed`;
}

async function findState({ definition, collection }: Omit<Scope, "owners">, id: string): Promise<string | undefined> {
  const live = await collection.read(id);
  if (live === undefined) return "doesn't exist there";
  // An adoption restores it if the API can.
  return isDeleted(live) && definition.operations.restore === undefined ? "is deleted" : undefined;
}

/**
 * Finds newly referenced records that the API doesn't have or doesn't show.
 *
 * @param parentId the ID of the primary hub if this one is connected to it
 */
async function findMissing(account: Account, scope: Scope, plan: Plan, parentId?: string): Promise<PreviewProblem[]> {
  const { previous, declared, definitionOf } = plan;
  const { definition, collection } = scope;
  const problems = Object.entries(definition.properties).map(async ([name, property]) => {
    const { seenInUse, type } = property;
    if (seenInUse !== undefined && declared[name] !== previous[name])
      return findUnseen(scope, property, seenInUse, declared[name]);
    const { references } = type;
    if (references === undefined) return [];
    const before = references.idsIn(previous[name]).map(String);
    const known = references.idsIn(declared[name]).filter((id) => typeof id === "string" || typeof id === "number");
    const ids = [...new Set(known.map(String))].filter((id) => !before.includes(id));
    if (ids.length === 0) return [];
    const others = definitionOf(references.kind);
    const hub = parentId === undefined ? collection.hub : await findPrimary(account, parentId);
    if (hub === undefined) return [];
    const target = { definition: others, collection: await open(account, others, hub) };
    const what = `${subject({ definition, declared })}: ${name} refers to ${others.kind}`;
    const found = ids.map(async (id) => {
      const state = await ifListed(async () => (await findState(target, id)) ?? "exists");
      return problemWith(`${what} ${id}`, state, parentId === undefined ? undefined : hub.subdomain);
    });
    return (await Promise.all(found)).flat();
  });
  return (await Promise.all(problems)).flat();
}

/** @param primary the hub that was searched, if the record's own hub is connected to it */
function problemWith(what: string, state: string | undefined, primary: string | undefined): PreviewProblem[] {
  if (state === undefined) return [];
  if (primary === undefined) return state === "exists" ? [] : [failing(missingRecord.reference({ what, state }))];
  if (state !== "exists") return [failing(missingRecord.shared({ what, state, primary }))];
  // Documented: a connected hub shares a subset of the services. Responses don't show which.
  return [possible(unverified.shared({ what, primary }))];
}

async function findPrimary({ hubs }: Account, id: string): Promise<HubAddress | undefined> {
  try {
    return await hubs.resolve({ id });
  } catch (error) {
    if (isHubNotVisible(error)) return undefined;
    throw error;
  }
}

/** @param word noun for the referenced records, which the API can't list */
async function findUnseen(scope: Scope, property: Property, word: string, value: unknown): Promise<PreviewProblem[]> {
  const { definition, collection } = scope;
  if (typeof value !== "number") return [];
  const records = await ifListed(() => collection.list());
  const wire = property.type.toWire(value);
  const isUsedBy = (record: Live) => {
    const live = liveValue(property, record, wire);
    // A list that lacks the field proves nothing.
    return live === undefined || sameMeaning(property, live, wire);
  };
  if (records === undefined || records.some(isUsedBy)) return [];
  return [possible(unverified.unlisted({ kind: definition.kind, hub: collection.hub.subdomain, word, value }))];
}
