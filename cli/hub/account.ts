import { pathParameters } from "../../api/operation.ts";
import { unlistedKind } from "../../errors/command.ts";
import { textOf } from "../../errors/problem.ts";
import { type Client, createClient } from "../../provider/client/client.ts";
import { isDeleted } from "../../provider/client/collection.ts";
import { isNotFound, isNotOffered } from "../../provider/client/errors.ts";
import { createHubs } from "../../provider/client/hubs.ts";
import { listAll } from "../../provider/client/list.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import type { Connection } from "../../provider/config.ts";
import type { Definition } from "../../provider/resources/define.ts";
import { CommandError } from "../terminal/failure.ts";

/** Sees how many requests are done, of all that are known to be needed so far. */
export type OnProgress = (done: number, total: number) => void;

/** All that the commands read of an account, at the pace of the API. Nothing here writes. */
export interface Account {
  readonly connection: Connection;
  /** Every hub that the key sees. */
  hubs(): Promise<ApiRecord[]>;
  /** @throws HubNotVisibleError */
  hub(subdomain: string): Promise<ApiRecord>;
  /** All live records of a kind, as their list shows them: perhaps without some fields. */
  list(definition: Definition, subdomain: string): Promise<ApiRecord[]>;
  /** One record in full. */
  get(definition: Definition, subdomain: string, id: string): Promise<ApiRecord>;
  /** The same; undefined where there is none, or a deleted one. */
  find(definition: Definition, subdomain: string, id: string): Promise<ApiRecord | undefined>;
}

/** Works on the account of a connection. */
export function openAccount(connection: Connection, onProgress: OnProgress = () => undefined): Account {
  const client = counted(createClient(connection), onProgress);
  const hubs = createHubs(client);
  const get: Account["get"] = ({ operations: { get: operation } }, subdomain, id) => {
    const [idParameter = ""] = pathParameters(operation).slice(-1);
    return client.perform(operation, { subdomain, [idParameter]: id });
  };
  return {
    connection,
    hubs: () => hubs.list(),
    async hub(subdomain) {
      await hubs.resolve({ subdomain });
      return (await hubs.find(subdomain)) ?? {};
    },
    async list({ kind, operations: { list } }, subdomain) {
      try {
        return (await listAll(client, list, { parameters: { subdomain } })).filter((record) => !isDeleted(record));
      } catch (error) {
        throw isNotFound(error) || isNotOffered(error) ? noList(kind, error) : error;
      }
    },
    get,
    async find(definition, subdomain, id) {
      try {
        const record = await get(definition, subdomain, id);
        return isDeleted(record) ? undefined : record;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
  };
}

/** Inferred: the list of services exists. */
const noList = (kind: string, { message }: Error) => new CommandError(unlistedKind({ kind, reason: textOf(message) }));

function counted(client: Client, onProgress: OnProgress): Client {
  let done = 0;
  let total = 0;
  return {
    ...client,
    async perform(...request) {
      onProgress(done, ++total);
      try {
        return await client.perform(...request);
      } finally {
        onProgress(++done, total);
      }
    },
  };
}
