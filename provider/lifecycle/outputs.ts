import { isDeepStrictEqual } from "node:util";
import type { Definition, Property, Values, Wire } from "../../kinds/kind.ts";
import type { HubAddress } from "../client/hubs.ts";
import { findWire, liveValue, sameMeaning } from "./compare.ts";
import { fingerprint, isServerForm } from "./server-form.ts";
import {
  adoptionKey,
  declaredIn,
  declaredKey,
  deployedIn,
  deployedKey,
  hubCreatedKey,
  isSeries,
  occurrencesKey,
  recordIdKey,
  serverFormsIn,
  serverFormsKey,
  unconfirmedIn,
  unconfirmedKey,
} from "./state.ts";

/** A response of the API that describes a record. */
export interface ApiResponse {
  readonly definition: Definition;
  readonly record: Wire;
  /** The hub that the record belongs to. */
  readonly hub: Pick<HubAddress, "id" | "createdAt">;
}

/** Whether a response has every field of the outputs; some lists have fewer. */
export const isComplete = ({ properties, outputs }: Definition, record: Wire): boolean =>
  Object.values(properties).every(
    (property) => property.writeOnly || liveValue(property, record, undefined) !== undefined,
  ) && Object.values(outputs).every((output) => output.read(record) !== undefined);

/** The inputs of computing outputs, besides the response. */
interface Basis {
  /** The previous outputs; empty for a new record. */
  readonly outputs: Values;
  readonly desired: Values;
  /** Names of the properties that were written. */
  readonly sent: ReadonlySet<string>;
}

/** Computes the outputs from a response: desired values if the record has them, otherwise live ones. */
export function outputsFrom(
  { definition, record, hub }: ApiResponse,
  { outputs: previous, desired, sent }: Basis,
): { outputs: Values; ignored: readonly string[] } {
  const outputs: Values = desired.hub === undefined ? {} : { hub: desired.hub, hubId: hub.id };
  const names: string[] = [];
  const serverForms: Record<string, string> = {};
  const ignored: string[] = [];
  const declared = declaredIn(definition, previous);
  const unconfirmed = unconfirmedIn(previous).filter((name) => !sent.has(name));
  const open: string[] = [];
  for (const [name, property] of Object.entries(definition.properties)) {
    const before = { declared: declared[name], output: previous[name], serverForm: serverFormsIn(previous)[name] };
    const compared = sent.has(name)
      ? compareWithWrite(property, record, desired[name], before)
      : compareWithRead(property, record, desired[name], before);
    // Null if no response ever carried it, so that programs that use the output get a known value.
    outputs[name] = compared.value ?? null;
    if (unconfirmed.includes(name) && liveValue(property, record, undefined) === undefined) open.push(name);
    // A write without a response took effect, so the value is ours although the program may no longer declare it.
    const isOurs = unconfirmed.includes(name) && !isDeepStrictEqual(outputs[name], previous[name] ?? null);
    if (desired[name] !== undefined || compared.ignored || isOurs) names.push(name);
    if (compared.serverForm !== undefined) serverForms[name] = compared.serverForm;
    if (compared.ignored) ignored.push(name);
  }
  for (const [name, output] of Object.entries(definition.outputs)) {
    const live = output.read(record);
    // Null is a value: the output follows the record.
    outputs[name] = live === undefined ? (previous[name] ?? null) : live;
  }
  outputs[declaredKey] = names;
  if (Object.keys(serverForms).length > 0) outputs[serverFormsKey] = serverForms;
  const hubCreated = hub.createdAt ?? previous[hubCreatedKey];
  if (desired.hub !== undefined && hubCreated !== undefined) outputs[hubCreatedKey] = hubCreated;
  for (const key of [adoptionKey, occurrencesKey, recordIdKey])
    if (key in previous && !(key in outputs)) outputs[key] = previous[key];
  if (open.length > 0) outputs[unconfirmedKey] = open;
  return { outputs, ignored };
}

/** Computes the outputs of a read. Declared properties stay declared. */
export function outputsOfRead(response: ApiResponse, previous: Values = {}): Values {
  const declared = declaredIn(response.definition, previous);
  const { outputs } = outputsFrom(response, { outputs: previous, desired: declared, sent: new Set() });
  const deployed = deployedAfter(response.definition, { previous, outputs });
  return Object.keys(deployed).length > 0 ? { ...outputs, [deployedKey]: deployed } : outputs;
}

/** Returns the deployed values of the properties that somebody has changed on an occurrence, now or before. */
function deployedAfter(definition: Definition, { previous, outputs }: { previous: Values; outputs: Values }): Values {
  if (!isSeries(definition, previous)) return {};
  const before = { ...declaredIn(definition, previous), ...deployedIn(previous) };
  return Object.fromEntries(
    Object.entries(definition.properties).flatMap(([name, property]) => {
      const [deployed, live] = [findWire(property, before[name]), findWire(property, outputs[name])];
      const isAsDeployed = deployed === undefined || live === undefined || sameMeaning(property, deployed, live);
      return isAsDeployed || property.secret ? [] : [[name, before[name]]];
    }),
  );
}

interface Before {
  /** The previous declaration; `undefined` if there was none. */
  readonly declared?: unknown;
  /** The previous output. */
  readonly output?: unknown;
  readonly serverForm?: string | undefined;
}

/** A property in a response, compared with the desired value. */
interface Comparison {
  /** The desired value if the live one means the same, otherwise the live value. */
  readonly value: unknown;
  readonly serverForm?: string;
  /** The API accepted a write of this property but kept another value. */
  readonly ignored?: true;
}

/** Compares a property with a response that doesn't come from writing it. Undeclared properties get the live value. */
export function compareWithRead(
  property: Property,
  record: Wire,
  desired: unknown,
  { output, serverForm }: Before,
): Comparison {
  const wire = findWire(property, desired);
  const live = liveValue(property, record, wire);
  if (desired === undefined) return { value: live === undefined ? output : property.type.fromWire(live, undefined) };
  const known = serverForm === undefined ? {} : { serverForm };
  if (live === undefined) return { value: desired, ...known };
  if (wire === undefined) return { value: property.type.fromWire(live, undefined) };
  if (sameMeaning(property, wire, live)) return { value: desired };
  if (serverForm === fingerprint(property, live)) return { value: desired, ...known };
  return { value: property.type.fromWire(live, desired) };
}

/**
 * Compares a property with the response to its write.
 *
 * @param desired `undefined` if the write cleared the property
 */
export function compareWithWrite(property: Property, record: Wire, desired: unknown, before: Before): Comparison {
  const { type } = property;
  const wire = desired === undefined ? property.cleared : type.toWire(desired);
  const declared = findWire(property, before.declared);
  // Keys that are no longer declared must be gone.
  const expected = type.merge === undefined || declared === undefined ? wire : type.merge(declared, wire, undefined);
  const shown = liveValue(property, record, expected);
  const live = shown === undefined ? wire : shown;
  const value =
    desired === undefined ? type.fromWire(liveValue(property, record, undefined) ?? wire, undefined) : desired;
  if (sameMeaning(property, wire, live)) return { value };
  if (!isServerForm(property, { wire, live, before: findWire(property, before.output) })) {
    return { value: type.fromWire(live, desired), ignored: true };
  }
  return desired === undefined ? { value } : { value, serverForm: fingerprint(property, live) };
}
