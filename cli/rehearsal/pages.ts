import { definitions } from "../../model/kinds/index.ts";
import { type Account, recordsOf } from "../../provider/inspect.ts";
import { identify, providerOf } from "../project/record.ts";
import { openPage } from "./copy.ts";
import type { Fields } from "./fields.ts";
import { type Page, recordName } from "./page.ts";
import { clearOf, type PageOf, type StackToPlay } from "./stage.ts";

export interface RehearsedStack extends StackToPlay {
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

/** Opens the page of each account, which several stacks and providers may use, with what only the states know of it. */
export async function openPages(stacks: readonly RehearsedStack[]): Promise<Pages> {
  const accounts = new Map<string, Account>();
  const unseen = new Map<string, Map<string, Fields>>();
  const findAccount = async (stack: RehearsedStack, provider: string) => {
    const account = await stack.accountOf(provider);
    if (account !== undefined) accounts.set(account.client.connection.baseUrl, account);
    return account;
  };
  for (const stack of stacks) {
    for (const { urn, newState = {} } of stack.steps)
      if (identify(urn) !== undefined) await findAccount(stack, providerOf(newState));
    for (const resource of stack.resources) {
      const kind = identify(resource.urn)?.kind;
      const account = kind === undefined ? undefined : await findAccount(stack, providerOf(resource));
      if (kind === undefined || account === undefined) continue;
      const { baseUrl } = account.client.connection;
      const known = unseen.get(baseUrl) ?? new Map<string, Fields>();
      unseen.set(baseUrl, known);
      for (const [id, fields] of unseenIn(kind, resource.id ?? "", clearOf(resource.outputs))) known.set(id, fields);
    }
  }
  const opened = [...accounts].map(async ([baseUrl, account]) => {
    await account.client.clock.sleep(limitWindow);
    return [baseUrl, await openPage(account, unseen.get(baseUrl) ?? new Map())] as const;
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
