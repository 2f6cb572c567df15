import { definitions } from "../../model/kinds/index.ts";
import { type Account, recordsOf } from "../../provider/inspect.ts";
import { identify, providerOf } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import { openPage } from "./copy.ts";
import type { Fields } from "./fields.ts";
import { type Page, recordName, type StateFields } from "./page.ts";
import { clearOf, type PageOf, type StackToPlay } from "./stage.ts";

export interface RehearsedStack extends StackToPlay {
  /** Whether the state has changed since the plan. @default it hasn't */
  readonly hasChanged?: () => Promise<boolean>;
  /** Opens the account of a provider; undefined if only the update will know its key. */
  readonly accountOf: (provider: string) => Promise<Account | undefined>;
}

export interface Pages {
  readonly all: readonly Page[];
  readonly pageOf: (stack: RehearsedStack) => PageOf;
  close(): Promise<void>;
}

/** The length of the API's window: the plan's last requests may still count. */
const limitWindow = 1000;

/** An account, with what only the states know of its records. */
interface KnownAccount {
  readonly account: Account;
  readonly states: Map<string, StateFields>;
}

/** Opens the page of each account, which several stacks and providers may use. */
export async function openPages(stacks: readonly RehearsedStack[]): Promise<Pages> {
  const accounts = new Map<string, KnownAccount>();
  for (const stack of stacks) await findAccounts(stack, accounts);
  const opened = [...accounts].map(async ([baseUrl, { account, states }]) => {
    await account.client.clock.sleep(limitWindow);
    return [baseUrl, await openPage(account, states)] as const;
  });
  const pages = new Map(await Promise.all(opened));
  return {
    all: [...pages.values()],
    pageOf: (stack) => async (provider) => {
      const account = await stack.accountOf(provider);
      return account && pages.get(account.client.connection.baseUrl);
    },
    close: async () => void (await Promise.all([...pages.values()].map((page) => page.close()))),
  };
}

async function findAccounts(
  { steps, resources, accountOf }: RehearsedStack,
  accounts: Map<string, KnownAccount>,
): Promise<void> {
  const find = async (state: ResourceState): Promise<KnownAccount | undefined> => {
    const account = await accountOf(providerOf(state));
    if (account === undefined) return undefined;
    const { baseUrl } = account.client.connection;
    const known = accounts.get(baseUrl) ?? { account, states: new Map() };
    accounts.set(baseUrl, known);
    return known;
  };
  for (const { urn, newState = {} } of steps) if (identify(urn) !== undefined) await find(newState);
  for (const resource of resources) {
    const { kind = "" } = identify(resource.urn) ?? {};
    const known = kind === "" ? undefined : await find(resource);
    const states = statesIn(kind, resource.id ?? "", clearOf(resource.outputs));
    for (const [id, each] of known === undefined ? [] : states) known?.states.set(id, each);
  }
}

/** Returns what the state knows of a resource's records: what no response carries, and which dates belong to one series, too. */
function statesIn(kind: string, storedId: string, stored: Fields): [string, StateFields][] {
  const properties = Object.entries(definitions[kind]?.properties ?? {});
  const given = properties.flatMap(([name, { key, writeOnly = false, type }]) => {
    const value = stored[name];
    return value === null || value === undefined ? [] : [{ key, writeOnly, value: type.toWire(value) }];
  });
  const fieldsOf = (some: typeof given) => Object.fromEntries(some.map(({ key, value }) => [key, value]));
  const { ids } = recordsOf(storedId, stored);
  const isSeries = definitions[kind]?.series !== undefined && ids.length > 1;
  const series = Math.min(...ids.map(Number));
  const unseen = {
    ...fieldsOf(given.filter(({ writeOnly }) => writeOnly)),
    ...(isSeries && { series_id: series }),
  };
  const deployed = fieldsOf(given.filter(({ writeOnly }) => !writeOnly));
  return ids.map((id) => [recordName(kind, id), { unseen, deployed }]);
}
