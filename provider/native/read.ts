import type { Account } from "../client/account.ts";
import { newAdoption } from "../lifecycle/adopt.ts";
import { isWorthDeclaring } from "../lifecycle/observe.ts";
import { type Found, read as readRecord } from "../lifecycle/read.ts";
import { isLookUp } from "../lifecycle/state.ts";
import { withoutPointer, withSecrets } from "../pulumi.ts";
import type { Definition, Values } from "../resources/define.ts";
import { nameIn } from "./ids.ts";
import { messages } from "./protocol.ts";
import { resolveReferences } from "./references.ts";
import { definitionIn, type Session } from "./session.ts";
import { fromStruct, toStruct } from "./values.ts";
import { refuseNewerState } from "./version.ts";

type ReadRequest = InstanceType<typeof messages.ReadRequest>;

/** Reads a record for a refresh, for an import, or for a look-up that a program asks for. */
export async function read(session: Session, request: ReadRequest) {
  const definition = await definitionIn(request);
  const olds = withoutPointer(fromStruct(request.getProperties()));
  const account = session.account(request.getTimeout());
  const isRefresh = !isLookUp(definition, olds);
  await refuseNewerState(definition, olds);
  const id = request.getId();
  const found = isRefresh
    ? await readRecord(account, definition, id, olds)
    : await lookUp(account, definition, { id, olds });
  if (found === undefined) return new messages.ReadResponse();
  if (isRefresh) session.owners.noteInState(definition, found.recordId, olds.recordId);
  return new messages.ReadResponse()
    .setId(found.recordId)
    .setProperties(toStruct(withSecrets(definition, found.outputs)))
    .setInputs(toStruct(withSecrets(definition, found.inputs)));
}

/** A record that no state has, with the inputs that a program would declare for it. */
async function lookUp(
  account: Account,
  definition: Definition,
  { id, olds }: { id: string; olds: Values },
): Promise<Found | undefined> {
  const { inputs: given } = resolveReferences(olds);
  const { id: recordId, values } = await nameIn(account, definition, { id, given });
  const seen = await readRecord(account, definition, recordId, values);
  if (seen === undefined) return undefined;
  const declared = {
    ...(values.hub !== undefined && { hub: values.hub }),
    ...worthDeclaring(definition, seen.outputs),
  };
  // Again, from memory: with these inputs as declared, as the state will have them.
  const found = await readRecord(account, definition, recordId, declared);
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
