import fc from "fast-check";
import { expect } from "vitest";
import type { Operation } from "../../../model/api/operation.ts";
import { operations } from "../../../model/kinds/operations.ts";
import { it, webhook } from "../scene.ts";
import { bodies, createEach } from "./bodies.ts";

const instants = fc.constantFrom(
  "2026-01-01T00:00:00Z",
  "2026-01-03 00:00",
  "9999-12-31T23:59:59-12:00",
  "0000-01-01T00:00:00Z",
  "now",
);
const names = fc.constantFrom(
  ...["", "<b>x</b>"],
  ..."daily weekly resolved identified draft published email webhook a".split(" "),
);
const texts = fc.oneof(
  names,
  instants,
  fc.string({ unit: "binary" }),
  fc.constantFrom("a@example.com", "https://example.com"),
);
const numbers = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.double(), fc.maxSafeInteger());
const items = fc.oneof(
  fc.record({ service_id: numbers, status: fc.constantFrom("up", "down", "x") }, { requiredKeys: [] }),
  fc.record({ offset_in_min: numbers, offset_type: names }),
  fc.record({ address: texts, method_name: names, services_selection: fc.constant({ all: true }) }),
  texts,
);
const objects = fc.oneof(
  fc.record({ all: fc.boolean(), service_ids: fc.array(numbers) }, { requiredKeys: [] }),
  fc.record(
    { interval: names, end_on: fc.option(instants), interval_options: fc.option(fc.dictionary(names, names)) },
    { requiredKeys: [] },
  ),
  fc.record({ update_following: fc.boolean() }),
  fc.dictionary(fc.string(), fc.jsonValue()),
);
const values = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null), fc.array(items, { maxLength: 3 }), objects);

// The address of the subscription that exists would be taken.
const valid: typeof bodies = { ...bodies, createSubscription: webhook({ address: "https://example.com/new" }) };

/** A body with fields of the operation: usually the required ones, and some with arbitrary values. */
const bodyOf = (name: string, operation: Operation) => {
  const fields = fc.constantFrom(...Object.keys(operation.body?.shape ?? {}));
  const base = fc.constantFrom(valid[name] ?? {}, valid[name] ?? {}, {});
  return fc
    .tuple(base, fc.dictionary(fields, values, { maxKeys: 3 }))
    .map(([needed, extra]) => ({ ...needed, ...extra }));
};

/** A path whose IDs may or may not be those of records. */
const paths = (path: string) =>
  fc
    .tuple(fc.constantFrom("acme", "acme-partners", "globex"), fc.integer({ min: 0, max: 2 }))
    .map(([subdomain, id]) => path.replace("{subdomain}", subdomain).replaceAll(/\{\w+\}/g, String(id)));

const writes = fc
  .constantFrom(...Object.entries<Operation>(operations).filter(([, { method }]) => method !== "GET"))
  .chain(([name, operation]) => {
    const body = operation.body ? bodyOf(name, operation) : fc.constant(undefined);
    return fc.record({ method: fc.constant(operation.method), path: paths(operation.path), body });
  });

it("any request is either carried out or rejected as a whole, and never crashes", async ({ api }) => {
  await createEach(api);
  const records = api.emulator.snapshot();
  await fc.assert(
    fc.asyncProperty(writes, async ({ method, path, body }) => {
      api.emulator.restore(records);
      const { status, body: response } = await api.send(method, path, body);
      expect([200, 404, 409, 422, 501]).toContain(status);
      // The values written by an operation can be stored in a snapshot and in the data file.
      const written = api.emulator.snapshot();
      api.emulator.restore(written);
      expect(api.emulator.snapshot()).toEqual(written);
      if (status === 200) return;
      expect(response).toEqual({ error: expect.any(String) });
      expect(api.emulator.snapshot()).toEqual(records);
    }),
    { numRuns: 1000 },
  );
});
