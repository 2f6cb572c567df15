import type { Definition, Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { newAdoption } from "./adopt.ts";
import { isWorthDeclaring } from "./compare.ts";
import { type Found, read } from "./read.ts";
import { nameIn } from "./record-name.ts";

/**
 * Reads a record that isn't in any state, with the inputs that a program would declare for it.
 *
 * @param id as the user enters it
 * @param given inputs that the program passes besides the ID
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
  // Read again, from the cache, as if these inputs were declared: this is how the state will have them.
  const found = await read(account, definition, recordId, declared);
  return found && { ...found, outputs: { ...found.outputs, ...newAdoption() } };
}

/**
 * Returns the inputs that a program needs to keep the record as it is, without empty ones and those only used on
 * create.
 */
function worthDeclaring({ properties }: Definition, outputs: Values): Values {
  return Object.fromEntries(
    Object.entries(outputs).filter(([name, value]) => {
      const property = properties[name];
      if (property === undefined || value === null || value === undefined) return false;
      return isWorthDeclaring(property, property.type.toWire(value));
    }),
  );
}
