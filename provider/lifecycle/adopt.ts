import { randomBytes } from "node:crypto";
import type { Declared, Live, Stored } from "../../model/api/form.ts";
import { isAdoptOnly } from "../../model/kinds/kind.ts";
import { isDeleted } from "../client/collection.ts";
import { isListUnavailable, StatusHubError } from "../client/errors.ts";
import { alreadyManaged, historyUnchanged, nothingToAdopt } from "../errors/up.ts";
import { compare } from "./forms/compare.ts";
import { asOccurrence, offsetIn, offsetsFrom } from "./forms/occurrence.ts";
import { adoptionKey, declaresSeries, recordIdsIn, withOffset } from "./forms/state.ts";
import { storedAfterRead } from "./forms/stored.ts";
import { type Update, wireOf } from "./forms/wire.ts";
import { explainUpdateError, findReason } from "./record/explain.ts";
import { findByIdentity } from "./record/find.ts";
import { made, type Writable, writable } from "./record/history.ts";
import { type Kept, type Known, type Scope, type Target, unsent } from "./record/known.ts";
import { fixedIn, identityIn, likenessOf, matches } from "./record/match.ts";
import { isPartial } from "./record/operation-error.ts";
import { put, resultOf } from "./record/put.ts";
import { restore } from "./record/restore.ts";
import { write, writeKept } from "./record/write.ts";
import { changesPattern } from "./series/changes.ts";
import { findFirst } from "./series/series.ts";

/**
 * Adopts the record that a program means instead of creating one, restores it if it is deleted, and sends what differs.
 *
 * @returns undefined if the program adopts none, or `adopt: true` finds none, so that a record is created
 * @throws if the record with the ID is missing or deleted, the identity is only similar, or another resource has the record
 */
export async function adopt(scope: Scope, declared: Declared): Promise<Kept | undefined> {
  const { definition, owners } = scope;
  const live = await findRecordToAdopt(scope, declared);
  if (live === undefined) return undefined;
  const id = String(live.id);
  requireUnowned(scope, declared, id);
  // A hub is always adopted and never deleted, so adoptions needn't be told apart.
  const adoption = isAdoptOnly(definition) ? {} : newAdoption();
  // From here on, a deletion of the record's previous resource in the same run spares it.
  owners.noteDeclared(definition, [id], adoption[adoptionKey]);
  try {
    const kept = await claim({ ...scope, id }, declared, knownOf(scope, { id, live, adoption }, declared));
    // Of a series, it has adopted the later occurrences, too.
    owners.noteDeclared(definition, recordIdsIn(kept.id, kept.stored), adoption[adoptionKey]);
    return kept;
  } catch (error) {
    // Unless the state gets the record, it stays with its previous resource.
    if (!isPartial(error)) owners.noteFailedAdoption(definition, [id], adoption[adoptionKey]);
    throw error;
  }
}

/** Of a series, the program declares the times of the first occurrence, and the record may be a later one. */
function knownOf(
  scope: Scope,
  { id, live, adoption }: { readonly id: string; readonly live: Live; readonly adoption: Stored },
  declared: Declared,
): Pick<Known, "live" | "stored"> {
  const offset = offsetsFrom(scope.definition, declared)(live);
  const first = asOccurrence(scope.definition, live, -offset);
  return {
    live: first,
    stored: { ...storedAfterRead({ ...scope, live: first }, adoption), ...withOffset(id, offset) },
  };
}

async function claim(
  record: Target,
  declared: Declared,
  { live, stored }: Pick<Known, "live" | "stored">,
): Promise<Kept> {
  const isRestored = isDeleted(live);
  const known = isRestored ? await restore(record, declared, stored) : { id: record.id, stored, live, sent: unsent };
  const { definition, id } = record;
  const changes = compare(definition, known.stored, declared);
  const update = { declared, changes };
  if (isRestored) return writeKept(made({ ...record, id: known.id }), known, update);
  const own = writable(record, asOccurrence(definition, live, offsetIn(stored, id)));
  // A record that shows the declared pattern is part of the series that the program means.
  const isPart = declaresSeries(definition, declared) && !changesPattern(definition, changes);
  const next = isPart ? await findFirst(record, known, own) : undefined;
  if (next !== undefined) {
    const { live: first, target, stored: begun } = next;
    const { stored: kept } = await send(target, { ...known, id: target.id, live: first, stored: begun }, update);
    return { id, stored: kept };
  }
  if (own !== undefined) return send(own, known, update);
  const properties = [...wireOf(changes).sent].join(", ");
  if (properties !== "") throw new StatusHubError(historyUnchanged.adopted({ properties }));
  return resultOf(record, known, declared);
}

