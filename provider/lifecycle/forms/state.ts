import { randomBytes } from "node:crypto";
import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isObject, withoutUndefined } from "../../../model/api/object.ts";
import { type Definition, isAdoptOnly } from "../../../model/kinds/kind.ts";

/*
 * The state of a resource. An operation begins with `readState` and ends with `writeState`: between them, nothing knows how Pulumi
 * keeps it.
 */

/** A resource as Pulumi keeps it. */
export interface Kept {
  /** The record's ID. */
  readonly id: string;
  readonly stored: Stored;
}

/** The state of a resource. */
export interface State {
  /** The hub, and the values of all properties and outputs, declared or not. */
  readonly values: Stored;
  /** The names of the declared properties. Undefined if it was written for an import: then all in it count. */
  readonly declared: readonly string[] | undefined;
  /**
   * A fingerprint of each property that the server keeps in another form than declared. If a later read has the same one, the
   * property is as declared.
   */
  readonly serverForms: Readonly<Record<string, string>>;
  /** When the record's hub was created. A hub keeps it in `createdAt`. */
  readonly hubCreatedAt: string | undefined;
  /** The name of the resource, by which two with the same record are told apart. Empty if an earlier version wrote the state. */
  readonly owner: string;
  /** The occurrences of a series that its writes have made. */
  readonly occurrences: Occurrences;
  /** As it was in the program that was last deployed, which a read can't tell. If it is left there, it has no effect again. */
  readonly adopt: unknown;
  /**
   * Whether the record was taken: adopted, and not made. It is known while the program says `adopt`. Meanwhile, the record is neither
   * replaced nor deleted: otherwise, the stack of a review would delete the page of production. A state that an earlier version wrote
   * doesn't say it.
   */
  readonly taken: boolean | undefined;
  /**
   * The names of properties that were sent in a request whose outcome is unknown. They count as changed until another write, or a read
   * that shows them, settles it.
   */
  readonly unconfirmed: readonly string[];
  /**
   * What was last deployed of what decides whether a maintenance is over: its dates, its pattern and whether it is a draft. Somebody may
   * have changed them on the page since.
   */
  readonly deployed: Readonly<Record<string, unknown>> | undefined;
}

/** Encoded values by the names of their properties. */
export type Sent = ReadonlyMap<string, unknown>;

/** A record as far as an operation knows it. Only a request adds to it. */
export interface Known {
  /** The record's ID now. A restored record may have another one than the ID under which Pulumi keeps the resource. */
  readonly id: string;
  /** Before the first PUT. For a record that is in no state yet: what it would have if the operation ended here. */
  readonly state: State;
  /** The record as the responses of this operation have shown it so far. @default there was none */
  readonly live?: Live;
  /** The encoded values that this operation has written, by the names of their properties. @default none */
  readonly sent?: Sent;
}

/** Milliseconds from the first declared occurrence of a series, by the ID of each record. */
export type Occurrences = Readonly<Record<string, number>>;

/** The keys under which a state has what only the provider reads. All begin with two underscores. */
const keys = {
  declared: "__declared",
  serverForms: "__serverForms",
  hubCreatedAt: "__hubCreatedAt",
  owner: "__owner",
  occurrences: "__occurrences",
  adopt: "__adopt",
  taken: "__taken",
  unconfirmed: "__unconfirmed",
  deployed: "__deployed",
} as const;

/**
 * Those with values of properties, or with fingerprints that anyone could use to confirm a guess. A program may mark any property as
 * secret, and Pulumi only carries that over to the same key.
 */
export const confidentialKeys: readonly string[] = [keys.serverForms, keys.deployed, keys.adopt];

/** Returns the values that a program sees. */
export const withoutOwnKeys = (stored: Stored): Stored =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !name.startsWith("__")));

/** Reads what Pulumi keeps, which may have an older shape. */
export function readState(stored: Stored): State {
  const hubCreatedAt = stored[keys.hubCreatedAt];
  const owner = stored[keys.owner];
  const taken = stored[keys.taken];
  return {
    values: withoutOwnKeys(stored),
    declared: namesIn(stored[keys.declared]),
    serverForms: objectIn(stored[keys.serverForms]) ?? {},
    hubCreatedAt: typeof hubCreatedAt === "string" ? hubCreatedAt : undefined,
    owner: typeof owner === "string" ? owner : "",
    occurrences: objectIn(stored[keys.occurrences]) ?? {},
    adopt: stored[keys.adopt],
    taken: typeof taken === "boolean" ? taken : undefined,
    unconfirmed: namesIn(stored[keys.unconfirmed]) ?? [],
    deployed: objectIn(stored[keys.deployed]),
  };
}

const namesIn = (value: unknown): string[] | undefined => (Array.isArray(value) ? value : undefined);

/** The members have the type that a version of this package has written. */
const objectIn = <Value>(value: unknown): Readonly<Record<string, Value>> | undefined =>
  isObject(value) ? (value as Readonly<Record<string, Value>>) : undefined;

