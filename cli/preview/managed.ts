import type { Account } from "../../provider/client/account.ts";
import { stackRecords, statesBefore } from "../project/record.ts";
import { labelOf } from "../records.ts";
import type { PlannedStack } from "./plan.ts";

/** What readers call each record that the stacks manage, by its key. */
export type ManagedRecords = ReadonlyMap<string, string>;

export type FindManaged = () => Promise<ManagedRecords>;

/** Finds the records that the stacks manage, once and only if somebody asks. */
export function createManaged(stacks: readonly PlannedStack[]): FindManaged {
  let found: Promise<ManagedRecords> | undefined;
  return () => {
    found ??= findManaged(stacks);
    return found;
  };
}

/** Another account has records with the same IDs. */
async function findManaged(stacks: readonly PlannedStack[]): Promise<ManagedRecords> {
  const found = stacks.flatMap(({ steps, accountOf }) => {
    const states = statesBefore(steps);
    return stackRecords(steps).map(async ({ urn, provider, kind, id }) => {
      const account = await accountOf(provider);
      const label = labelOf(kind, { ...states.get(urn)?.inputs });
      return account === undefined ? [] : [[recordKey(account, { kind, id }), label] as const];
    });
  });
  const labels = (await Promise.all(found)).flat();
  // What is a secret in one stack is one in all of them.
  return new Map([...labels, ...labels.filter(([, label]) => label === secretLabel)]);
}

export const secretLabel = "[secret]";

export const recordKey = ({ client }: Account, { kind, id }: { readonly kind: string; readonly id: string }) =>
  `${client.connection.baseUrl} ${kind} ${id}`;
