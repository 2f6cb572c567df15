import type { Declared, Live } from "../../model/api/form.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Property } from "../../model/kinds/property.ts";
import { check } from "./check.ts";
import { isWorthDeclaring } from "./forms/compare.ts";

/**
 * Declares a record as a program would have to: the required properties, and those that differ from a new record.
 *
 * @returns also the properties that are left out because the checks reject their live values, and why the record can't be
 *   declared at all
 */
export function declarationOf(definition: Definition, live: Live, alsoDeclared: Declared = {}) {
  const values: Record<string, unknown> = { ...alsoDeclared };
  for (const [name, property] of Object.entries(definition.properties)) {
    const value = liveOf(property, live);
    if (value !== undefined && isWorthDeclaring(property, value))
      values[name] = property.type.fromWire(value, undefined);
  }
  const failures = checkWithoutHub(definition, values);
  const skipped = [...new Set(failures.map(({ path }) => String(path[0] ?? "")))].filter(
    (name) => name !== "" && definition.properties[name]?.required === undefined,
  );
  for (const name of skipped) delete values[name];
  const [failure] = checkWithoutHub(definition, values);
  return { values, skipped, problem: failure && [failure.path.join("."), failure.reason].filter(Boolean).join(" ") };
}

/** The live value in the API's form. If a response doesn't distinguish two values, this is the one of a new record. */
function liveOf({ writeOnly, read, wire, cleared }: Property, live: Live): unknown {
  if (writeOnly) return undefined;
  return read ? read(live, cleared) : live[wire];
}

/** The checks require a hub, whose value doesn't matter here. */
const checkWithoutHub = (definition: Definition, values: Declared) =>
  check(definition, isAdoptOnly(definition) ? values : { ...values, hub: "any-hub" });
