import type { Declared, Live } from "../../../model/api/form.ts";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { isDeleted } from "../../client/collection.ts";
import { isListUnavailable, StatusHubError } from "../../client/errors.ts";
import { nothingToAdopt } from "../../errors/up.ts";
import { findByIdentity } from "./find.ts";
import { fixedIn, identityIn, likenessOf, matches } from "./match.ts";
import type { Scope } from "./scope.ts";

/*
 * Finds the record that a program means by `adopt`.
 */

/** The hub itself, the record with the ID in `adopt`, or with `adopt: true` the one with exactly the declared identity. */
export async function findRecordToAdopt(scope: Scope, declared: Declared): Promise<Live | undefined> {
  const { definition, collection, owners } = scope;
  const { adopt: asked } = declared;
  if (isAdoptOnly(definition)) return collection.read(collection.hub.id);
  if (owners.isAdoptDone(definition, declared)) return undefined;
  if (asked === true) return findIdentified(scope, declared);
  return typeof asked === "string" ? findNamed(scope, asked) : undefined;
}

async function findNamed({ definition, collection }: Scope, id: string): Promise<Live> {
  const live = await collection.read(id);
  const named = `${definition.kind} ${id}`;
  if (live !== undefined && (!isDeleted(live) || definition.operations.restore !== undefined)) return live;
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

// Inferred (service-list): the list of services exists.
const noList = (cause: unknown) => new StatusHubError(nothingToAdopt.noList(), { cause });
