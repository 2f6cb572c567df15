import fc from "fast-check";
import { expect, it, test } from "vitest";
import { createSecretKeys } from "../../../cli/program/names.ts";

const secret = (name: string, id: string, value: unknown = `of ${name} ${id}`) => ({
  kind: "Subscription",
  name,
  id,
  property: "address",
  value,
});

it("skips a key that has another value, and uses a key that has the same value", () => {
  const keys = createSecretKeys(
    new Map(
      Object.entries({ teamAddress: "another", team2Address: "mine", team3Address: "another", own: '{"b":1,"a":2}' }),
    ),
  );
  expect(keys.take(secret("team", "1", "mine"))).toBe("team1Address");
  expect(keys.take(secret("team", "2", "mine"))).toBe("team2Address");
  expect(keys.take(secret("team", "3", "mine"))).toBe("team3Address3");
  expect(keys.take(secret("other", "3", { a: 2, b: 1 }))).toBe("otherAddress");
});

it("finds the key of a declared record by its value, once", () => {
  const keys = createSecretKeys(new Map(Object.entries({ hook: "x", notJson: "{", object: '{"b":1,"a":2}' })));
  expect(keys.find(secret("team", "1", "x"))).toBe("hook");
  expect(keys.find(secret("team", "2", "x"))).toBe("teamAddress");
  expect(keys.find(secret("ops", "3", { a: 2, b: 1 }))).toBe("object");
});

test("[ADO-12] no two secrets share a key, and none gets a key with another value", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "1", "-"), minLength: 1, maxLength: 4 });
  const secrets = fc.array(fc.tuple(word, fc.constantFrom("x", "y"), fc.boolean()), { maxLength: 8 });
  const settings = fc.dictionary(
    word.map((name) => `${name}Address`),
    fc.constantFrom("x", "y", "z"),
  );
  fc.assert(
    fc.property(secrets, settings, (all, known) => {
      const keys = createSecretKeys(new Map(Object.entries(known)));
      const taken = all.map(([name, value, isDeclared], index) => ({
        value,
        key: keys[isDeclared ? "find" : "take"](secret(name, String(index + 1), value)),
      }));
      expect(new Set(taken.map(({ key }) => key)).size).toBe(all.length);
      for (const { key, value } of taken)
        expect([undefined, value]).toContain(Object.hasOwn(known, key) ? known[key] : undefined);
    }),
  );
});
