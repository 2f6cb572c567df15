import fc from "fast-check";
import { isAdoptOnly } from "../../model/kinds/kind.ts";
import { check } from "../../provider/lifecycle/check.ts";
import type { Values } from "../engine-model/grpc.ts";
import { acme, type Subject } from "./program.ts";
import type { Sample } from "./sample.ts";

const anyText = fc.string({ unit: "grapheme", maxLength: 20 });

/** Generates valid programs of a kind, from its samples and from random texts. */
export function programs(subject: Subject, texts = anyText): fc.Arbitrary<Values> {
  const { definition, samples } = subject;
  const value = (name: string, values: readonly Sample[]): fc.Arbitrary<unknown> => {
    const schema = definition.properties[name]?.type.schema;
    const text = texts.filter((any) => schema?.safeParse(any).success === true);
    const samplesOf = fc.constantFrom(...values.map(({ declared }) => declared));
    return schema?.safeParse("Any text at all").success ? fc.oneof(samplesOf, text) : samplesOf;
  };
  const properties = Object.entries(samples.properties).map(([name, { values }]) => {
    const required = samples.minimal.includes(name);
    return [name, required ? value(name, values) : fc.option(value(name, values), { nil: undefined })] as const;
  });
  return fc
    .record(Object.fromEntries(properties))
    .map((values) => ({ ...(!isAdoptOnly(definition) && { hub: acme }), ...defined(values) }))
    .filter((inputs) => check(definition, inputs).length === 0);
}

const defined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
