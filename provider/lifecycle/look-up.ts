import { isDeepStrictEqual } from "node:util";
import type { Account } from "../client/account.ts";
import { isDeleted } from "../client/collection.ts";
import { StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Lookup } from "../functions/define.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";
import { attempt } from "./failure.ts";
import { hubOf, open } from "./hub.ts";
import { isComplete, outputsFrom, withoutMarks } from "./state.ts";

/**
 * Finds records that a program does not manage, in the list that every read of their kind shares.
 *
 * @throws where exactly one must match and none or several do
 */
export function lookUp(
  account: Account,
  { definition, lookup }: { definition: Definition; lookup: Lookup },
  args: Values,
): Promise<Values> {
  const { connection } = account.client;
  return attempt({ connection, definition, verb: "read", values: args }, async () => {
    const filters = Object.entries(lookup.filters).filter(([name]) => args[name] !== undefined && args[name] !== null);
    if (lookup.all === undefined && filters.length === 0) {
      throw new StatusHubError(`no argument names the record. Give one of ${Object.keys(lookup.filters).join(", ")}`);
    }
    const found = (await recordsOf(account, definition, args)).filter((record) =>
      filters.every(([name, { matches }]) =>
        matches === undefined ? isDeepStrictEqual(record[name], args[name]) : matches(record, args[name]),
      ),
    );
    if (lookup.all !== undefined) return { [lookup.all]: found };
    const [record, ...others] = found;
    const wanted = filters.map(([name]) => `${name} ${JSON.stringify(args[name])}`).join(" and ");
    if (record === undefined) throw new StatusHubError(`none has the ${wanted}. Check the value, and the hub`);
    if (others.length === 0) return record;
    const ids = found.map(({ id }) => id).join(", ");
    throw new StatusHubError(`${found.length} have the ${wanted} (${ids}). Name the one that you mean by its id`);
  });
}

/** The live records of a kind, with their ids and without what is secret. */
async function recordsOf(account: Account, definition: Definition, args: Values): Promise<Values[]> {
  const hubId = typeof args.id === "string" ? args.id : undefined;
  const collection = await open(account, definition, hubOf(definition, hubId, args));
  const isFull = (record: ApiRecord) => isComplete(definition, record);
  const find = (id: string) => collection.read(id);
  const listed = isAdopted(definition) ? [await find(collection.hub.id)] : await collection.live();
  // A list has an order of its own, which may be another one tomorrow.
  const inOrder = listed.toSorted((one, other) => Number(one?.id) - Number(other?.id));
  const records = await Promise.all(
    inOrder.map((record) => (record === undefined || isFull(record) ? record : find(String(record.id)))),
  );
  return records
    .filter((record) => record !== undefined && !isDeleted(record))
    .map((record = {}) => {
      const sighting = { definition, record, hubId: collection.hub.id };
      const { outputs } = outputsFrom(sighting, { olds: {}, declared: {} });
      const hub = isAdopted(definition) ? {} : { hubId: collection.hub.id };
      return { id: String(record.id), ...hub, ...openOutputs(definition, outputs) };
    });
}

function openOutputs({ properties, outputs: answered }: Definition, outputs: Values): Values {
  const isOpen = (name: string) => (properties[name] ?? answered[name])?.secret === undefined;
  return Object.fromEntries(Object.entries(withoutMarks(outputs)).filter(([name]) => isOpen(name)));
}