/** Returns what Pulumi keeps. A key is there only if it says something. */
export const writeState = (state: State): Stored => ({
  ...state.values,
  ...withoutUndefined({
    [keys.declared]: state.declared,
    [keys.serverForms]: unlessEmpty(state.serverForms),
    [keys.hubCreatedAt]: state.hubCreatedAt,
    [keys.owner]: state.owner === "" ? undefined : state.owner,
    [keys.occurrences]: unlessEmpty(state.occurrences),
    [keys.adopt]: state.adopt,
    [keys.taken]: state.taken,
    [keys.unconfirmed]: unlessEmpty(state.unconfirmed),
    [keys.deployed]: state.deployed,
  }),
});

const unlessEmpty = <Value extends object>(value: Value): Value | undefined =>
  Object.keys(value).length === 0 ? undefined : value;

/** The state of a resource that has no record yet. */
export const noState: State = readState({});

/** Returns the state of a resource that has just got a record, with what of the declaration is in effect. */
export const stateWith = (declared: Declared, owner = ""): State => ({
  ...noState,
  values: { ...(declared as object) },
  declared: Object.keys(declared),
  owner,
});

/** Returns a name that no other resource has. */
export const newOwner = (): string => randomBytes(6).toString("base64url");

/** Returns what the program said in `adopt` when it was last deployed, unless an earlier version deployed it. */
export const adoptIn = ({ taken, adopt }: State): Declared => (taken === undefined ? {} : { adopt });

/** Whether the program no longer says the same in `adopt`. An update then needs no request. */
export const changesAdopt = (state: State, { adopt }: Declared): boolean =>
  state.taken !== undefined && adopt !== state.adopt;

/** Returns the ID of a resource's hub and when that was created, if the state has both. */
export function hubCreationIn(
  definition: Definition,
  id: string,
  { values, hubCreatedAt }: State,
): readonly [string, string] | undefined {
  const hubId = isAdoptOnly(definition) ? id : values.hubId;
  const created = isAdoptOnly(definition) ? values.createdAt : hubCreatedAt;
  return typeof hubId === "string" && typeof created === "string" ? [hubId, created] : undefined;
}

/** Returns the time from the first declared occurrence of a series to the last that is noted. */
export function lastOffsetIn({ occurrences }: State): number {
  // A state may have an older shape.
  const offsets = Object.values(occurrences).filter((offset) => Number.isFinite(offset));
  return Math.max(0, ...offsets);
}

/** Whether a program adopts a record instead of creating one. */
export const isAdopting = ({ adopt }: Declared): boolean => adopt !== undefined && adopt !== false;

/** Returns the names of properties that the state declares but this version doesn't know. */
export const unknownNamesIn = ({ properties }: Definition, { declared = [] }: State): readonly string[] =>
  declared.filter((name) => properties[name] === undefined);

/** Returns the properties that were declared and in effect when the state was written. */
export function declaredIn(definition: Definition, { values, declared }: State): Declared {
  const isDeclared = (name: string) => declared === undefined || declared.includes(name);
  const properties = Object.keys(definition.properties).filter(isDeclared);
  const present = ["hub", ...properties].filter((name) => values[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, values[name]]));
}

/** Whether this is what a program declares for a lookup by ID, instead of a state. */
export const isLookup = (definition: Definition, named: Stored | Declared): named is Declared =>
  !Object.keys(definition.outputs).some((name) => name in named);

/** Whether a state is of a resource that the program manages: one that it only looks up declares no property. */
export const isManaged = ({ declared }: State): boolean => declared?.length !== 0;

/** Key with the record's ID now, an output of the kinds whose deleted records come back. Pulumi keeps the resource under its first one. */
const recordIdKey = "recordId";

/** Returns the record's ID, which may have changed since Pulumi stored it. */
export function recordIdOf(id: string, { [recordIdKey]: changed }: Stored): string {
  return typeof changed === "string" ? changed : id;
}

/** Returns the IDs of all records that a resource has: its own record, and the other occurrences of a series. */
export const recordIdsIn = (id: string, { values, occurrences }: State): readonly string[] => [
  ...new Set([id, recordIdOf(id, values), ...Object.keys(occurrences)]),
];

/** Whether a resource stands for several records. Somebody may have made its record repeat in the control panel. */
export const isSeries = (definition: Definition, { values, occurrences }: State): boolean =>
  declaresSeries(definition, values) || Object.keys(occurrences).length > 1;

/** Whether a write without a response may have made a series of a record, or changed its pattern. */
export const isUnconfirmed = ({ series }: Definition, { unconfirmed }: State): boolean =>
  series !== undefined && unconfirmed.includes(series.property);

export const declaresSeries = ({ series }: Definition, values: Declared | Stored): boolean =>
  series !== undefined && (values[series.property] ?? null) !== null;

/** Whether an update restores a deleted record. A program that ignores changes to the mark passes it back. */
export const isToBeRestored = ({ values }: State, declared: Declared): boolean =>
  values.deleted === true && declared.deleted !== true;
