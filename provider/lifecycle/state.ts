import type { Definition, Values, Wire } from "../resources/define.ts";
import { findWire, liveValue, type Observation, observe, observeWrite } from "./observe.ts";

/*
 * The outputs of a resource, as the state keeps them: every value that the API answers, declared or not, and beside them
 * what the program declared and how the server spells it.
 */

/** Key of the outputs that holds the names of the declared properties. What it does not name is never compared or sent. */
export const declaredKey = "__declared";

/**
 * Key of the outputs that holds a fingerprint of the server's form for each property that the server keeps in another form
 * than declared. A later read with the same fingerprint means "as declared".
 */
export const serverFormsKey = "__serverForms";

/**
 * Key of the outputs that names the adoption by which the resource has its record. Without it the resource has created the
 * record. So two resources that have one record can be told apart.
 */
export const adoptionKey = "__adoption";

/** Key of the outputs with the names of properties that were sent in a request whose outcome is unknown. */
const unconfirmedKey = "__unconfirmed";

const keptKeys = [declaredKey, serverFormsKey, adoptionKey, unconfirmedKey];

export const withUnconfirmed = (outputs: Values, sent: ReadonlySet<string>): Values =>
  sent.size === 0 ? outputs : { ...outputs, [unconfirmedKey]: [...sent] };

/** Names of properties that may be in effect although no response has said so. */
export const unconfirmedIn = ({ [unconfirmedKey]: names }: Values): readonly string[] =>
  Array.isArray(names) ? names : [];

/** Names of properties that the state declares and this version does not know. */
export function unknownNamesIn({ properties }: Definition, { [declaredKey]: names }: Values): readonly string[] {
  return Array.isArray(names) ? names.filter((name) => properties[name] === undefined) : [];
}

/** What was declared when the state was written, as far as it was in effect. */
export function declaredIn(definition: Definition, outputs: Values): Values {
  const names = outputs[declaredKey];
  // A state made by hand, for an import, has no such list: whatever it holds counts as declared.
  const isDeclared = (name: string) => (Array.isArray(names) ? names.includes(name) : outputs[name] !== undefined);
  const properties = Object.keys(definition.properties).filter(isDeclared);
  return Object.fromEntries(
    ["hub", ...properties].filter((name) => outputs[name] !== undefined).map((name) => [name, outputs[name]]),
  );
}

/** Whether these are not outputs of the state, but the inputs that a program gives for a look-up by id. */
export const isLookUp = (definition: Definition, olds: Values): boolean =>
  !Object.keys(definition.outputs).some((name) => name in olds);

/** The id of the record: its own where it got another one than Pulumi knows. */
export const recordIdOf = (id: string, outputs: Values): string =>
  typeof outputs.recordId === "string" ? outputs.recordId : id;

/** A response of the API that describes a record. */
export interface Sighting {
  readonly definition: Definition;
  readonly record: Wire;
  /** Id of the hub that the record is on. */
  readonly hubId: string;
}

/** Whether a response carries everything that the outputs hold: some lists carry less. */
export const isComplete = ({ properties, outputs }: Definition, record: Wire): boolean =>
  Object.values(properties).every(
    (property) => property.writeOnly || liveValue(property, record, undefined) !== undefined,
  ) && Object.values(outputs).every((output) => output.read(record) !== undefined);

/** What the state had until now, what the program declares, and which of it was sent. */
export interface Expectation {
  /** Outputs until now; empty for a new record. */
  readonly olds: Values;
  readonly declared: Values;
  /** Names of the properties that the answered write carried. @default none: it was a read */
  readonly sent?: ReadonlySet<string>;
}

export interface Seen {
  readonly outputs: Values;
  /** Names of the properties that the API accepted and kept otherwise. */
  readonly ignored: readonly string[];
}

/** The outputs that a response makes: declared values where the record is as declared, live ones everywhere else. */
export function outputsFrom(sighting: Sighting, { olds, declared, sent = new Set() }: Expectation): Seen {
  const { definition, record, hubId } = sighting;
  const outputs: Values = declared.hub === undefined ? {} : { hub: declared.hub, hubId };
  const names: string[] = [];
  const serverForms: Record<string, string> = {};
  const ignored: string[] = [];
  const before = declaredIn(definition, olds);
  for (const [name, property] of Object.entries(definition.properties)) {
    const old = olds[name];
    const value = declared[name];
    const seen: Observation = sent.has(name)
      ? observeWrite(property, record, {
          declared: value,
          before: findWire(property, old),
          managed: findWire(property, before[name]),
        })
      : observe(property, record, { declared: value, serverForm: serverFormsIn(olds)[name], old });
    // Null where no response ever said: a program that uses the output gets a value that is known.
    outputs[name] = seen.value ?? null;
    if (value !== undefined || seen.ignored) names.push(name);
    if (seen.serverForm !== undefined) serverForms[name] = seen.serverForm;
    if (seen.ignored) ignored.push(name);
  }
  for (const [name, output] of Object.entries(definition.outputs)) {
    const live = output.read(record);
    // Null is a value: an output follows the record to it.
    outputs[name] = live === undefined ? (olds[name] ?? null) : live;
  }
  outputs[declaredKey] = names;
  if (Object.keys(serverForms).length > 0) outputs[serverFormsKey] = serverForms;
  if (adoptionKey in olds) outputs[adoptionKey] = olds[adoptionKey];
  const unconfirmed = unconfirmedIn(olds).filter((name) => !sent.has(name) && !names.includes(name));
  if (unconfirmed.length > 0) outputs[unconfirmedKey] = unconfirmed;
  return { outputs, ignored };
}

/** The outputs that a program sees, without what the state keeps beside them. */
export function withoutMarks(outputs: Values): Values {
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => !keptKeys.includes(name)));
}

const serverFormsIn = (outputs: Values) => (outputs[serverFormsKey] ?? {}) as Record<string, string | undefined>;
