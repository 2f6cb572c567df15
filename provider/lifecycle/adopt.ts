import { randomBytes } from "node:crypto";
import { alreadyManaged, nothingToAdopt } from "../../errors/up.ts";
import { isDeleted as isMarkedDeleted } from "../client/collection.ts";
import { isListUnavailable, StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";
import { findByIdentity, type Scope } from "./find.ts";
import { identityIn, matches } from "./match.ts";
import type { Owners } from "./owners.ts";
import { adoptionKey, recordIdOf } from "./state.ts";

/** A record that a resource takes over. */
interface Adopted {
  readonly live: ApiRecord;
  /** Deleted, and to be restored. */
  readonly isDeleted: boolean;
  /** For the outputs: the name of the adoption. */
  readonly adoption: Values;
}

/**
 * The record that a program takes over instead of creating one, if it asks for it: the hub itself, the record with the ID
 * that `adopt` names, or with `adopt: true` the one with exactly the declared identity.
 *
 * @throws where it is not there, or belongs to another resource
 */
export async function findRecordToAdopt(scope: Scope, news: Values): Promise<Adopted | undefined> {
  const { definition, collection, owners } = scope;
  const live = isAdopted(definition) ? await collection.read(collection.hub.id) : await findAskedFor(scope, news);
  if (live === undefined) return undefined;
  const recordId = String(live.id);
  requireUnowned(scope, news, recordId);
  // A hub is only ever adopted, and never deleted: there is nothing to tell apart.
  const adoption = isAdopted(definition) ? {} : newAdoption();
  owners.noteDeclared(definition, recordId, adoption[adoptionKey]);
  return { live, isDeleted: isMarkedDeleted(live), adoption };
}

/** For the outputs of a resource that takes a record over: a name that no other resource has. */
export const newAdoption = (): Values => ({ [adoptionKey]: randomBytes(6).toString("base64url") });

async function findAskedFor(scope: Scope, news: Values): Promise<ApiRecord | undefined> {
  const { adopt } = news;
  if (adopt === true) return findIdentified(scope, news);
  return typeof adopt === "string" ? findNamed(scope, adopt) : undefined;
}

async function findNamed({ definition, collection }: Scope, adopt: string): Promise<ApiRecord> {
  const record = await collection.read(adopt);
  if (record !== undefined && (!isMarkedDeleted(record) || definition.operations.restore !== undefined)) return record;
  const named = `${definition.kind} ${adopt}`;
  if (record !== undefined) throw new StatusHubError(nothingToAdopt.deleted({ record: named }));
  throw new StatusHubError(nothingToAdopt.missing({ record: named, hub: collection.hub.subdomain }));
}

async function findIdentified(scope: Scope, news: Values): Promise<ApiRecord | undefined> {
  const { definition, collection } = scope;
  const found = await findByIdentity(scope, news).catch((error: unknown) => {
    throw isListUnavailable(error) ? noList(error) : error;
  });
  if (found === undefined) return undefined;
  const id = String(found.record.id);
  if (matches("adopt", found)) return collection.read(id);
  const { kind } = definition;
  const properties = identityIn(definition, news)?.names.join(" and ") ?? "";
  throw new StatusHubError(nothingToAdopt.similar({ kind, properties, record: `${kind} ${id}`, id }));
}

/** A record has one resource. Where Pulumi replaces a resource, its record is going to be deleted. */
function requireUnowned({ definition, owners }: Scope, news: Values, recordId: string): void {
  const record = `${definition.kind} ${recordId}`;
  // Replacing a Hub adopts the same one again, so that it is in the state says nothing.
  if (owners.isDeclared(definition, recordId) || (owners.isInState(definition, recordId) && !isAdopted(definition))) {
    throw new StatusHubError(alreadyManaged.inStack({ record }));
  }
  const names = news.adopt === true ? (definition.identity ?? []) : ["adopt"];
  if (isAdopted(definition) || !owners.isDeployed(definition, news, names)) return;
  throw new StatusHubError(alreadyManaged.replaced({ record }));
}

// Inferred: the list of services exists.
const noList = (cause: unknown) => new StatusHubError(nothingToAdopt.noList(), { cause });

/**
 * Notes that a resource has a record, before the two are compared.
 *
 * @throws where two resources of the program have it, or another one is going to adopt it
 */
export function requireSoleOwner(
  owners: Owners,
  definition: Definition,
  { id, olds, news }: { id: string; olds: Values; news: Values },
): void {
  const recordId = recordIdOf(id, olds);
  owners.noteInState(definition, id, recordId);
  // A refresh compares, too, and what it compares the program may not declare any more.
  if (isAdopted(definition) || !owners.noteCompared(definition, news)) return;
  const { [adoptionKey]: adoption } = olds;
  owners.noteDeclared(definition, recordId, adoption);
  const isAdoptedNext = owners.isPlanned(definition, recordId) && news.adopt !== recordId;
  if (!isAdoptedNext && !owners.isDeclaredElsewhere(definition, recordId, adoption)) return;
  const record = `${definition.kind} ${recordId}`;
  throw new StatusHubError(
    isAdoptedNext ? alreadyManaged.adopting({ record, id: recordId }) : alreadyManaged.adopted({ record }),
  );
}
