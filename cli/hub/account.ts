import { isDefaultProvider } from "../../model/pulumi/resource-type.ts";
import { type Account, openAccount } from "../../provider/inspect.ts";
import type { Whereabouts } from "../advice.ts";
import { type AccountOptions, connectionWithoutStack, describeAccount, findConnection } from "../connection.ts";
import { severalHubs } from "../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";
import { chooseHubs } from "./content.ts";
import { type OwnRecord, type OwnRecords, readStack } from "./own-records.ts";

export interface HubOptions extends AccountOptions {
  readonly hub?: string;
}

export interface OpenedAccount {
  readonly account: Account;
  /** What an advised command needs besides the options of this run to reach the account. */
  readonly whereabouts?: Whereabouts;
}

export interface HubOfAccount extends OpenedAccount {
  readonly subdomain: string;
}

/** Names a hub, or what is on it, for people: with the account. */
export const placeInWords = ({ account, subdomain }: HubOfAccount, id?: string): string =>
  `${id === undefined ? subdomain : `${subdomain}/${id}`} (${describeAccount(account.client.connection)})`;

/** Milliseconds. */
const longestLook = 5_000;

/** Returns a hub for reading what only helps to know, so that nobody waits long for it. */
export const briefly = (hub: HubOfAccount, signal: AbortSignal = AbortSignal.timeout(longestLook)): HubOfAccount => ({
  ...hub,
  account: hub.account.within(signal),
});

/**
 * Opens the account that options and environment name, or else the one of the stack's records. Then `pulumi` is only asked if
 * they don't name one.
 */
export async function openNamedAccount(options: HubOptions): Promise<OpenedAccount> {
  return openWithoutStack(options) ?? openMeant(options, await readStack(options));
}

/** Opens the hub that the options name, or the only one that the key sees. */
export async function openNamedHub(options: HubOptions): Promise<HubOfAccount> {
  return hubOf(await openNamedAccount(options), options);
}

export function openWithoutStack(options: HubOptions): OpenedAccount | undefined {
  const connection = connectionWithoutStack(options);
  return connection && { account: openAccount(connection, { print: note }), whereabouts: {} };
}

/**
 * Opens the account of the records that are meant: of those that were named, or else of the stack, those of the hub that the options name,
 * or else all. Without records, the options, the stack configuration or the environment name it.
 *
 * @param named what the stack has under the name on the command line
 * @throws CommandError if it could be several accounts
 */
export async function openMeant(
  options: HubOptions,
  { inAccount, problem }: Pick<OwnRecords, "inAccount" | "problem">,
  named: readonly OwnRecord[] = [],
): Promise<OpenedAccount> {
  const meant = firstNotEmpty([onHub(options.hub, named), named, onHub(options.hub, inAccount), inAccount]);
  const opened = await Promise.all(meant.map((record) => record.open()));
  const accounts = new Map(opened.map((account) => [account.client.connection.baseUrl, account]));
  if (accounts.size > 1) throw new CommandError(severalHubs.accounts({ accounts: [...accounts.keys()].join(", ") }));
  const [accountOfRecords] = accounts.values();
  const account = accountOfRecords ?? (await openConfigured(options, problem));
  // The stack configuration only names the account of the default provider.
  const isInConfiguration = inAccount.every(({ provider }) => isDefaultProvider(provider));
  return { account, whereabouts: isInConfiguration ? {} : { baseUrl: account.client.connection.baseUrl } };
}

async function openConfigured(options: HubOptions, stateProblem: string | undefined): Promise<Account> {
  const connection = await findConnection(options, { stateProblem });
  return openAccount(connection, { print: note });
}

const firstNotEmpty = (lists: readonly (readonly OwnRecord[])[]): readonly OwnRecord[] =>
  lists.find((records) => records.length > 0) ?? [];

const onHub = (hub: string | undefined, records: readonly OwnRecord[]): readonly OwnRecord[] =>
  hub === undefined ? [] : records.filter((record) => record.hub.subdomain === hub);

/** Opens the hub that the options name, or the only one that the key sees, in the account of these records. */
export const openHub = async (options: HubOptions, records: readonly OwnRecord[]): Promise<HubOfAccount> =>
  hubOf(await openMeant(options, { inAccount: records }), options);

async function hubOf(opened: OpenedAccount, { hub }: HubOptions): Promise<HubOfAccount> {
  const [subdomain] = await chooseHubs(hub, { several: severalHubs.option })(opened.account);
  return { ...opened, ...(await opened.account.hubs.resolve({ subdomain })) };
}
