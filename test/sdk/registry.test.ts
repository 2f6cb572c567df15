import { expect, it } from "vitest";
import { definitions } from "../../model/kinds/index.ts";

it("names no property or output like the provider's own keys", () => {
  const own = ["hub", "hubId", "deleted", "id", "urn", "__serverForms", "__provider"];
  const names = Object.values(definitions).flatMap(({ properties, outputs }) =>
    [properties, outputs].flatMap(Object.keys),
  );

  expect(names.filter((name) => own.includes(name))).toEqual([]);
});

it.each(Object.entries(definitions))(
  "%s: its label is a property that isn't secret, and its identity is declared",
  (_, definition) => {
    const { label, identity = [], properties, outputs } = definition;

    expect(label.filter((name) => properties[name]?.secret)).toEqual([]);
    expect([...label, ...identity].filter((name) => properties[name] === undefined)).toEqual([]);
    expect(Object.keys(outputs).filter((name) => properties[name] !== undefined)).toEqual([]);
  },
);
