import type { Declared, Live } from "../../model/api/form.ts";
import type { Definition, Property } from "../../model/kinds/kind.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { isWorthDeclaring } from "../../provider/lifecycle/forms/compare.ts";
import { unsent } from "../../provider/lifecycle/forms/known.ts";
import { type RecordResponse, storedAfterWrite } from "../../provider/lifecycle/forms/stored.ts";

/** The declaration of a record that leaves it unchanged. */
export interface Declaration {
  /** In the form that programs use, without the hub and with the IDs of services. */
  readonly values: Declared;
  /** Properties that are left out, because the checks reject their live values. */
  readonly skipped: readonly string[];
  /** Why the record can't be declared at all. */
  readonly problem?: string;
}

/** Declares the required properties, and those that differ from a new record. */
export function declare(definition: Definition, record: Live, alsoDeclared: Declared = {}): Declaration {
  const values: Record<string, unknown> = { ...alsoDeclared };
  for (const [name, property] of Object.entries(definition.properties)) {
    const live = liveOf(property, record);
    if (live !== undefined && isWorthDeclaring(property, live)) values[name] = property.type.fromWire(live, undefined);
  }
  const failures = checkOf(definition, values);
  const skipped = [...new Set(failures.map(({ path }) => String(path[0] ?? "")))].filter(
    (name) => name !== "" && definition.properties[name]?.required === undefined,
  );
  for (const name of skipped) delete values[name];
  const [failure] = checkOf(definition, values);
  return failure === undefined ? { values, skipped } : { values, skipped, problem: describe(failure) };
}

/** The live value in the API's form. If a response doesn't distinguish two values, this is the one of a new record. */
function liveOf({ writeOnly, read, wire, cleared }: Property, record: Live): unknown {
  if (writeOnly) return undefined;
  return read ? read(record, cleared) : record[wire];
}

// The checks require a hub, whose value doesn't matter here.
const checkOf = (definition: Definition, values: Declared) => check(definition, { ...values, ...anyHub(definition) });

const anyHub = ({ operations }: Definition): Declared => (operations.create === undefined ? {} : { hub: "any-hub" });

const describe = ({ path, reason }: ReturnType<typeof check>[number]) =>
  [path.join("."), reason].filter(Boolean).join(" ");

export const outputsOf = (
  definition: Definition,
  record: Live,
  { hub, inputs }: RecordResponse["collection"] & { readonly inputs: Declared },
) => storedAfterWrite({ definition, collection: { hub } }, { stored: {}, live: record, sent: unsent }, inputs).stored;
