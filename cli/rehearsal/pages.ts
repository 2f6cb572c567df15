import { definitions } from "../../model/kinds/index.ts";
import { type Account, recordsOf } from "../../provider/inspect.ts";
import { identify, providerOf } from "../project/record.ts";
import type { ExportedResource, ResourceState } from "../project/stack.ts";
import { openPage } from "./copy.ts";
import type { Fields } from "./fields.ts";
import { type Page, recordName } from "./page.ts";
import { clearOf, type PageOf, type StackToPlay } from "./stage.ts";

export interface RehearsedStack extends StackToPlay {
  /** Reads the state as it is then. @default it doesn't change */
  readonly exportAgain?: () => Promise<readonly ExportedResource[]>;
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
  readonly unseen: Map<string, Fields>;
}

/** Opens the page of each account, which several stacks and providers may use. */
export async function openPages(stacks: readonly RehearsedStack[]): Promise<Pages> {
  const accounts = new Map<string, KnownAccount>();
  for (const stack of stacks) await findAccounts(stack, accounts);
  const opened = [...accounts].map(async ([baseUrl, { account, unseen }]) => {
    await account.client.clock.sleep(limitWindow);
    return [baseUrl, await openPage(account, unseen)] as const;
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
    const known = accounts.get(baseUrl) ?? { account, unseen: new Map() };
    accounts.set(baseUrl, known);
    return known;
  };
  for (const { urn, newState = {} } of steps) if (identify(urn) !== undefined) await find(newState);
  for (const resource of resources) {
    const { kind = "" } = identify(resource.urn) ?? {};
    const known = kind === "" ? undefined : await find(resource);
    const fields = unseenIn(kind, resource.id ?? "", clearOf(resource.outputs));
    for (const [id, each] of known === undefined ? [] : fields) known?.unseen.set(id, each);
  }
}

/** Returns what only the state knows of a record: what no response carries, and which dates belong to one series. */
function unseenIn(kind: string, storedId: string, stored: Fields): [string, Fields][] {
  const properties = Object.entries(definitions[kind]?.properties ?? {});
  const given = properties.flatMap(([name, { key, writeOnly, type }]) => {
    const value = stored[name];
    return writeOnly === true && value !== null && value !== undefined ? [[key, type.toWire(value)]] : [];
  });
  const { ids } = recordsOf(storedId, stored);
  const isSeries = definitions[kind]?.series !== undefined && ids.length > 1;
  const series = Math.min(...ids.map(Number));
  const fields = { ...Object.fromEntries(given), ...(isSeries && { series_id: series }) };
  return ids.map((id) => [recordName(kind, id), fields]);
}
