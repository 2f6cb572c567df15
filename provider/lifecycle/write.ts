import { ignoredProperty } from "../../errors/up.ts";
import type { Values, Wire } from "../resources/define.ts";
import { PartialError, subject } from "./failure.ts";
import type { ExistingRecord } from "./find.ts";
import { findWire } from "./observe.ts";
import { declaredIn, type Expectation, outputsFrom } from "./state.ts";

/**
 * The outputs that a response makes.
 *
 * @throws PartialError when the API accepted a property and kept another value: the live value goes into the state, so
 * that the next preview still shows the difference
 */
export function describe(record: ExistingRecord, live: Wire, expectation: Expectation): Values {
  const { definition, collection, recordId } = record;
  const { outputs, ignored } = outputsFrom({ definition, record: live, hubId: collection.hub.id }, expectation);
  if (ignored.length === 0) return outputs;
  const shown = (name: string) =>
    definition.properties[name]?.secret ? "another value" : JSON.stringify(outputs[name]);
  const kept = ignored.map((name) => `${name} is ${shown(name)} there`).join(", ");
  throw new PartialError(
    ignoredProperty({
      subject: subject({ definition, values: expectation.declared, recordId }),
      properties: ignored.join(", "),
      kept,
    }),
    { recordId, outputs },
  );
}

/** The body of a PUT with what the API wants beside the changed properties. */
export async function completed(
  record: ExistingRecord,
  body: Wire,
  { outputs, news }: { outputs: Values; news: Values },
): Promise<Wire> {
  const { definition } = record;
  const olds = declaredIn(definition, outputs);
  const merged = { ...body, ...(await mergedIn(record, body, olds)) };
  return definition.completeUpdate?.(merged, { olds, news }) ?? merged;
}

/** Documented: a PUT replaces a whole property. So an object is sent with the keys that others have set in it. */
async function mergedIn({ definition, collection, recordId }: ExistingRecord, body: Wire, olds: Values): Promise<Wire> {
  const merging = Object.entries(definition.properties).filter(([, { wire, type }]) => type.merge && wire in body);
  if (merging.length === 0) return {};
  const live = (await collection.get(recordId)) ?? {};
  return Object.fromEntries(
    merging.map(([name, property]) => {
      const { wire, type } = property;
      return [wire, type.merge?.(live[wire], body[wire], findWire(property, olds[name]))];
    }),
  );
}
