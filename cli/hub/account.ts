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
 * Opens the account of the records that are meant: those that were named, those of the hub that the options name, or all of the
 * stack. Without records, the options, the stack configuration or the environment name it.
 *
 * @throws CommandError if it could be several accounts
 */
export async function openMeant(
  options: HubOptions,
  { records, problem }: Pick<OwnRecords, "records" | "problem">,
  named: readonly OwnRecord[] = [],
): Promise<OpenedAccount> {
  const meant = meantRecords(options.hub, { named, records });
  const opened = await Promise.all(meant.map((record) => record.open()));
  const accounts = new Map(opened.map((account) => [account.client.connection.baseUrl, account]));
  if (accounts.size > 1) throw new CommandError(severalHubs.accounts({ accounts: [...accounts.keys()].join(", ") }));
  const [ofRecords] = accounts.values();
  const account = ofRecords ?? openAccount(await findConnection(options, { stateProblem: problem }), { print: note });
  const findsAccount = records.every(({ provider }) => isDefaultProvider(provider));
  return { account, whereabouts: findsAccount ? {} : { baseUrl: account.client.connection.baseUrl } };
}

interface MeantRecords {
  readonly named: readonly OwnRecord[];
  /** All of the stack. */
  readonly records: readonly OwnRecord[];
}

function meantRecords(hub: string | undefined, { named, records }: MeantRecords): readonly OwnRecord[] {
  const onHub = (all: readonly OwnRecord[]) => all.filter((each) => hub !== undefined && each.hub.subdomain === hub);
  const namedOnHub = onHub(named);
  if (namedOnHub.length > 0) return namedOnHub;
  if (named.length > 0) return named;
  const ownOnHub = onHub(records);
  return ownOnHub.length > 0 ? ownOnHub : records;
}

/** Opens the hub that the options name, or the only one that the key sees, in the account of these records. */
export const openHub = async (options: HubOptions, records: readonly OwnRecord[]): Promise<HubOfAccount> =>
  hubOf(await openMeant(options, { records }), options);

async function hubOf(opened: OpenedAccount, { hub }: HubOptions): Promise<HubOfAccount> {
  const [subdomain] = await chooseHubs(hub, { several: severalHubs.option })(opened.account);
  return { ...opened, ...(await opened.account.hubs.resolve({ subdomain })) };
}
