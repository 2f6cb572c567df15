import type { Definition, Property, Values } from "../../kinds/kind.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import { check } from "../../provider/lifecycle/check.ts";
import { isWorthDeclaring } from "../../provider/lifecycle/compare.ts";
import { outputsFrom } from "../../provider/lifecycle/outputs.ts";

/** What a program declares of a record so that nothing of it changes. */
export interface Declaration {
  /** In the form in which programs declare them, with ids for services. Without the hub. */
  readonly values: Values;
  /** Properties whose live values no program could declare. They are left as they are. */
  readonly skipped: readonly string[];
  /** Why the record cannot be declared at all. */
  readonly problem?: string;
}

/** The properties of a record that differ from those of a new one, and all that every program must declare. */
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

/** The live value on the wire; where a response does not distinguish two values, the one that a new record has. */
function liveOf({ writeOnly, read, wire, cleared }: Property, record: ApiRecord): unknown {
  if (writeOnly) return undefined;
  return read ? read(record, cleared) : record[wire];
}

// The hub is checked with the others, and is not of interest here.
const checkOf = (definition: Definition, values: Values) => check(definition, { ...values, ...anyHub(definition) });

const anyHub = ({ operations }: Definition): Values => (operations.create === undefined ? {} : { hub: "any-hub" });

const describe = ({ path, reason }: ReturnType<typeof check>[number]) =>
  [path.join("."), reason].filter(Boolean).join(" ");

/** The outputs of a record as the state holds them. */
export const outputsOf = (
  definition: Definition,
  record: ApiRecord,
  { hubId, inputs }: { hubId: string; inputs: Values },
) => outputsFrom({ definition, record, hubId }, { outputs: {}, desired: inputs, sent: new Set() }).outputs;
