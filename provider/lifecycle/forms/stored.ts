import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { Definition, Property } from "../../../model/kinds/kind.ts";
import type { HubAddress } from "../../client/hubs.ts";
import { findWire, liveValue, sameMeaning } from "./compare.ts";
import { type Known, unsent } from "./known.ts";
import { fingerprint, isServerForm, showsPrevious } from "./server-form.ts";
import {
  adoptionKey,
  adoptKey,
  asDeployed,
  declaredIn,
  declaredKey,
  deployedIn,
  deployedKey,
  hubCreatedKey,
  isSeries,
  occurrencesKey,
  serverFormsIn,
  serverFormsKey,
  unconfirmedIn,
  unconfirmedKey,
} from "./state.ts";

/*
 * Computes what the state holds of a record from a response.
 */

/** A record as a response has shown it. The state only holds the hub of where it is. */
export interface RecordResponse {
  readonly definition: Definition;
  readonly collection: { readonly hub: Pick<HubAddress, "id" | "createdAt"> };
  readonly live: Live;
}

/** Whether a response has every field that the state holds; some lists have fewer. */
export const isComplete = ({ properties, outputs }: Definition, live: Live): boolean =>
  Object.values(properties).every(
    (property) => property.writeOnly || liveValue(property, live, undefined) !== undefined,
  ) && Object.values(outputs).every((output) => output.read(live) !== undefined);

/**
 * Computes what the state holds after the requests of an operation: declared values if the record has them, otherwise
 * live ones.
 *
 * @returns also the names of the written properties that the record doesn't have
 */
export function storedAfterWrite(
  { definition, collection: { hub } }: Omit<RecordResponse, "live">,
  { stored: before, live, sent }: Omit<Known, "id">,
  declared: Declared,
): { stored: Stored; ignored: readonly string[] } {
  const stored: Record<string, unknown> = declared.hub === undefined ? {} : { hub: declared.hub, hubId: hub.id };
  const names: string[] = [];
  const serverForms: Record<string, string> = {};
  const ignored: string[] = [];
  const previous = declaredIn(definition, before);
  const unconfirmed = unconfirmedIn(before).filter((name) => !sent.has(name));
  const open: string[] = [];
  for (const [name, property] of Object.entries(definition.properties)) {
    const known = { previous: previous[name], stored: before[name], serverForm: serverFormsIn(before)[name] };
    const compared = sent.has(name)
      ? compareWithWrite(property, live, declared[name], known)
      : compareWithRead(property, live, declared[name], known);
    // Null if no response ever carried it, so that programs that use the output get a known value.
    stored[name] = compared.value ?? null;
    if (unconfirmed.includes(name) && liveValue(property, live, undefined) === undefined) open.push(name);
    // A write without a response took effect, so the value is ours although the program may no longer declare it.
    const isOurs = unconfirmed.includes(name) && !isDeepStrictEqual(stored[name], before[name] ?? null);
    if (declared[name] !== undefined || compared.ignored || isOurs) names.push(name);
    if (compared.serverForm !== undefined) serverForms[name] = compared.serverForm;
    if (compared.ignored) ignored.push(name);
  }
  for (const [name, output] of Object.entries(definition.outputs)) {
    const value = output.read(live);
    // Null is a value: the output follows the record.
    stored[name] = value === undefined ? (before[name] ?? null) : value;
  }
  stored[declaredKey] = names;
  if (Object.keys(serverForms).length > 0) stored[serverFormsKey] = serverForms;
  const hubCreated = hub.createdAt ?? before[hubCreatedKey];
  if (declared.hub !== undefined && hubCreated !== undefined) stored[hubCreatedKey] = hubCreated;
  if (declared.adopt !== undefined && declared.adopt !== false) stored[adoptKey] = declared.adopt;
  for (const key of [adoptionKey, adoptKey, occurrencesKey])
    if (key in before && !(key in stored)) stored[key] = before[key];
  if (open.length > 0) stored[unconfirmedKey] = open;
  return { stored, ignored };
}

