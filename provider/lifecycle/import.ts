import type { Definition, Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { newAdoption } from "./adopt.ts";
import { isWorthDeclaring } from "./compare.ts";
import { type Found, read } from "./read.ts";
import { nameIn } from "./record-name.ts";

/**
 * Reads a record that no state has, with the inputs that a program would declare for it.
 *
 * @param id as a user gives it
 * @param given what a program says of the record beside the ID
 */
export async function importRecord(
  account: Account,
  definition: Definition,
  { id, given }: { id: string; given: Values },
): Promise<Found | undefined> {
  const { id: recordId, values } = await nameIn(account, definition, { id, given });
  const live = await read(account, definition, recordId, values);
  if (live === undefined) return undefined;
  const declared = {
    ...(values.hub !== undefined && { hub: values.hub }),
    ...worthDeclaring(definition, live.outputs),
  };
  // Again, from memory: with these inputs as declared, as the state will have them.
  const found = await read(account, definition, recordId, declared);
  return found && { ...found, outputs: { ...found.outputs, ...newAdoption() } };
}

/** What a program has to say of a record to keep it as it is: neither what is empty, nor what only a create takes. */
function worthDeclaring({ properties }: Definition, outputs: Values): Values {
  return Object.fromEntries(
    Object.entries(outputs).filter(([name, value]) => {
      const property = properties[name];
      if (property === undefined || value === null || value === undefined) return false;
      return isWorthDeclaring(property, property.type.toWire(value));
    }),
  );
}
