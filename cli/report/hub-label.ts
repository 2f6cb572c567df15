import { nameIn } from "../../model/pulumi/resource-type.ts";
import type { Account } from "../../provider/inspect.ts";
import { describeAccount } from "../connection.ts";
import { providerOf } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";

/** Where a hub is. Hubs of two accounts may have the same subdomain. */
export interface Place {
  readonly subdomain: string;
  /** The account in words. */
  readonly account: string;
}

/** Names a hub by its subdomain and, if hubs of several accounts have that, by its account. */
export type HubLabel = (subdomain: string, account: string) => string;

/** @param places of all records that a report is about */
export function createHubLabel(places: readonly Place[]): HubLabel {
  const bySubdomain = Map.groupBy(places, ({ subdomain }) => subdomain);
  return (subdomain, account) => {
    const accounts = new Set(bySubdomain.get(subdomain)?.map((place) => place.account));
    return accounts.size > 1 ? `${subdomain} (${account})` : subdomain;
  };
}

/** Opens the account of a provider; undefined if only the update will know its key. */
export type AccountOf = (provider: string) => Promise<Account | undefined>;

/** Returns the accounts of the providers of these resources, in words, by the URNs of the providers. */
export async function accountsInWords(
  states: readonly ResourceState[],
  accountOf: AccountOf,
): Promise<ReadonlyMap<string, string>> {
  const accounts = new Map<string, string>();
  for (const provider of new Set(states.map(providerOf))) {
    const account = await accountOf(provider);
    const inWords = account ? describeAccount(account.client.connection) : `provider ${nameIn(provider)}`;
    accounts.set(provider, inWords);
  }
  return accounts;
}