/** Sends what differs from the program. */
function send(target: Writable, known: Known, update: Update): Promise<Kept> {
  return write(target, known, update, async (...request) => {
    try {
      return await put(...request);
    } catch (error) {
      throw await findReason(error, () => explainUpdateError(target, request[2], error));
    }
  });
}

/** Names an adoption in the state. No other resource has the same name. */
export const newAdoption = (): Stored => ({ [adoptionKey]: randomBytes(6).toString("base64url") });

/** The hub itself, the record with the ID in `adopt`, or with `adopt: true` the one with exactly the declared identity. */
async function findRecordToAdopt(scope: Scope, declared: Declared): Promise<Live | undefined> {
  const { definition, collection } = scope;
  const { adopt: asked } = declared;
  if (isAdoptOnly(definition)) return collection.read(collection.hub.id);
  if (asked === true) return findIdentified(scope, declared);
  return typeof asked === "string" ? findNamed(scope, asked) : undefined;
}

async function findNamed({ definition, collection }: Scope, id: string): Promise<Live> {
  const live = await collection.read(id);
  if (live !== undefined && (!isDeleted(live) || definition.operations.restore !== undefined)) return live;
  const named = `${definition.kind} ${id}`;
  if (live !== undefined) throw new StatusHubError(nothingToAdopt.deleted({ record: named }));
  throw new StatusHubError(nothingToAdopt.missing({ record: named, hub: collection.hub.subdomain }));
}

async function findIdentified(scope: Scope, declared: Declared): Promise<Live | undefined> {
  const { definition, collection } = scope;
  const found = await findByIdentity(scope, declared).catch((error: unknown) => {
    throw isListUnavailable(error) ? noList(error) : error;
  });
  if (found === undefined) return undefined;
  const id = String(found.live.id);
  const { kind } = definition;
  const [record, properties] = [`${kind} ${id}`, identityIn(definition, declared)?.names.join(" and ") ?? ""];
  if (!matches("adopt", found)) throw new StatusHubError(nothingToAdopt.similar({ kind, properties, record, id }));
  const live = await collection.read(id);
  const isOther = (name: string) =>
    live !== undefined && likenessOf(definition, live, { declared, names: [name] }) !== "equal";
  const others = fixedIn(definition, declared).filter(isOther);
  if (others.length === 0) return live;
  throw new StatusHubError(nothingToAdopt.fixed({ record, properties, others: others.join(" and ") }));
}

/** Requires that no other resource has the record: if Pulumi replaces that resource, it will delete the record. */
function requireUnowned({ definition, owners }: Scope, declared: Declared, id: string): void {
  const { identity = [] } = definition;
  const record = `${definition.kind} ${id}`;
  // Replacing a Hub adopts the same hub again, so finding it in the state is fine.
  if (owners.isDeclared(definition, [id]) || (owners.isInState(definition, [id]) && !isAdoptOnly(definition))) {
    throw new StatusHubError(alreadyManaged.inStack({ record }));
  }
  if (isAdoptOnly(definition)) return;
  // The replaced resource has adopted the record by its ID, or has the same unique values.
  const isReplaced =
    (declared.adopt !== true && owners.isDeployed(definition, declared, ["adopt"])) ||
    (identityIn(definition, declared) !== undefined && owners.isDeployed(definition, declared, identity));
  if (isReplaced) throw new StatusHubError(alreadyManaged.replaced({ record }));
}

// Inferred (service-list): the list of services exists.
const noList = (cause: unknown) => new StatusHubError(nothingToAdopt.noList(), { cause });
