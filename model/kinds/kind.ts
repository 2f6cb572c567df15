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

/** A record that begins and ends. Times are in milliseconds; a record may come from a list that shows it in part. */
export interface Period {
  /** The properties with its times. */
  readonly timed: readonly string[];
  /** The one of them with its end. */
  readonly end: string;
  /** Whether visitors or subscribers hear of a new record, also of one that has ended. */
  readonly announces: (declared: Declared) => boolean;
  readonly startOf: (times: Wire | Live) => number;
  readonly endOf: (times: Wire | Live) => number;
}

/**
 * A resource that stands for several records: the API creates the dates of a series, and each of them is a record of the same
 * kind with its own ID and times.
 */
export interface Series extends Period {
  /** The property that makes a record a series. It belongs to the series, all others to each date. */
  readonly property: string;
  /**
   * Returns the time from one date of a series to a later one, or 0; `undefined` if the record isn't on its pattern. Its length doesn't
   * count: somebody may have extended a date.
   */
  readonly offsetOf: (first: Wire | Live, date: Wire | Live) => number | undefined;
  /**
   * Returns the time from the first date to the first that ends after a time; null if there is none, `undefined` if the meaning
   * of the pattern isn't known.
   */
  readonly nextOffset: (first: Wire | Live, time: number) => number | null | undefined;
  /** Whether all words of a pattern, as sent, are ones that we know. Otherwise nobody should be told its dates. */
  readonly isUnderstood: (pattern: unknown) => boolean;
  /** Whether a pattern, as sent, is another one only because it ends later or never, or at another time of the same day. */
  readonly endsLater: (previous: unknown, pattern: unknown) => boolean;
  /** Returns one date at other times. */
  readonly shifted: <Form extends Wire | Live>(date: Form, milliseconds: number) => Form;
  /** Returns a PUT that also changes the dates that follow. */
  readonly following: (wire: Wire) => Wire;
  /** The PUT that ends a series after the date to which it is sent. */
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
  /**
   * Whether a visitor may have created the record on the page, so that it isn't the team's; undefined if the response
   * doesn't tell.
   */
  readonly isSignUp?: (live: Live) => boolean | undefined;
  /**
   * Whether visitors see a record; undefined if the response doesn't tell. They must not see one title twice in a group. Missing if
   * that doesn't matter.
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
  /** Rules about several properties. They only see known values: an unknown or invalid property is absent. */
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
