import { definitions } from "../../model/kinds/index.ts";
import { type Account, recordsOf } from "../../provider/inspect.ts";
import { identify, providerOf } from "../project/record.ts";
import type { ExportedResource, ResourceState } from "../project/stack.ts";
import { openPage } from "./copy.ts";
import { type Page, recordName, type StateFields } from "./page.ts";
import type { PageOf } from "./providers.ts";
import { clearOf } from "./secrets.ts";
import type { StackToPlay } from "./stage.ts";

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
  const accounts = await knownAccounts(stacks);
  const all = await Promise.all(
    accounts.map(async ({ account, states }) => {
      await account.client.clock.sleep(limitWindow);
      return openPage(account, states);
    }),
  );
  return {
    all,
    pageOf: (stack) => async (provider) => {
      const account = await stack.accountOf(provider);
      return account && all.find(({ baseUrl }) => baseUrl === account.client.connection.baseUrl);
    },
    close: async () => void (await Promise.all(all.map((page) => page.close()))),
  };
}

/** Finds the accounts of the records in plans and states. */
async function knownAccounts(stacks: readonly RehearsedStack[]): Promise<KnownAccount[]> {
  const byUrl = new Map<string, KnownAccount>();
  const find = async (stack: RehearsedStack, state: ResourceState): Promise<KnownAccount | undefined> => {
    const account = await stack.accountOf(providerOf(state));
    if (account === undefined) return undefined;
    const { baseUrl } = account.client.connection;
    const known = byUrl.get(baseUrl) ?? { account, states: new Map() };
    byUrl.set(baseUrl, known);
    return known;
  };
  for (const stack of stacks) {
    for (const { urn, newState = {} } of stack.steps) {
      if (identify(urn) !== undefined) await find(stack, newState);
    }
    for (const resource of stack.resources) {
      const kind = identify(resource.urn)?.kind;
      const known = kind === undefined ? undefined : await find(stack, resource);
      if (kind !== undefined && known !== undefined) noteStates(kind, resource, known.states);
    }
  }
  return [...byUrl.values()];
}

/** Notes what a resource of the state tells about its records: what no response carries, and which dates are one series, too. */
function noteStates(kind: string, { id = "", outputs }: ExportedResource, states: Map<string, StateFields>): void {
  const stored = clearOf(outputs);
  const unseen: Record<string, unknown> = {};
  const deployed: Record<string, unknown> = {};
  const { properties = {}, series } = definitions[kind] ?? {};
  for (const [name, { key, writeOnly, type }] of Object.entries(properties)) {
    const value = stored[name];
    if (value === null || value === undefined) continue;
    const fields = writeOnly ? unseen : deployed;
    fields[key] = type.toWire(value);
  }
  const { ids } = recordsOf(id, stored);
  const isSeries = series !== undefined && ids.length > 1;
  if (isSeries) unseen.series_id = Math.min(...ids.map(Number));
  for (const each of ids) states.set(recordName(kind, each), { unseen, deployed });
}
