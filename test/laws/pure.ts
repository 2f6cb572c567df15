import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { unknown } from "../../model/api/form.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { compare, sameMeaning } from "../../provider/lifecycle/forms/compare.ts";
import { declaredIn, readState } from "../../provider/lifecycle/forms/state.ts";
import { encoded } from "../../provider/lifecycle/forms/wire.ts";
import { secured } from "../../provider/marks.ts";
import { toStruct, type Values } from "../engine-model/grpc.ts";
import { programs } from "../samples/any-program.ts";
import { full, type Subject, without } from "../samples/program.ts";
import { created, diffOf, putFor, readOn, recordOf, writtenTo } from "./kept.ts";
import type { PureLaw } from "./law.ts";

const none = { changed: [], replaces: [] };

/** Returns what a program stores, and the record and what is stored after the PUT to another program. */
function changedTo(subject: Subject, inputs: Values, news: Values) {
  const { definition } = subject;
  const { outputs } = created(subject, inputs);
  const { body, sent } = putFor(definition, outputs, news);
  const record = recordOf(subject, putFor(definition, {}, inputs).body, body);
  const after = writtenTo(definition, { olds: outputs, record, sent }, news);
  return { outputs, record, after };
}

/** Any JSON value, as a response may carry it. */
const json = fc.json().map((text): unknown => JSON.parse(text));

/** An item of a list of objects, some of whose keys are missing or have another form. */
const oddStatus = fc.record(
  { service_id: json, status: json, service: json, offset_in_min: json, offset_type: json },
  { requiredKeys: [] },
);

/** Proves something of any program of a kind, and of a change to any other. */
const forAny =
  (prove: (subject: Subject, inputs: Values, news: Values) => void): PureLaw["prove"] =>
  (subject) =>
    fc.assert(fc.property(programs(subject), programs(subject), (inputs, news) => prove(subject, inputs, news)));

