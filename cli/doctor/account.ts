import type { Live } from "../../model/api/form.ts";
import { operations } from "../../model/kinds/operations.ts";
import { reword } from "../../model/problem.ts";
import { openAccount } from "../../provider/client/account.ts";
import type { Client } from "../../provider/client/client.ts";
import { isLimitExhausted } from "../../provider/client/errors.ts";
import { requestsPerSecond } from "../../provider/client/limits.ts";
import { type Connection, nameOfKey } from "../../provider/config.ts";
import { findConnection } from "../connection.ts";
import { clockSkew, limitShared, noHub } from "../errors/doctor.ts";
import type { ConnectionOptions } from "../options.ts";
import { sentence } from "../terminal/failure.ts";
import { type Finding, failed, ok, unknown } from "../terminal/finding.ts";
import { briefReason, explainFailure } from "./failure.ts";
import { describeRole, probeHub } from "./role.ts";

export interface AccountOptions extends ConnectionOptions {
  /** Also sends the requests that check roles and limits. */
  readonly probe?: true;
}

/** Milliseconds. Shorter than those of the provider, because the user waits for the result. */
const waitLimits = { failing: 3_000, rateLimited: 30_000 };

/** Checks the key and its account. Each step needs the one before. */
export async function* checkAccount(options: AccountOptions): AsyncGenerator<Finding> {
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
  yield* options.probe ? probe(client, hubs) : withoutProbe(client, hubs);
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

function* withoutProbe(client: Client, hubs: readonly Live[]): Generator<Finding> {
  for (const hub of hubs) yield ok("hub", nameOf(hub));
  yield unknown("role", "not checked: --probe tries up to two updates per hub, of records that don't exist");
  const usage = client.describeUsage();
  yield usage === undefined
    ? unknown("limit", "not checked: --probe sends 30 reads within a second, and detects other clients of the key")
    : ok("limit", usage);
}

/** Checks the role on each hub, and whether other clients use the key. */
async function* probe(client: Client, hubs: readonly Live[]): AsyncGenerator<Finding> {
  const all = await Promise.all(hubs.map((hub) => probeHub(client, hub)));
  for (const [index, responses] of all.entries()) {
    const { isCertain, text } = describeRole(responses, all);
    yield (isCertain ? ok : unknown)("hub", `${nameOf(hubs[index] ?? {})}: ${text}`);
  }
  yield await checkLimit(client);
}

const nameOf = ({ subdomain, type }: Live) => `${subdomain}, ${type}`;

/** Sends as many reads as the limit allows in a second: unless another client uses the key, none is rejected. */
async function checkLimit(client: Client): Promise<Finding> {
  const { reads } = requestsPerSecond;
  try {
    const read = () => client.perform(operations.listHubs, {}, { query: { per_page: 1 } });
    await Promise.all(Array.from({ length: reads }, read));
  } catch (error) {
    if (!isLimitExhausted(error)) return unknown("limit", `could not be checked: ${briefReason(error)}`);
    return failed("limit", limitShared.limit());
  }
  return ok("limit", client.describeUsage() ?? `no sign of other clients in ${reads} reads; writes weren't checked`);
}
