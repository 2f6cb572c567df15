import { isDeepStrictEqual } from "node:util";
import type { Declared, Stored } from "../../model/api/form.ts";
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
import { open } from "./record/scope.ts";

/** Parses the arguments of a lookup and returns their problems. */
export function argumentsOf(
  { definition, lookup: { filters } }: { definition: Definition; lookup: Lookup },
  given: Declared,
): { declared: Declared; failures: Failure[] } {
  const names = [...(isAdoptOnly(definition) ? [] : ["hub"]), ...Object.keys(filters)];
  const declared: Record<string, unknown> = {};
  const failures = checkHub(definition, given);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const type = filters[name]?.type;
    declared[name] = type === undefined ? value : forms[type].read(value);
    if (!names.includes(name)) {
      failures.push({ path: [name], reason: unknownProperty.argument({ help: helpWith(name, names, "Arguments") }) });
    } else if (declared[name] === undefined) {
      failures.push({ path: [name], reason: forms[type ?? "string"].reason });
    }
  }
  return { declared, failures };
}

/** A YAML program may pass a number or a boolean as text, and an ID as a number; each is unambiguous. */
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
    if (failures.length > 0)
      throw new StatusHubError(failures.map(({ path, reason }) => `${path.join(".")} ${reason}`).join("; "));
    const names = Object.keys(lookup.filters).filter((name) => declared[name] !== undefined);
    if (lookup.all === undefined && names.length === 0)
      throw new StatusHubError(lookupFailed.noArgument({ arguments: Object.keys(lookup.filters).join(", ") }));
    const isMatch = (stored: Stored) => names.every((name) => matches(lookup, name, { stored, declared }));
    const found = (await recordsOf(account, definition, declared)).filter(isMatch);
    if (lookup.all !== undefined) return { [lookup.all]: found };
    return requireOne(found, describeArguments({ definition, marked }, names, declared));
  });
}

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
  return records.filter(isLeft).map((live) => {
    const stored = stateAfterRead({ definition, collection }, live).values;
    const isOpen = (name: string) => (definition.properties[name] ?? definition.outputs[name])?.secret === undefined;
    const open = Object.fromEntries(Object.entries(stored).filter(([name]) => isOpen(name)));
    return { id: String(live.id), ...(!isAdoptOnly(definition) && { hubId: collection.hub.id }), ...open };
  });
}