export const pureLaws: readonly PureLaw[] = [
  {
    id: "CLR-9",
    case: "a cleared property sends nothing",
    appliesTo: ({ properties }) => Object.values(properties).some(({ cleared }) => cleared !== undefined),
    prove(subject) {
      const { definition, samples } = subject;
      const cleared = Object.entries(samples.properties).flatMap(([name, { values }]) =>
        values
          .filter(({ wire }) => isDeepStrictEqual(wire, definition.properties[name]?.cleared))
          .map(({ declared }) => ({ name, declared })),
      );
      expect(cleared).not.toEqual([]);
      for (const { name, declared } of cleared) {
        const { outputs } = created(subject, { ...full(subject), [name]: declared });
        const removed = without(full(subject), name);
        expect(diffOf(definition, outputs, removed).changed).toEqual([name]);
        expect(putFor(definition, outputs, removed).body).toEqual({});
      }
    },
  },
  {
    id: "SER-8",
    case: "a property that leaves the program is cleared, whatever the state has",
    prove(subject) {
      const { definition, samples } = subject;
      const program = full(subject);
      for (const name of Object.keys(samples.properties).filter((each) => !samples.minimal.includes(each))) {
        const removed = without(program, name);
        const cleared = definition.properties[name]?.cleared;
        for (const inputs of [program, removed]) {
          const stored = { ...created(subject, inputs).outputs, __unconfirmed: [name] };
          const changes = compare(definition, readState(stored), removed);
          const isKept = cleared === undefined && inputs === removed;
          expect(changes).toMatchObject(isKept ? [] : [{ name, kind: "removed", wire: cleared }]);
        }
      }
    },
  },
  {
    id: "NPD-8",
    prove: forAny((subject, inputs) => {
      const { definition } = subject;
      const { record, outputs } = created(subject, inputs);
      expect(diffOf(definition, outputs, inputs)).toMatchObject(none);
      const read = readOn(definition, record, outputs);
      expect(read).toEqual(outputs);
      expect(diffOf(definition, read, inputs)).toMatchObject(none);
    }),
  },
  {
    id: "NPD-8",
    case: "check finds the same in any order of the keys, and changes nothing",
    prove(subject) {
      const { definition } = subject;
      fc.assert(
        fc.property(programs(subject), fc.constantFrom(...rejections(subject)), (valid, bad) => {
          const inputs = { ...valid, ...bad };
          const copy = structuredClone(inputs);
          const failures = check(definition, inputs);
          expect(failures.length).toBeGreaterThan(0);
          expect(check(definition, Object.fromEntries(Object.entries(inputs).reverse()))).toEqual(failures);
          expect(inputs).toEqual(copy);
        }),
      );
    },
  },
  {
    id: "LIF-4",
    case: "from any program to any other",
    prove: forAny((subject, inputs, news) => {
      const { after } = changedTo(subject, inputs, news);
      expect(after.ignored).toEqual([]);
      expect(diffOf(subject.definition, after.outputs, news)).toMatchObject(none);
    }),
  },
  {
    id: "CLR-9",
    case: "from any program to any other",
    prove: forAny((subject, inputs, news) => {
      const { definition } = subject;
      const { outputs, record } = changedTo(subject, inputs, news);
      for (const name of Object.keys(declaredIn(definition, readState(outputs))).filter((each) => !(each in news))) {
        const property = definition.properties[name];
        if (property?.cleared === undefined || property.read !== undefined || property.writeOnly) continue;
        expect(sameMeaning(property, record[property.key], property.cleared), name).toBe(true);
      }
    }),
  },
  {
    id: "NPD-4",
    case: "the order of a list that is a set",
    prove: forAny((subject, inputs) => {
      const { definition } = subject;
      const { outputs } = created(subject, inputs);
      const reversed = Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [name, Array.isArray(value) ? value.toReversed() : value]),
      );
      expect(diffOf(definition, outputs, reversed)).toMatchObject(none);
      expect(putFor(definition, outputs, reversed).sent.size).toBe(0);
    }),
  },
  {
    id: "UNK-3",
    appliesTo: ({ properties }) => Object.values(properties).some(({ type }) => type.references !== undefined),
    prove(subject) {
      const { definition } = subject;
      const lists = Object.keys(definition.properties).filter((name) => definition.properties[name]?.type.references);
      for (const name of lists) {
        // No item is a list.
        const failures = check(definition, { ...full(subject), [name]: [unknown, []] });
        expect(failures.map(({ path }) => path[0])).toEqual([name]);
      }
    },
  },
  {
    id: "FLT-4",
    case: "any value in any field can be read, kept and compared",
    prove(subject) {
      const { definition } = subject;
      const inputs = full(subject);
      const { record, outputs } = created(subject, inputs);
      const fields = Object.keys(record);
      const items = fc
        .oneof(json, fc.array(oddStatus), fc.record({ all: json, services: json }))
        // Objects of a response have their usual prototype.
        .map((value): unknown => JSON.parse(JSON.stringify(value)));
      fc.assert(
        fc.property(fc.constantFrom(...fields), items, (field, value) => {
          const odd = { ...record, [field]: value };
          for (const olds of [outputs, {}]) {
            const read = readOn(definition, odd, olds);
            toStruct(secured(definition, read));
            diffOf(definition, read, inputs);
            writtenTo(
              definition,
              { olds, record: odd, sent: encoded(definition, inputs, Object.keys(inputs)) },
              inputs,
            );
          }
        }),
        { numRuns: 300, examples: [["id", { toString: null }]] },
      );
    },
  },
  {
    id: "UPG-1",
    case: "a state of any shape",
    prove(subject) {
      const { definition } = subject;
      const own = ["hub", "hubId", "__serverForms", "__declared", "deleted", "recordId"];
      const state = fc.dictionary(fc.constantFrom(...Object.keys(definition.properties), ...own), fc.jsonValue());
      fc.assert(
        fc.property(state, programs(subject), (olds, news) => {
          const old = olds as Values;
          const { changed } = diffOf(definition, old, news);
          expect(Object.keys(putFor(definition, old, news).body).length).toBeLessThanOrEqual(changed.length);
          const { record } = created(subject, news);
          expect(diffOf(definition, readOn(definition, record, old), news).replaces).not.toContain("hub");
        }),
      );
    },
  },
  {
    id: "SUB-7",
    case: "failures of check",
    appliesTo: ({ properties }) => Object.values(properties).some(({ secret }) => secret),
    prove(subject) {
      const { definition, samples } = subject;
      const secret = Object.keys(definition.properties).filter((name) => definition.properties[name]?.secret);
      for (const name of secret) {
        for (const bad of samples.properties[name]?.rejected ?? []) {
          const failures = check(definition, { ...full(subject), [name]: bad });
          expect(failures.filter(({ path }) => path[0] === name)).not.toEqual([]);
          const texts = JSON.stringify(bad).match(/\w{4,}/g) ?? [];
          for (const text of texts.filter((part) => !/^(true|null|http|https)$/.test(part))) {
            expect(JSON.stringify(failures)).not.toContain(text);
          }
        }
      }
    },
  },
];

const rejections = ({ samples }: Subject): Values[] =>
  Object.entries(samples.properties).flatMap(([name, { rejected }]) => rejected.map((bad) => ({ [name]: bad })));
