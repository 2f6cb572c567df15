import type { Live } from "../../model/api/form.ts";
import { reword } from "../../model/problem.ts";
import { isAtLeast } from "../../model/versions.ts";
import { type Account, nameOfKey, openAccount } from "../../provider/inspect.ts";
import { type Connection, describeAccount, findConnection } from "../connection.ts";
import { noPulumi } from "../errors/command.ts";
import { clockSkew, newTypeScript, noHub, wrongPreviews } from "../errors/doctor.ts";
import type { ConnectionOptions } from "../options.ts";
import { findProject } from "../project/folder.ts";
import { checkPackages, sdkVersion, versionOf } from "../project/packages.ts";
import { firstWithReadIds, hidesReadIds, oldestPulumi, pulumiVersion } from "../project/pulumi.ts";
import { CommandError, sentence } from "../terminal/failure.ts";
import { asJson, describeFinding, type Finding, failed, ok, unknown, warning } from "../terminal/output.ts";
import { type Assumption, compareAssumptions, describeAssumptions } from "./assumptions.ts";
import { explainFailure } from "./failure.ts";
import { readRecords } from "./reading.ts";

export interface DoctorOptions extends ConnectionOptions {
  readonly json?: true;
}

export async function run({ json, ...options }: DoctorOptions): Promise<void> {
  const findings: Finding[] = [];
  let assumptions: readonly Assumption[] | undefined;
  for await (const result of examine(options)) {
    if ("assumptions" in result) {
      ({ assumptions } = result);
      continue;
    }
    findings.push(result);
    if (json === undefined) process.stdout.write(`${describeFinding(result)}\n`);
  }
  const isWell = findings.every(({ status }) => status !== "failed");
  if (json) process.stdout.write(`${asJson({ version: 1, ok: isWell, findings, assumptions }, 2)}\n`);
  else if (assumptions) process.stdout.write(describeAssumptions(assumptions));
  if (!isWell) process.exitCode = 1;
}

type Result = Finding | { readonly assumptions: readonly Assumption[] };

async function* examine(options: ConnectionOptions): AsyncGenerator<Result> {
  // Always fine: on an older Node, `index.ts` has already ended the command.
  yield ok("Node", process.versions.node);
  const cli = await findPulumi();
  yield checkPulumi(cli);
  yield* await checkPackages(options.cwd);
  yield* checkPair({ cli, sdk: sdkVersion(options.cwd) });
  yield* checkTypeScript(options.cwd);
  yield* checkAccount(options);
}

async function findPulumi(): Promise<string | undefined> {
  try {
    return await pulumiVersion();
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** An older one is untested, but may work for all except `adopt`. */
export function checkPulumi(found: string | undefined): Finding {
  if (found === undefined) return failed("pulumi", noPulumi.missing());
  if (isAtLeast(found, oldestPulumi)) return ok("pulumi", found);
  return warning("pulumi", noPulumi.old({ found, oldest: oldestPulumi }));
}

/** Warns if the CLI and the SDK of the project work together, but show wrong previews. */
export function checkPair({ cli, sdk }: { cli: string | undefined; sdk: string | undefined }): Finding[] {
  if (cli === undefined || sdk === undefined || !hidesReadIds({ cli, sdk })) return [];
  return [warning("versions", wrongPreviews({ cli, sdk, first: firstWithReadIds }))];
}

/** It has no compiler API that Pulumi can call; the SDK excludes it by its peer dependency. */
const firstTypeScriptWithoutPulumi = "7.0.0";

/** Pulumi compiles the program with the TypeScript of the project; with version 7, that fails before the program runs. */
export function checkTypeScript(cwd: string): Finding[] {
  const program = findProject(cwd)?.program;
  const found = program && versionOf("typescript", program);
  if (!found) return [];
  if (!isAtLeast(found, firstTypeScriptWithoutPulumi)) return [ok("compiler", `TypeScript ${found}`)];
  return [failed("compiler", newTypeScript({ found, first: firstTypeScriptWithoutPulumi }))];
}

/** Milliseconds. Shorter than those of the provider, because the user waits for the result. */
const waitLimits = { failing: 3_000, rateLimited: 30_000 };

/** Checks the key and its account. Each step needs the one before. */
async function* checkAccount(options: ConnectionOptions): AsyncGenerator<Result> {
  let connection: Connection;
  try {
    connection = await findConnection(options, { onlyReads: true });
  } catch (error) {
    if (!isConfiguration(error)) throw error;
    const explain = (text: string) => `no account can be reached with this configuration. ${sentence(text)}`;
    yield failed("key", reword(error.message, explain));
    return;
  }
  yield ok("key", nameOfKey(connection));
  // All requests go through one client, because the limit belongs to the key.
  const { client, hubs: visible } = openAccount(connection, { waitLimits });
  const account = describeAccount(connection);
  let hubs: Live[];
  try {
    hubs = await visible.list();
  } catch (error) {
    yield failed("account", explainFailure(account, error));
    return;
  }
  yield ok("account", `${account}, and the key is valid`);
  yield checkClock(client);
  if (hubs.length === 0) {
    yield failed("hubs", noHub.doctor());
    return;
  }
  for (const { subdomain, type } of hubs) yield ok("hub", `${subdomain}, ${type}`);
  try {
    yield { assumptions: compareAssumptions(await readRecords(client, hubs)) };
  } catch (error) {
    yield unknown("reading", explainFailure(account, error));
  }
}

const isConfiguration = (error: unknown): error is Error =>
  error instanceof Error && /^(Config|Command)Error$/.test(error.name);

/** Seconds. A larger difference makes times in logs misleading. */
const tolerable = 5;

function checkClock(client: Account["client"]): Finding {
  // The server's time has whole seconds: on average half of one has passed since.
  const seconds = Math.round((Date.now() - client.serverTime() - 500) / 1000);
  if (Math.abs(seconds) <= tolerable) return ok("clock", `within ${tolerable} s of the server's`);
  const direction = seconds > 0 ? "ahead of" : "behind";
  return failed("clock", clockSkew({ seconds: Math.abs(seconds), direction }));
}
