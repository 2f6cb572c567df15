import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { diff } from "../../provider/lifecycle/diff.ts";
import { compare } from "../../provider/lifecycle/forms/compare.ts";
import { full, without } from "../samples/program.ts";
import { created, putFor } from "./kept.ts";
import type { PureLaw } from "./law.ts";

/** When a property that the program no longer declares is sent. */
export const clearingLaws: readonly PureLaw[] = [
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
        expect(diff(definition, outputs, removed).changed).toEqual([name]);
        expect(putFor(definition, outputs, removed).wire).toEqual({});
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
          const changes = compare(definition, stored, removed);
          const isKept = cleared === undefined && inputs === removed;
          expect(changes).toMatchObject(isKept ? [] : [{ name, kind: "removed", wire: cleared }]);
        }
      }
    },
  },
];
