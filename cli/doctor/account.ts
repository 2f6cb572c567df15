import { clockSkew, noHub } from "../../errors/doctor.ts";
import { reword } from "../../errors/problem.ts";
import { openAccount } from "../../provider/client/account.ts";
import type { Client } from "../../provider/client/client.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import { type Connection, nameOfKey } from "../../provider/config.ts";
import { type ConnectionOptions, findConnection } from "../connection.ts";
import { sentence } from "../terminal/failure.ts";
import { explainFailure } from "./failure.ts";
import { type Finding, failed, ok, unknown } from "./finding.ts";
import { checkLimit } from "./limit.ts";
import { describeRole, type Probed, probeHub } from "./role.ts";

export interface AccountOptions extends ConnectionOptions {
  /** Whether requests may be sent that only probe. */
  readonly probe?: true;
}

/** Milliseconds: whoever asks what is wrong wants to know soon. */
const waitLimits = { failing: 3_000, refused: 30_000 };

/** What can be said of the key and its account. Each step needs the one before. */
export async function* checkAccount(options: AccountOptions): AsyncGenerator<Finding> {
  let connection: Connection;
  try {
    connection = await findConnection(options);
  } catch (error) {
    if (!isConfiguration(error)) throw error;
    yield failed(
      "key",
      reword(error.message, (text) => `no account can be reached with this configuration. ${sentence(text)}`),
    );
    return;
  }
  yield ok("key", nameOfKey(connection));
  // One for all requests: the limit is bound to the key, which others use at the same time.
  const { client, hubs: visible } = openAccount(connection, { waitLimits });
  const place = describePlace(connection.baseUrl);
  let hubs: ApiRecord[];
  try {
    hubs = await visible.list();
  } catch (error) {
    yield explainFailure(place, error);
    return;
  }
  yield ok("account", `${place}, and the key is valid`);
  yield checkClock(client);
  if (hubs.length === 0) {
    yield failed("hubs", noHub.doctor());
  }
  yield* options.probe ? probe(client, hubs) : leaveOut(client, hubs);
}

const isConfiguration = (error: unknown): error is Error =>
  error instanceof Error && /^(Config|Command)Error$/.test(error.name);

/** Documented: account and region are in the name of the host. */
export function describePlace(baseUrl: string): string {
  const [, account, region] = /^https:\/\/([^.]+)\.app(-eu1)?\.statushub\.io\//.exec(baseUrl) ?? [];
  return account === undefined ? baseUrl : `account ${account} in region ${region === undefined ? "us" : "eu"}`;
}

/** Beyond this many seconds times in logs mislead. */
const tolerable = 5;

function checkClock(client: Client): Finding {
  // The server's time has whole seconds: on average half of one has passed since.
  const seconds = Math.round((Date.now() - client.serverTime() - 500) / 1000);
  if (Math.abs(seconds) <= tolerable) return ok("clock", `within ${tolerable} s of the server's`);
  const direction = seconds > 0 ? "ahead of" : "behind";
  return failed("clock", clockSkew({ seconds: Math.abs(seconds), direction }));
}

const nameOf = ({ subdomain, type }: ApiRecord) => `${subdomain}, ${type}`;

function* leaveOut(client: Client, hubs: readonly ApiRecord[]): Generator<Finding> {
  for (const hub of hubs) yield ok("hub", nameOf(hub));
  yield unknown("role", "not checked: --probe tries two updates on each hub, of records that don't exist");
  const refused = client.describeUsage();
  yield refused === undefined
    ? unknown("limit", "not checked: --probe sends a second's worth of reads, and sees whether others use the key")
    : ok("limit", refused);
}

async function* probe(client: Client, hubs: readonly ApiRecord[]): AsyncGenerator<Finding> {
  const probed = await Promise.all(
    hubs.map(async (hub): Promise<[ApiRecord, Probed]> => [hub, await probeHub(client, hub)]),
  );
  const all = probed.map(([, found]) => found);
  for (const [hub, found] of probed) {
    const { isCertain, text } = describeRole(found, all);
    yield (isCertain ? ok : unknown)("hub", `${nameOf(hub)}: ${text}`);
  }
  yield await checkLimit(client);
}
