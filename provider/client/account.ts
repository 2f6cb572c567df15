import { type Connection, type ReadSetting, resolveConnection } from "../config.ts";
import { type Client, createClient } from "./client.ts";
import { createHubs, type Hubs } from "./hubs.ts";
import { createRecords, type Records } from "./records.ts";

/** One key at one base URL, and everything that its users share: the pace, the connections, what has been read. */
export interface Account {
  readonly client: Client;
  readonly hubs: Hubs;
  readonly records: Records;
}

export function createAccount(client: Client): Account {
  return { client, hubs: createHubs(client), records: createRecords(client) };
}

/** Pulumi shows what this process prints. */
const print = (line: string) => void process.stdout.write(`${line}\n`);

const accounts = new Map<string, Account>();

/** The account of a connection, the same one for every resource in the process: the rate limit is bound to the key. */
export function connect(read: ReadSetting): Account {
  const connection: Connection = resolveConnection(read);
  const name = `${connection.baseUrl} ${connection.apiKey}`;
  const account = accounts.get(name) ?? createAccount(createClient(connection, { print }));
  accounts.set(name, account);
  return account;
}

/** What all accounts of this process have used of their limits, as lines for the user. */
export function describeBudgets(): string[] {
  return [...accounts.values()].map(({ client }) => client.describeBudget()).filter((line) => line !== undefined);
}
