import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import definition from "../../../model/page/page.schema.json" with { type: "json" };
import { Reading, type Schema } from "../../../model/page/schema.ts";
import { anyPage } from "./any-page.ts";

const schema: Schema = definition;
const byLibrary = z.fromJSONSchema(definition as Parameters<typeof z.fromJSONSchema>[0]);

it("agrees with a complete implementation of JSON Schema on pages with one change", () => {
  const anyValue = fc.constantFrom(
    null,
    true,
    0,
    1.5,
    "up",
    "all",
    [],
    ["up"],
    [1],
    [{}],
    {},
    { up: 1 },
    { api: "up" },
  );
  const counts = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(
      anyPage(),
      fc.nat(),
      fc.constantFrom("set", "add", "remove"),
      anyValue,
      (page, choice, change, value) => {
        const copy: unknown = structuredClone(page);
        const places = placesIn(copy);
        const [parent, key] = places[choice % places.length] ?? [{}, ""];
        if (change === "remove") delete parent[key];
        else parent[change === "set" ? key : "added"] = value;
        // Lists in a file have no holes, and their length is their own.
        const changed: unknown = JSON.parse(JSON.stringify(copy));

        const reading = new Reading(schema.$defs ?? {}, { find: () => undefined, protect: (value) => value });
        reading.read(changed, schema, []);
        const isRight = byLibrary.safeParse(changed).success;
        counts[isRight ? "right" : "wrong"] += 1;
        expect(reading.problems.length === 0, JSON.stringify(changed)).toBe(isRight);
      },
    ),
    { numRuns: 300 },
  );
  expect(Math.min(counts.right, counts.wrong)).toBeGreaterThan(30);
});

type Place = readonly [parent: Record<string, unknown>, key: string];

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key): Place[] => [[parent, key], ...placesIn(parent[key])]);
}
