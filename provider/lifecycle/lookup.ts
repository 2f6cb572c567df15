import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Stored } from "../../model/api/form.ts";
import { isLeft } from "../../model/api/live.ts";
import { helpWith } from "../../model/api/nearest.ts";
import { type Definition, type Failure, type Filter, isAdoptOnly, type Lookup } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { StatusHubError } from "../client/errors.ts";
import { unknownProperty } from "../errors/program.ts";
import { lookupFailed } from "../errors/read.ts";
import { checkHub } from "./check.ts";
import { forMessage, type MarkedNames, type Secrecy } from "./forms/secrets.ts";
import { isComplete, stateAfterRead } from "./forms/stored.ts";
import { hubOf } from "./record/hub.ts";
import { explaining } from "./record/operation-error.ts";
import { open, type Scope } from "./record/scope.ts";

/** Parses the arguments of a lookup and returns their problems. */
export function argumentsOf(
  { definition, lookup: { filters } }: { definition: Definition; lookup: Lookup },
  given: Declared,
): { declared: Declared; failures: Failure[] } {
  const declared: Record<string, unknown> = {};
  const failures = checkHub(definition, given);
  const names = [...(isAdoptOnly(definition) ? [] : ["hub"]), ...Object.keys(filters)];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (!names.includes(name)) {
      failures.push({ path: [name], reason: unknownProperty.argument({ help: helpWith(name, names, "Arguments") }) });
    }
    const type = filters[name]?.type;
    // Only a filter has a type. The hub is checked already.
    if (type === undefined) {
      declared[name] = value;
      continue;
    }
    const { read, reason } = forms[type];
    declared[name] = read(value);
    if (declared[name] === undefined) failures.push({ path: [name], reason });
  }
  return { declared, failures };
}

/**
 * Reads the values of filters; undefined for one of another type. A YAML program may pass a number or a boolean as text, and an ID as a
 * number; each is unambiguous.
 */
const forms: Readonly<Record<Filter["type"], { reason: string; read: (value: unknown) => unknown }>> = {
  string: {
    reason: "must be text",
    read: (value) => (typeof value === "string" || Number.isSafeInteger(value) ? String(value) : undefined),
  },
  integer: {
    reason: "must be a whole number",
    read: (value) => {
      const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
      return Number.isSafeInteger(number) ? number : undefined;
    },
  },
  boolean: {
    reason: "must be true or false",
    read: (value) => [true, false].find((flag) => value === flag || value === String(flag)),
  },
};

/**
 * Finds records that the program doesn't manage, in a list that lookups of their kind share.
 *
 * @throws if exactly one must match, but none or several do
 */
export function findRecords(
  account: Account,
  { definition, lookup, marked }: { definition: Definition; lookup: Lookup; marked: MarkedNames },
  given: Declared,
): Promise<Stored> {
  const { connection, trouble } = account.client;
  const { declared, failures } = argumentsOf({ definition, lookup }, given);
  const what = { connection, trouble, definition, marked, verb: "read", declared } as const;
  return explaining(what, async () => {
    if (failures.length > 0) throw new StatusHubError(failures.map(describe).join("; "));
    const { all, filters } = lookup;
    const names = Object.keys(filters).filter((name) => declared[name] !== undefined);
    const findsAny = all === undefined && names.length === 0;
    if (findsAny) throw new StatusHubError(lookupFailed.noArgument({ arguments: Object.keys(filters).join(", ") }));
    const isMatch = (stored: Stored) => names.every((name) => matches(lookup, name, { stored, declared }));
    const found = (await recordsOf(account, definition, declared)).filter(isMatch);
    if (all !== undefined) return { [all]: found };
    return requireOne(found, describeArguments({ definition, marked }, names, declared));
  });
}

const describe = ({ path, reason }: Failure): string => `${path.join(".")} ${reason}`;

function requireOne(found: readonly Stored[], wanted: string): Stored {
  const [first, ...others] = found;
  if (first === undefined) throw new StatusHubError(lookupFailed.none({ wanted }));
  if (others.length === 0) return first;
  const ids = found.map(({ id }) => id).join(", ");
  throw new StatusHubError(lookupFailed.several({ count: found.length, wanted, ids }));
}

function describeArguments(secrecy: Secrecy, names: readonly string[], declared: Declared): string {
  const described = names.map((name) => {
    const value = forMessage(secrecy, name, declared[name]);
    return value === undefined ? name : `${name} ${value}`;
  });
  return described.join(" and ");
}

/** Whether a record matches an argument. */
function matches(
  { filters }: Lookup,
  name: string,
  { stored, declared }: { readonly stored: Stored; readonly declared: Declared },
): boolean {
  const filter = filters[name];
  if (filter?.matches !== undefined) return filter.matches(stored, declared[name]);
  return isDeepStrictEqual(stored[name], declared[name]);
}

/** Returns the live records of a kind, with their IDs and without secrets. */
async function recordsOf(account: Account, definition: Definition, declared: Declared): Promise<Stored[]> {
  const hubId = typeof declared.id === "string" ? declared.id : undefined;
  const collection = await open(account, definition, hubOf(definition, { id: hubId, declared }));
  const listed = isAdoptOnly(definition) ? [await collection.read(collection.hub.id)] : await collection.list();
  // The API doesn't document the order of a list, so it may change.
  const inOrder = listed.toSorted((one, other) => Number(one?.id) - Number(other?.id));
  const records = await Promise.all(
    inOrder.map((live) =>
      live === undefined || isComplete(definition, live) ? live : collection.read(String(live.id)),
    ),
  );
  return records.filter(isLeft).map((live) => publicValuesOf({ definition, collection }, live));
}

/** Returns what a program gets of a record: its ID, its hub, and its values without secrets. */
function publicValuesOf({ definition, collection }: Pick<Scope, "definition" | "collection">, live: Live): Stored {
  const { properties, outputs } = definition;
  const { values } = stateAfterRead({ definition, collection }, live);
  const isSecret = (name: string) => (properties[name] ?? outputs[name])?.secret === true;
  const shown = Object.entries(values).filter(([name]) => !isSecret(name));
  const hub = isAdoptOnly(definition) ? {} : { hubId: collection.hub.id };
  return { id: String(live.id), ...hub, ...Object.fromEntries(shown) };
}
