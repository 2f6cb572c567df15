import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { definitions } from "../../provider/resources/index.ts";
import * as statushub from "../../sdk/index.ts";
import type { Shape } from "../../sdk/resource.ts";
import { commentOf, parseSource } from "../../tools/docs/comment.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const fileOf = (kind: string) => kind.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase();

it.each(Object.entries(definitions))("%s is complete: class, definition, examples, reference", (kind, definition) => {
  const path = `sdk/${fileOf(kind)}.ts`;
  const classes = parseSource(path, read(path)).statements.flatMap((node) => commentOf(node).examples);

  expect(definition.kind).toBe(kind);
  expect(Object.keys(statushub)).toContain(kind);
  expect(read(`provider/resources/${fileOf(kind)}.ts`)).toContain(`kind: "${kind}"`);
  expect(classes.join("\n")).toContain(`new statushub.${kind}(`);
  expect(read("examples/acme/index.ts")).toContain(`new statushub.${kind}(`);
  expect(read(`docs/resources/${fileOf(kind)}.md`)).toContain(`\n# ${kind}\n`);
});

it("names no property or output as the provider's own keys", () => {
  const own = ["hub", "hubId", "deleted", "id", "urn", "__serverForms", "__provider"];
  const names = Object.values(definitions).flatMap(({ properties, outputs }) =>
    [properties, outputs].flatMap(Object.keys),
  );

  expect(names.filter((name) => own.includes(name))).toEqual([]);
});

it.each(Object.entries(definitions))(
  "%s: its label is a property that is no secret, and its identity is declared",
  (_, definition) => {
    const { label, identity = [], properties, outputs } = definition;

    expect(label.filter((name) => properties[name]?.secret)).toEqual([]);
    expect([...label, ...identity].filter((name) => properties[name] === undefined)).toEqual([]);
    expect(Object.keys(outputs).filter((name) => properties[name] !== undefined)).toEqual([]);
  },
);

it.each(Object.entries(definitions))(
  "%s: its class compares what is unique as the provider does",
  async (kind, definition) => {
    const { unique, identity } = definition;
    const { shape } = (await import(`../../sdk/${fileOf(kind)}.ts`)) as { shape: Shape<never> };

    expect(shape.unique ?? []).toEqual(unique ?? identity ?? []);
  },
);