/** Computes what the state holds after a read. Declared properties stay declared. */
export function storedAfterRead(record: RecordResponse, before: Stored = {}): Stored {
  const { definition, live } = record;
  const known = { ...before, ...undoneIn(record, before) };
  const { stored } = storedAfterWrite(record, { stored: known, live, sent: unsent }, declaredIn(definition, known));
  const deployed = deployedAfter(definition, { before, stored });
  return Object.keys(deployed).length > 0 ? { ...stored, [deployedKey]: deployed } : stored;
}

/**
 * Returns the deployed values that somebody had changed, and that the record has again. Any other value is compared with the
 * changed one: if that lacks some keys, those belong to others now.
 */
function undoneIn({ definition, live }: RecordResponse, before: Stored): Stored {
  return Object.fromEntries(
    Object.entries(deployedIn(before)).filter(([name, value]) => {
      const property = definition.properties[name];
      const deployed = property && findWire(property, value);
      const shown = property && liveValue(property, live, deployed);
      return property !== undefined && shown !== undefined && sameMeaning(property, deployed, shown);
    }),
  );
}

/**
 * Returns the deployed values of the properties that somebody has changed, now or before: for an occurrence, all of
 * them; otherwise those that are compared by their declared keys only, because the changed value may lack some keys.
 */
function deployedAfter(definition: Definition, { before, stored }: { before: Stored; stored: Stored }): Stored {
  const isOccurrence = isSeries(definition, before);
  const previous = declaredIn(definition, asDeployed(before));
  return Object.fromEntries(
    Object.entries(definition.properties).flatMap(([name, property]) => {
      if (!isOccurrence && property.type.project === undefined) return [];
      const [deployed, current] = [findWire(property, previous[name]), findWire(property, stored[name])];
      const isAsDeployed = deployed === undefined || current === undefined || sameMeaning(property, deployed, current);
      return isAsDeployed ? [] : [[name, previous[name]]];
    }),
  );
}

interface Before {
  /** As declared before; `undefined` if it wasn't. */
  readonly previous?: unknown;
  readonly stored?: unknown;
  readonly serverForm?: string | undefined;
}

/** A property in a response, compared with the program. */
interface Comparison {
  /** The declared value if the live one means the same, otherwise the live value in the declared form. */
  readonly value: unknown;
  readonly serverForm?: string;
  /** The API accepted a write of this property but kept another value. */
  readonly ignored?: true;
}

/** Compares a property with a response that doesn't come from writing it. Undeclared properties get the live value. */
export function compareWithRead(
  property: Property,
  live: Live,
  declared: unknown,
  { stored, serverForm }: Before,
): Comparison {
  const wire = findWire(property, declared);
  const shown = liveValue(property, live, wire);
  if (declared === undefined) return { value: shown === undefined ? stored : property.type.fromWire(shown, undefined) };
  const known = serverForm === undefined ? {} : { serverForm };
  if (shown === undefined) return { value: declared, ...known };
  if (wire === undefined) return { value: property.type.fromWire(shown, undefined) };
  if (sameMeaning(property, wire, shown)) return { value: declared };
  if (serverForm === fingerprint(property, shown)) return { value: declared, ...known };
  return { value: property.type.fromWire(shown, declared) };
}

/**
 * Compares a property with the response to its write.
 *
 * @param declared `undefined` if the write cleared the property
 */
export function compareWithWrite(property: Property, live: Live, declared: unknown, known: Before): Comparison {
  const { type } = property;
  const wire = declared === undefined ? property.cleared : type.toWire(declared);
  const previous = findWire(property, known.previous);
  // Keys that are no longer declared must be gone.
  const expected = type.merge === undefined || previous === undefined ? wire : type.merge(previous, wire, undefined);
  const found = liveValue(property, live, expected);
  const shown = found === undefined ? wire : found;
  const value =
    declared === undefined ? type.fromWire(liveValue(property, live, undefined) ?? wire, undefined) : declared;
  if (sameMeaning(property, wire, shown)) return { value };
  const isIgnored =
    showsPrevious(property, { wire, live: shown, previous, form: known.serverForm }) ||
    !isServerForm(property, { wire, live: shown, before: findWire(property, known.stored) });
  if (isIgnored) {
    return { value: type.fromWire(shown, declared), ignored: true };
  }
  return declared === undefined ? { value } : { value, serverForm: fingerprint(property, shown) };
}
