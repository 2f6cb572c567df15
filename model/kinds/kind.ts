import type { Declared, Live, Stored, Wire } from "../api/form.ts";
import type { RecordOperations } from "../api/operation.ts";
import type { Audience, Output, Property } from "./property.ts";

/** A problem with one property; `path` is empty if it concerns the whole resource. */
export interface Failure {
  readonly path: readonly (string | number)[];
  readonly reason: string;
  /** The value, which messages show unless it is secret. */
  readonly got?: unknown;
}

/** An argument of a lookup that records must match. */
export interface Filter {
  readonly doc: string;
  readonly type: "string" | "integer" | "boolean";
  /** @default compares with the output of that name */
  readonly matches?: (stored: Stored, wanted: unknown) => boolean;
}

/** How a program finds records that it doesn't manage. */
export interface Search {
  readonly doc: string;
  readonly filters: Readonly<Record<string, Filter>>;
}

/** A search as a function of the package, such as `getService`. */
export interface Lookup extends Search {
  readonly kind: string;
  /** Name under which all matching records are returned. @default exactly one record must match, and is returned */
  readonly all?: string;
}

/** What the lifecycle has to know of records that begin and end. All times are in milliseconds since 1970. */
export interface Period {
  /** The names of the properties with the start and the end. */
  readonly timed: readonly string[];
  /** Which of these has the end. */
  readonly end: string;
  /** Whether a create with these values tells visitors or subscribers of the record. It does so even if the record has ended. */
  readonly announces: (declared: Declared) => boolean;
  /** NaN if a list leaves the time out. */
  readonly startOf: (times: Wire | Live) => number;
  /** NaN if a list leaves the time out. */
  readonly endOf: (times: Wire | Live) => number;
}

/**
 * What the lifecycle has to know of resources that stand for several records. The API creates the occurrences of a series, each as a
 * record of the same kind with its own ID and times. An *offset* is the time in milliseconds from the start of the first occurrence to the
 * start of another; a *pattern* is the value of `property`, as it is sent.
 */
export interface Series extends Period {
  /** The property that makes a series of a record. It belongs to the series; every occurrence has its own values of the others. */
  readonly property: string;
  /** Returns the offset of a record: 0 if it starts with the first occurrence, `undefined` if it doesn't start on the pattern. */
  readonly offsetOf: (first: Wire | Live, live: Wire | Live) => number | undefined;
  /**
   * Returns the offset of the first occurrence that ends after a time: null if there is none, `undefined` if the meaning of the pattern
   * isn't known.
   */
  readonly nextOffset: (first: Wire | Live, time: number) => number | null | undefined;
  /** Whether we know what each word of a pattern means. Otherwise nobody should be told when its occurrences are. */
  readonly isUnderstood: (pattern: unknown) => boolean;
  /** Whether a pattern has all occurrences of an earlier one, and perhaps later ones. */
  readonly continues: (previous: unknown, pattern: unknown) => boolean;
  /** Returns an occurrence with times that are later by some milliseconds. */
  readonly shifted: <Form extends Wire | Live>(occurrence: Form, milliseconds: number) => Form;
  /** Turns a PUT to one occurrence into one that also changes those that follow. */
  readonly following: (wire: Wire) => Wire;
  /** The PUT that ends a series after the occurrence to which it is sent. */
  readonly ending: Wire;
}

/** Describes one kind of resource. */
export interface Definition {
  readonly kind: string;
  /** The plural name as a key: `incidentTemplates`. */
  readonly plural: string;
  readonly doc: string;
  readonly operations: RecordOperations;
  readonly properties: Readonly<Record<string, Property>>;
  readonly outputs: Readonly<Record<string, Output>>;
  /** Records belong to primary hubs. A connected hub shows those of its primary hub. */
  readonly onPrimaryHubs?: true;
  /** A record begins and ends, and what has ended is neither changed nor deleted. */
  readonly period?: Period;
  /** A record may begin a series. Such a kind has neither an identity nor a restore. */
  readonly series?: Series;
  /** Whether a visitor may have created the record on the page, so that it isn't the team's; undefined if the response doesn't tell. */
  readonly isSignUp?: (live: Live) => boolean | undefined;
  /**
   * Whether visitors see a record; undefined if the response doesn't tell. A kind that says so gets no create that would show visitors the
   * same `title` twice in a group (`groupedBy`).
   */
  readonly isSeen?: (live: Live) => boolean | undefined;
  /** Property with the ID of the group in which readers see a record. */
  readonly groupedBy?: string;
  /** The properties by which readers recognize the record in a message. Never a secret. */
  readonly label: readonly string[];
  /** The properties with its title: the first that has a text. */
  readonly title?: readonly string[];
  /** @default editors */
  readonly noticedBy?: Audience;
  /** Properties whose values are unique among the live records of a hub. Without one, records are compared by all fields. */
  readonly identity?: readonly string[];
  /** At least one of these properties must be declared. */
  readonly oneRequired?: readonly string[];
  /**
   * Rules about several properties. They only see known values: an unknown or invalid property is absent from `declared`, and only `isSet`
   * tells it from one that isn't declared.
   */
  readonly rules?: (declared: Declared, isSet: (name: string) => boolean) => Failure[];
  /** Finds exactly one record. */
  readonly find?: Search;
  /** Finds every record that matches. */
  readonly list?: Search;
}

/** A kind whose records may begin a series. */
export interface SeriesDefinition extends Definition {
  readonly series: Series;
}

/** Whether the API has no create for the resource, so that records can only be adopted. */
export const isAdoptOnly = ({ operations }: Definition): boolean => operations.create === undefined;

/** Checks a definition at compile time and keeps its literal types. */
export const defineKind = <const D extends Definition>(definition: D): D => definition;

/** Formats a name such as `IncidentTemplate` as `incident-template`. */
export const kebab = (name: string): string => name.replace(/\B[A-Z]/g, "-$&").toLowerCase();

/** Formats `IncidentTemplate` as `incident template`. */
export const nounOf = ({ kind }: Pick<Definition, "kind">): string => kebab(kind).replaceAll("-", " ");

/** Whether a record is hidden from the public, as a draft is. */
export const isHidden = ({ properties }: Definition, values: Declared | Stored): boolean =>
  Object.entries(properties).some(([name, { hides }]) => hides !== undefined && values[name] === hides);
