import fc from "fast-check";
import { kinds } from "../../../cli/records.ts";
import type { Values } from "../../engine-model/grpc.ts";
import type { Declared } from "../../engine-model/program.ts";
import { putFor } from "../../laws/kept.ts";
import { programs } from "../../samples/any-program.ts";
import { subjectOf } from "../../samples/index.ts";
import { full, minimal, without } from "../../samples/program.ts";

const nasty = [
  "",
  "$",
  "$" + "{api}",
  "$$" + "{x}",
  "fn::x",
  "yes",
  "012",
  "~",
  "'\"`\\",
  "# a",
  "- a",
  "a\nb",
  "\u2028\u202e",
  "🚦",
  "*/",
];

const anyText = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: "grapheme", maxLength: 160 }));

/** A resource, and what somebody has made of its record. */
export interface AnyChange {
  readonly kind: string;
  readonly declared: Values;
  /** What a program would declare if everything had been changed. */
  readonly live: Values;
  /** The fields that somebody has changed. */
  readonly body: Values;
}

const changeOf = (kind: string, declared: Values, live: Values, isChanged: () => boolean): AnyChange => {
  const { definition } = subjectOf(kind);
  const { body: all } = putFor(definition, {}, live);
  // Neither another hub, nor a subscriber that doesn't exist.
  const { subdomain, subscriberId: _, ...others } = declared;
  const here = subdomain === undefined ? {} : { subdomain: "acme" };
  const keys = changeable(kind).map((name) => definition.properties[name]?.key ?? "");
  const chosen = keys.filter((key) => key in all && isChanged());
  const body = Object.fromEntries(chosen.map((key) => [key, all[key]]));
  return { kind, declared: { ...others, ...here }, live, body };
};

/** The properties that somebody can change in the control panel, so that the API shows it. */
export const changeable = (kind: string): string[] =>
  Object.entries(subjectOf(kind).definition.properties)
    .filter(([, { replaces, writeOnly }]) => replaces === undefined && writeOnly === undefined)
    .map(([name]) => name);

const second = (kind: string): Values =>
  Object.fromEntries(
    Object.entries(subjectOf(kind).samples.properties).map(([name, { values }]) => [name, values[1].declared]),
  );

/** Changes of everything. Somebody can only change the times of a single maintenance, so there is one in the second page. */
export const everyChange: readonly (readonly AnyChange[])[] = [
  kinds.map(({ kind }) => changeOf(kind, full(subjectOf(kind)), second(kind), () => true)),
  kinds.map(({ kind }) => changeOf(kind, minimal(subjectOf(kind)), without(second(kind), "repeat"), () => true)),
];

const anyChangeOf = (kind: string): fc.Arbitrary<AnyChange> => {
  const subject = subjectOf(kind);
  const values = programs(subject, anyText);
  return fc
    .tuple(values, values, fc.infiniteStream(fc.boolean()))
    .map(([declared, live, isChanged]) => changeOf(kind, declared, live, () => isChanged.next().value));
};

/** A change of one record of each kind. */
export const anyChanges: fc.Arbitrary<readonly AnyChange[]> = fc.tuple(...kinds.map(({ kind }) => anyChangeOf(kind)));

export const nameOf = (kind: string): string => `any-${kind.toLowerCase()}`;

export const programOf = (changes: readonly AnyChange[]): Declared[] =>
  changes.map(({ kind, declared }) => ({ name: nameOf(kind), kind, args: declared }));
