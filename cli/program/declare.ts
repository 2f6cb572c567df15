import type { Definition, Property, Values } from "../../kinds/kind.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { isWorthDeclaring } from "../../provider/lifecycle/compare.ts";
import { type ApiResponse, outputsFrom } from "../../provider/lifecycle/outputs.ts";

/** The declaration of a record that leaves it unchanged. */
export interface Declaration {
  /** In the form that programs use, without the hub and with the IDs of services. */
  readonly values: Values;
  /** Properties that are left out, because the checks reject their live values. */
  readonly skipped: readonly string[];
  /** Why the record can't be declared at all. */
  readonly problem?: string;
}

/** Declares the required properties, and those that differ from a new record. */
export function declare(definition: Definition, record: ApiRecord, alsoDeclared: Values = {}): Declaration {
  const values: Values = { ...alsoDeclared };
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
function liveOf({ writeOnly, read, wire, cleared }: Property, record: ApiRecord): unknown {
  if (writeOnly) return undefined;
  return read ? read(record, cleared) : record[wire];
}

// The checks require a hub, whose value doesn't matter here.
const checkOf = (definition: Definition, values: Values) => check(definition, { ...values, ...anyHub(definition) });

const anyHub = ({ operations }: Definition): Values => (operations.create === undefined ? {} : { hub: "any-hub" });

const describe = ({ path, reason }: ReturnType<typeof check>[number]) =>
  [path.join("."), reason].filter(Boolean).join(" ");

/** The outputs of a record as the state has them. */
export const outputsOf = (
  definition: Definition,
  record: ApiRecord,
  { hub, inputs }: { hub: ApiResponse["hub"]; inputs: Values },
) => outputsFrom({ definition, record, hub }, { outputs: {}, desired: inputs, sent: new Set() }).outputs;
