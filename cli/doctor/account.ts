import http from "node:http";
import https from "node:https";
import { setTimeout } from "node:timers/promises";
import { createClient } from "../../provider/client/client.ts";
import type { ApiRecord } from "../../provider/client/request.ts";
import { type Connection, nameOfKey } from "../../provider/config.ts";
import { type ConnectionOptions, findConnection } from "../connection.ts";
import { openAccount } from "../hub/account.ts";
import { sentence } from "../terminal/failure.ts";
import { type Finding, failed, ok, unknown } from "./finding.ts";
import { findRole } from "./role.ts";

export interface AccountOptions extends ConnectionOptions {
  /** Whether requests may be sent that only probe. */
  readonly probe: boolean;
}

/** What can be said of the key and its account. Each step needs the one before. */
export async function* checkAccount(options: AccountOptions): AsyncGenerator<Finding> {
  let connection: Connection;
  try {
    connection = await findConnection(options);
  } catch (error) {
    if (!isConfiguration(error)) throw error;
    yield failed("key", "no account can be reached with this configuration", sentence(error.message));
    return;
  }
  yield ok("key", nameOfKey(connection));
  const answer = await greet(connection);
  yield answer.finding;
  if (answer.finding.status === "failed") return;
  yield describeClock(answer);
  yield* checkHubs(connection, options);
  yield options.probe ? await checkLimit(connection) : unknown("limit", "not checked, because of --no-probe");
}

const isConfiguration = (error: unknown): error is Error =>
  error instanceof Error && /^(Config|Command)Error$/.test(error.name);

interface Greeting {
  readonly finding: Finding;
  /** When the server answered by its own clock, and by ours; in milliseconds. */
  readonly serverTime?: number;
  readonly ownTime?: number;
}

/** The first request: whether there is an API at all, and whether it knows the key. */
async function greet(connection: Connection): Promise<Greeting> {
  const place = describePlace(connection.baseUrl);
  const started = Date.now();
  let answer: { status: number; date: string };
  try {
    answer = await ask(connection);
  } catch (error) {
    const advice = "Check the base URL, and the network on the way to it: proxy, firewall, VPN.";
    return { finding: failed("account", `${place} cannot be reached (${reasonOf(error)})`, advice) };
  }
  const times = { serverTime: Date.parse(answer.date), ownTime: (started + Date.now()) / 2 };
  if (isSuccess(answer.status) || answer.status === 429)
    return { finding: ok("account", `${place}, and the key is valid`), ...times };
  return { finding: refused(place, answer.status) };
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The smallest request that needs a key, outside of the pace. `fetch` would refuse some ports, and follow a redirect. */
function ask({ baseUrl, apiKey }: Connection): Promise<{ status: number; date: string }> {
  const url = new URL(`${baseUrl}/hubs?per_page=1`);
  const { get } = url.protocol === "https:" ? https : http;
  const options = { agent: false, headers: { "x-api-key": apiKey }, signal: AbortSignal.timeout(15_000) };
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, date: String(response.headers.date) });
    }).on("error", reject);
  });
}

/** The code of the system, or what else there is to say in a word or two. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}

function refused(place: string, status: number): Finding {
  if (status === 401) {
    return failed(
      "account",
      `${place} refuses the key`,
      "Set the key again, or check that it belongs to this account.",
    );
  }
  return failed(
    "account",
    `${place} returns ${status} for the list of hubs`,
    "Check the base URL: it ends in /api/v3.",
  );
}

/** Documented: account and region are in the name of the host. */
export function describePlace(baseUrl: string): string {
  const [, account, region] = /^https:\/\/([^.]+)\.app(-eu1)?\.statushub\.io\//.exec(baseUrl) ?? [];
  return account === undefined ? baseUrl : `account ${account} in region ${region === undefined ? "us" : "eu"}`;
}

/** Beyond this many seconds times in logs, and `Retry-After` as a date, mislead. */
const tolerable = 5;

function describeClock({ serverTime, ownTime }: Greeting): Finding {
  if (serverTime === undefined || ownTime === undefined || Number.isNaN(serverTime)) {
    return unknown("clock", "no response says what time it is there");
  }
  // The header has whole seconds: on average half of one has passed since.
  const seconds = Math.round((ownTime - serverTime - 500) / 1000);
  if (Math.abs(seconds) <= tolerable) return ok("clock", `within ${tolerable} s of the server's`);
  const text = `${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the server's`;
  return failed("clock", text, "Set this machine's clock: times that you declare are read as UTC.");
}

async function* checkHubs(connection: Connection, { probe }: AccountOptions): AsyncGenerator<Finding> {
  const hubs = await openAccount(connection).hubs();
  if (hubs.length === 0) {
    yield failed("hubs", "the key sees none", "Give its owner a role on the hub, in the control panel.");
    return;
  }
  const client = createClient(connection);
  const describe = async (hub: ApiRecord) => {
    const role = probe ? await findRole(client, hub) : "role not checked";
    return ok("hub", `${hub.subdomain}, ${hub.type}: ${role}`);
  };
  yield* await Promise.all(hubs.map(describe));
}

/** Documented: GET requests a second. */
const readsPerSecond = 30;

/** As many reads as a second may hold: those that are refused are the share of other clients. */
async function checkLimit(connection: Connection): Promise<Finding> {
  // What was sent until now must not count any more.
  await setTimeout(1100);
  const answers = await Promise.allSettled(Array.from({ length: readsPerSecond }, () => ask(connection)));
  const refused = answers.filter((answer) => answer.status === "fulfilled" && answer.value.status === 429).length;
  const text = `others used ${refused} of the key's ${readsPerSecond} reads in this second; of writes nothing can be said`;
  return ok("limit", text);
}
