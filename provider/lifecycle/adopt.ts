import { randomBytes } from "node:crypto";
import type { Declared, Live, Stored } from "../../api/form.ts";
import { alreadyManaged, hubOverwritten, nothingToAdopt } from "../../errors/up.ts";
import { type Definition, isAdoptOnly } from "../../kinds/kind.ts";
import { isDeleted as isMarkedDeleted } from "../client/collection.ts";
import { isListUnavailable, StatusHubError } from "../client/errors.ts";
import { type Change, compare } from "./forms/compare.ts";
import { adoptionKey } from "./forms/state.ts";
import { storedByRead } from "./forms/stored.ts";
import { holdsUnknown } from "./forms/unknown.ts";
import { findByIdentity, type Scope } from "./record/find.ts";
import { fixedIn, identityIn, likenessOf, matches } from "./record/match.ts";

/** An adopted record. */
interface Adopted {
  readonly live: Live;
  /** Whether it is deleted and will be restored. */
  readonly isDeleted: boolean;
  /** Added to the state: the name of the adoption. */
  readonly adoption: Stored;
}

/**
 * Finds the record that the program adopts instead of creating one: the hub itself, the record with the ID in `adopt`,
 * or with `adopt: true` the one with exactly the declared identity.
 *
 * @returns undefined if the program adopts none, or `adopt: true` finds none, so that a record is created
 * @throws if the record with the ID is missing or deleted, the identity is only similar, or another resource has the record
 */
export async function findRecordToAdopt(scope: Scope, declared: Declared): Promise<Adopted | undefined> {
  const { definition, collection, owners } = scope;
  const live = isAdoptOnly(definition) ? await collection.read(collection.hub.id) : await findAskedFor(scope, declared);
  if (live === undefined) return undefined;
  const recordId = String(live.id);
  requireUnowned(scope, declared, recordId);
  // A hub is always adopted and never deleted, so adoptions needn't be told apart.
  const adoption = isAdoptOnly(definition) ? {} : newAdoption();
  owners.noteDeclared(definition, recordId, adoption[adoptionKey]);
  return { live, isDeleted: isMarkedDeleted(live), adoption };
}

/** Names an adoption in the state. No other resource has the same name. */
export const newAdoption = (): Stored => ({ [adoptionKey]: randomBytes(6).toString("base64url") });

async function findAskedFor(scope: Scope, declared: Declared): Promise<Live | undefined> {
  const { adopt } = declared;
  if (adopt === true) return findIdentified(scope, declared);
  return typeof adopt === "string" ? findNamed(scope, adopt) : undefined;
}

async function findNamed({ definition, collection }: Scope, adopt: string): Promise<Live> {
  const live = await collection.read(adopt);
  if (live !== undefined && (!isMarkedDeleted(live) || definition.operations.restore !== undefined)) return live;
  const named = `${definition.kind} ${adopt}`;
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
function requireUnowned({ definition, owners }: Scope, declared: Declared, recordId: string): void {
  const { identity = [] } = definition;
  const record = `${definition.kind} ${recordId}`;
  // Replacing a Hub adopts the same hub again, so finding it in the state is fine.
  if (owners.isDeclared(definition, recordId) || (owners.isInState(definition, recordId) && !isAdoptOnly(definition))) {
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

/**
 * Describes what adopting a hub overwrites. The API can't create hubs, so a new Hub resource always adopts an existing
 * one.
 *
 * @returns undefined if nothing is overwritten
 */
export function describeOverwriting(
  definition: Definition,
  live: Live | undefined,
  declared: Declared,
): string | undefined {
  if (!isAdoptOnly(definition) || live === undefined) return undefined;
  const stored = storedByRead({ definition, live, hub: { id: String(live.id) } });
  const isOverwritten = ({ name, wire }: Change) =>
    wire !== undefined && !holdsUnknown(wire) && stored[name] !== null && stored[name] !== "";
  const names = compare(definition, stored, declared)
    .filter(isOverwritten)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  // The values aren't shown, because the program may keep them secret.
  return hubOverwritten({ kind: definition.kind, id: String(live.id), properties: names.join(" and ") });
}
