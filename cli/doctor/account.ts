import type { Live } from "../../model/api/form.ts";
import { reword } from "../../model/problem.ts";
import { openAccount } from "../../provider/client/account.ts";
import type { Client } from "../../provider/client/client.ts";
import { type Connection, nameOfKey } from "../../provider/config.ts";
import { findConnection } from "../connection.ts";
import { clockSkew, noHub } from "../errors/doctor.ts";
import type { ConnectionOptions } from "../options.ts";
import { sentence } from "../terminal/failure.ts";
import { type Finding, failed, ok } from "../terminal/output.ts";
import { explainFailure } from "./failure.ts";

/** Milliseconds. Shorter than those of the provider, because the user waits for the result. */
const waitLimits = { failing: 3_000, rateLimited: 30_000 };

/** Checks the key and its account. Each step needs the one before. */
export async function* checkAccount(options: ConnectionOptions): AsyncGenerator<Finding> {
  let connection: Connection;
  try {
    connection = await findConnection(options);
  } catch (error) {
    if (!isConfiguration(error)) throw error;
    const explain = (text: string) => `no account can be reached with this configuration. ${sentence(text)}`;
    yield failed("key", reword(error.message, explain));
    return;
  }
  yield ok("key", nameOfKey(connection));
  // All requests go through one client, because the limit belongs to the key.
  const { client, hubs: visible } = openAccount(connection, { waitLimits });
  const account = describeAccount(connection.baseUrl);
  let hubs: Live[];
  try {
    hubs = await visible.list();
  } catch (error) {
    yield failed("account", explainFailure(account, error));
    return;
  }
  yield ok("account", `${account}, and the key is valid`);
  yield checkClock(client);
  if (hubs.length === 0) yield failed("hubs", noHub.doctor());
  for (const { subdomain, type } of hubs) yield ok("hub", `${subdomain}, ${type}`);
}

const isConfiguration = (error: unknown): error is Error =>
  error instanceof Error && /^(Config|Command)Error$/.test(error.name);

/** Documented: account and region are in the name of the host. */
export function describeAccount(baseUrl: string): string {
  const [, account, region] = /^https:\/\/([^.]+)\.app(-eu1)?\.statushub\.io\//.exec(baseUrl) ?? [];
  return account === undefined ? baseUrl : `account ${account} in region ${region === undefined ? "us" : "eu"}`;
}

/** Seconds. A larger difference makes times in logs misleading. */
const tolerable = 5;

function checkClock(client: Client): Finding {
  // The server's time has whole seconds: on average half of one has passed since.
  const seconds = Math.round((Date.now() - client.serverTime() - 500) / 1000);
  if (Math.abs(seconds) <= tolerable) return ok("clock", `within ${tolerable} s of the server's`);
  const direction = seconds > 0 ? "ahead of" : "behind";
  return failed("clock", clockSkew({ seconds: Math.abs(seconds), direction }));
}
