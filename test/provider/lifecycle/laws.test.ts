import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../../../provider/lifecycle/check.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { observe, observeWrite, sameMeaning } from "../../../provider/lifecycle/property.ts";
import { unknown } from "../../../provider/lifecycle/unknown.ts";
import type { Definition, Property, Values } from "../../../provider/resources/define.ts";
import { definitions } from "../../../provider/resources/index.ts";
import type { PropertySamples } from "../../laws/samples/sample.ts";
import { samples } from "../../laws/samples.ts";

interface Subject {
  readonly kind: string;
  readonly definition: Definition;
  readonly properties: readonly { name: string; property: Property; samples: PropertySamples; isMinimal: boolean }[];
}

const subjects: Subject[] = Object.entries(definitions).map(([kind, definition]) => ({
  kind,
  definition,
  properties: Object.entries(definition.properties).map(([name, property]) => {
    const ofKind = samples[kind];
    const ofProperty = ofKind?.properties[name];
    if (ofKind === undefined || ofProperty === undefined) throw new Error(`There are no samples of ${kind}.${name}.`);
    return { name, property, samples: ofProperty, isMinimal: ofKind.minimal.includes(name) };
  }),
}));

const declaredOf = ({ values }: PropertySamples) => fc.constantFrom(...values.map(({ declared }) => declared));

/** Any program that is valid. */
function programs({ definition, properties }: Subject): fc.Arbitrary<Values> {
  const required = properties.filter(({ isMinimal }) => isMinimal).map(({ name }) => name);
  const model = Object.fromEntries(properties.map(({ name, samples: of }) => [name, declaredOf(of)]));
  return fc
    .record(model, { requiredKeys: required })
    .map((values) => (definition.operations.create === undefined ? values : { hub: "acme", ...values }));
}

/** Every place inside of a value, itself included. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => placesIn(item, [...path, index]))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, item]) => placesIn(item, [...path, name]))
      : [];
  return [[...path], ...inner];
}

function replaceAt(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[key] = replaceAt(copy[key], rest, by);
  return copy;
}

describe.each(subjects)("$kind", (subject) => {
  const { definition, properties } = subject;
  const isChild = definition.operations.create !== undefined;

  it("takes every valid program, and does not differ from itself", () => {
    fc.assert(
      fc.property(programs(subject), (program) => {
        expect(check(definition, program)).toEqual([]);
        expect(diff(definition, program, structuredClone(program))).toMatchObject({ changed: [], replaces: [] });
      }),
    );
  });

  it("differs in exactly the property that is changed, declared or removed", () => {
    const change = fc.constantFrom(...properties).chain(({ name, property, samples: of }) =>
      fc.record({
        name: fc.constant(name),
        property: fc.constant(property),
        to: fc.option(declaredOf(of), { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(programs(subject), change, (program, { name, property, to }) => {
        const { [name]: old, ...rest } = program;
        const news = to === undefined ? rest : { ...program, [name]: to };
        const wire = (value: unknown) => (value === undefined ? undefined : property.type.toWire(value));
        const isSame = old === undefined || to === undefined ? old === to : sameMeaning(property, wire(old), wire(to));

        expect(diff(definition, program, news).changed).toEqual(isSame ? [] : [name]);
      }),
    );
  });

  it("says of a wrong value where it is, and shows no secret", () => {
    const wrong = fc
      .constantFrom(...properties)
      .chain(({ name, property, samples: of }) =>
        fc.record({ name: fc.constant(name), property: fc.constant(property), value: fc.constantFrom(...of.refused) }),
      );
    fc.assert(
      fc.property(programs(subject), wrong, (program, { name, property, value }) => {
        const failures = check(definition, { ...program, [name]: value });

        expect(failures.map(({ path }) => path[0])).toContain(name);
        const texts = property.secret
          ? placesIn(value).map((path) => path.reduce<unknown>((at, key) => (at as Values)[key], value))
          : [];
        for (const text of texts)
          if (typeof text === "string" && text.length > 3) expect(JSON.stringify(failures)).not.toContain(text);
      }),
    );
  });

  it("UNK-1 UNK-3: skips what is not known, at any depth, and plans a change of it", () => {
    const place = fc
      .constantFrom(...properties)
      .chain(({ name, samples: of }) =>
        declaredOf(of).chain((value) =>
          fc.constantFrom(...placesIn(value)).map((path) => ({ name, value: replaceAt(value, path, unknown) })),
        ),
      );
    fc.assert(
      fc.property(programs(subject), place, (program, { name, value }) => {
        const news = { ...program, [name]: value };

        expect(check(definition, news)).toEqual([]);
        expect(diff(definition, program, news).changed).toEqual([name]);
      }),
    );
  });

  it.each(properties.map((each) => [each.name, each.samples] as const))(
    "UNK-2: reports a wrong %s beside what is not known",
    (name, { refused }) => {
      const program = Object.fromEntries(properties.map((each) => [each.name, unknown]));
      const failures = check(definition, { ...program, [name]: refused[0], ...(isChild && { hub: unknown }) });

      expect(new Set(failures.map(({ path }) => path[0]))).toEqual(new Set([name]));
    },
  );

  it("reads back what was written, in the declared form", () => {
    const answer = samples[subject.kind]?.answer ?? ((body) => body);
    fc.assert(
      fc.property(programs(subject), (program) => {
        const body = Object.fromEntries(
          properties.flatMap(({ name, property }) =>
            program[name] === undefined ? [] : [[property.wire, property.type.toWire(program[name])]],
          ),
        );
        for (const { name, property } of properties.filter((each) => program[each.name] !== undefined)) {
          const written = observeWrite(property, answer(body), property.type.toWire(program[name]), {
            declared: program[name],
            before: undefined,
          });
          expect(written).toEqual({ value: program[name] });
        }
      }),
    );
  });

  it("NPD-4 NPD-7: takes another spelling of a text as declared, and a third value as drift", () => {
    const spell = fc.constantFrom<((text: string) => string)[]>(
      (text) => ` ${text}\n`,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    );
    const texts = properties.filter(({ property, samples: of }) => {
      const [{ wire }] = of.values;
      return typeof wire === "string" && property.read === undefined && !property.writeOnly;
    });
    if (texts.length === 0) return;
    fc.assert(
      fc.property(fc.constantFrom(...texts), spell, ({ property, samples: of }, respell) => {
        const [first, second] = of.values;
        const spelled = { [property.wire]: respell(String(first.wire)) };
        const { value, echo, ignored } = observeWrite(property, spelled, first.wire, {
          declared: first.declared,
          before: second.wire,
        });

        expect({ value, ignored }).toEqual({ value: first.declared, ignored: undefined });
        expect(observe(property, spelled, first.declared, echo).value).toEqual(first.declared);
        expect(observe(property, { [property.wire]: second.wire }, first.declared, echo).value).not.toEqual(
          first.declared,
        );
      }),
    );
  });
});
