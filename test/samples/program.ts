import { isDeepStrictEqual } from "node:util";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { KindSamples, Sample } from "./sample.ts";

/*
 * Programs with one resource, as the inputs that the provider gets.
 */

export interface Subject {
  readonly definition: Definition;
  readonly samples: KindSamples;
}

/** The hub of a record, as the class passes a `Hub`. */
export const acme = { id: "1", subdomain: "acme" };

const firstSamples = ({ definition, samples }: Subject, names: readonly string[]): Values => ({
  ...(!isAdoptOnly(definition) && { hub: acme }),
  ...Object.fromEntries(names.map((name) => [name, samples.properties[name]?.values[0].declared])),
});

/** Returns the program with only the required properties. */
export const minimal = (subject: Subject): Values => firstSamples(subject, subject.samples.minimal);

export const full = (subject: Subject): Values => firstSamples(subject, Object.keys(subject.samples.properties));

/** Returns the program with every property that a POST takes. */
export const posted = (subject: Subject): Values =>
  firstSamples(
    subject,
    Object.keys(subject.samples.properties).filter((name) => !subject.definition.properties[name]?.putOnly),
  );

/** Whether a property says when a maintenance takes place: in a series, another value needs another record. */
export const isDate = ({ series }: Definition, name: string): boolean =>
  series !== undefined && [...series.timed, series.property].includes(name);

/** Whether another value of a property needs another record, if the program declares everything. */
export const isReplaced = (definition: Definition, name: string): boolean =>
  definition.properties[name]?.replaces === true || isDate(definition, name);

/** Returns the program with another value for each property that can be changed in place. */
export const changed = (subject: Subject): Values => ({
  ...full(subject),
  ...Object.fromEntries(
    Object.entries(subject.samples.properties)
      .filter(([name]) => !isReplaced(subject.definition, name))
      .map(([name, { values }]) => [name, values[1].declared]),
  ),
});

export function without(program: Values, name: string): Values {
  const { [name]: _, ...rest } = program;
  return rest;
}

export const bodyOf = ({ samples }: Subject, { hub, ...program }: Values): Values =>
  Object.fromEntries(
    Object.entries(program).map(([name, declared]) => {
      const { key = "", values = [] } = samples.properties[name] ?? {};
      return [key, values.find((sample) => isDeepStrictEqual(sample.declared, declared))?.wire];
    }),
  );

/** Returns the changes of one property from its first sample to another one. */
export const changes = ({ samples }: Subject): { name: string; to: Sample }[] =>
  Object.entries(samples.properties).flatMap(([name, { values }]) => values.slice(1).map((to) => ({ name, to })));

/** Returns the first change of each property. */
export const firstChanges = (subject: Subject): { name: string; to: Sample }[] =>
  Object.keys(subject.samples.properties).flatMap(
    (name) => changes(subject).find((change) => change.name === name) ?? [],
  );
