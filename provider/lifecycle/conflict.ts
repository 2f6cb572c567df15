import { isDeleted } from "../client/collection.ts";
import { isWithoutList, type RefusedError, StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Property } from "../resources/define.ts";
import { liveValue, sameMeaning } from "./observe.ts";
import { declaresIdentity, findAlike, findLiveTwin, liveOrNone, type Scope, type Wanted } from "./search.ts";

/** Milliseconds for which a record may be what an interrupted run has left. */
const orphanAge = 60 * 60_000;

/**
 * A run that was killed after its POST and before Pulumi wrote the state leaves a record that no state has; a second POST
 * would create it twice. So a young record, equal in all that is to be sent, counts as such an orphan. Not so one that
 * this process created, or that the state has: Pulumi compares those, and may be about to replace one.
 *
 * Kinds whose records have an identity need no such search: the API refuses the second one.
 *
 * @throws when there is one: it says which, and what to do
 */
export async function refuseOrphan(scope: Scope, wanted: Wanted, sent: ReadonlySet<string>): Promise<void> {
  const { definition, collection } = scope;
  const { news, isInState } = wanted;
  if (declaresIdentity(definition, news)) return;
  const records = (await liveOrNone(scope)).filter(({ id, created_at }) => {
    // Documented: lists carry basic info. A record without the time is read in full.
    const mayBeYoung = created_at === undefined || isYoung({ created_at });
    return mayBeYoung && !collection.isOurs(String(id)) && !isInState(String(id));
  });
  const alike = await findAlike(scope, news, { names: [...sent], records, fields: ["created_at"] });
  const isUnset = (property: Property, record: ApiRecord) => {
    const live = liveValue(property, record, property.cleared);
    return live === undefined || property.cleared === undefined || sameMeaning(property, live, property.cleared);
  };
  const others = Object.entries(definition.properties).filter(([name]) => !sent.has(name));
  const orphan = alike.find(
    (record) => isYoung(record) && !isDeleted(record) && others.every(([, property]) => isUnset(property, record)),
  );
  if (orphan !== undefined) throw orphanAdvice(definition, orphan);
}

const isYoung = ({ created_at }: ApiRecord) => Date.now() - Date.parse(String(created_at)) < orphanAge;

/**
 * A create was refused. If a record with the same identity exists, it is the reason: a deleted one that the API can
 * restore is returned.
 *
 * @throws the refusal itself, or for a live twin the error that says how to adopt it
 */
export async function findDeletedTwin(scope: Scope, wanted: Wanted, refusal: RefusedError): Promise<ApiRecord> {
  const { definition, collection } = scope;
  const { news, isInState } = wanted;
  const { identity = [] } = definition;
  if (!declaresIdentity(definition, news)) throw refusal;
  const live = await orRefusal(refusal, () => findLiveTwin(scope, news));
  if (live !== undefined) {
    const isKnown = isInState(String(live.id)) || collection.isOurs(String(live.id));
    throw conflict(definition, { twin: live, refusal, advice: isKnown ? twiceInStack : strangerAdvice(live) });
  }
  if (definition.operations.restore === undefined) throw refusal;

  // What cannot be changed must be as declared: restoring another record would not help.
  const isFixed = (name: string) => definition.properties[name]?.replaces === true && news[name] !== undefined;
  const names = [...identity, ...Object.keys(definition.properties).filter(isFixed)];
  const records = await orRefusal(refusal, () => collection.deleted());
  const deleted = await findAlike(scope, news, { names, records });
  const latest = deleted.sort((one, other) => Number(other.id) - Number(one.id))[0];
  if (latest === undefined) throw refusal;
  return latest;
}

/** Without a list the refusal has to speak for itself. */
async function orRefusal<T>(refusal: RefusedError, search: () => Promise<T>): Promise<T> {
  try {
    return await search();
  } catch (error) {
    throw isWithoutList(error) ? refusal : error;
  }
}

interface Conflict {
  readonly twin: ApiRecord;
  readonly refusal: RefusedError;
  readonly advice: string;
}

/** A live record has what only one may have. */
export function conflict({ kind, identity = [] }: Definition, { twin, refusal, advice }: Conflict): StatusHubError {
  return new StatusHubError(
    `it conflicts with ${kind} ${twin.id} of the hub, which has the same ${identity.join(" and ")} (the API said ` +
      `${refusal.status}: ${JSON.stringify(refusal.words)}). ${advice}`,
    { cause: refusal },
  );
}

const twiceInStack =
  "That record belongs to a resource of this stack. Declare another value; or, if Pulumi is replacing it, give the " +
  "resource the option deleteBeforeReplace: true, which deletes the old record first";

/** How to go on with a record that no resource of the state is known to have. */
export const strangerAdvice = ({ id }: ApiRecord): string =>
  'If this stack has it under another resource name, give the resource the option aliases: [{ name: "the old name" }], or ' +
  "[{ parent: pulumi.rootStackResource }] where it moved into a component. If no resource of the stack has it, declare " +
  `adopt: "${id}" to take it over`;

function orphanAdvice({ kind }: Definition, record: ApiRecord): StatusHubError {
  const { id, created_at } = record;
  return new StatusHubError(
    `${kind} ${id} of the hub, created ${created_at}, has all the declared values, and no resource of this stack is known to manage it: ` +
      `an interrupted run may have left it. ${strangerAdvice(record)}. To create a second one that is equal, wait until the ` +
      "first is an hour old",
  );
}
