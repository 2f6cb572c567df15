import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEmulator, type Emulator } from "../emulator/index.ts";
import { readPreset } from "../emulator/preset/file.ts";
import page from "../examples/quickstart/page.json" with { type: "json" };
import { build } from "./engine/build.ts";
import { getPulumi } from "./engine/get-pulumi.ts";
import { forgetStack, lockFolder, repositoryRoot, runLocalPulumi, stackName } from "./engine/local.ts";
import { isBusy } from "./engine/lock.ts";
import { readStackLocks, removeStackLocks, type StackLock } from "./engine/stack-lock.ts";
import { main } from "./main.ts";

/** What is kept between runs. An emulator locks it, so that two runs in this folder never work at the same time. */
const dataFile = join(repositoryRoot, ".statushub/quickstart.data");

const pageSubdomain = "tor-project";

/** Where `pulumi-statushub emulator` listens too, so that the stack's settings fit both. */
const usualPort = 4180;

/** Hubs and groups cannot be made by API calls: the account of the quickstart has them from the start. */
const preset = readPreset(join(repositoryRoot, "examples/quickstart/account.json"));

const advice = `
If an earlier run was interrupted, the page and its stack may not belong together. To forget both and start again:

  npm run quickstart -- --fresh`;

await main(run);

async function run(): Promise<number> {
  const { fresh } = parseArgs({ options: { fresh: { type: "boolean", default: false } } }).values;
  const locks = await readStackLocks(lockFolder);
  // The provider of a killed run lives on for a while, and tries to send to that run's emulator what it had in hand.
  const emulator = await startEmulator(locks.length > 0 ? 0 : usualPort, fresh);
  try {
    await releaseStack(locks, fresh);
    if (fresh) {
      emulator.reset();
      await forgetStack();
    }
    console.log(`StatusHub emulator listening on ${emulator.url}`);
    await build();
    await getPulumi();
    const code = await deploy(emulator);
    if (code === 0) await showResult(emulator);
    else console.error(advice);
    return code;
  } finally {
    await emulator.close();
  }
}

async function startEmulator(port: number, fresh: boolean): Promise<Emulator> {
  try {
    return await createEmulator({ data: dataFile, preset, port });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (isPortTaken(cause)) {
      console.log(`Port ${port} is taken, so the emulator listens on another.`);
      return startEmulator(0, fresh);
    }
    if (isBusy(cause)) {
      throw new Error(
        'The quickstart, or "npm run emulator", already runs in this folder. Wait until it has ended, or end it with ' +
          "Ctrl-C in its terminal, and run this again.",
      );
    }
    if (!fresh) throw error;
    // The file cannot be used. Its journal, of a write that was cut off, belongs to it.
    for (const path of [dataFile, `${dataFile}-journal`]) await rm(path, { force: true });
    return startEmulator(port, false);
  }
}

/** Removes the locks of processes that have ended; afresh, also those that nobody here can ask. */
async function releaseStack(locks: readonly StackLock[], fresh: boolean): Promise<void> {
  const here = locks.find(({ held }) => held === "here")?.owner;
  if (here !== undefined) {
    throw new Error(
      `The stack "${stackName}" is locked by process ${here.pid}, which is Pulumi at work on it since ${here.timestamp}. ` +
        "Wait until it has ended, or end it, and run this again.",
    );
  }
  const elsewhere = locks.find(({ held }) => held === "elsewhere")?.owner;
  if (elsewhere !== undefined && !fresh) {
    throw new Error(
      `The stack "${stackName}" is locked by process ${elsewhere.pid} of the machine "${elsewhere.hostname}" since ` +
        `${elsewhere.timestamp}, and whether it has ended cannot be seen from here. If it has, clear the lock with ` +
        '"npm run pulumi -- cancel --yes", and run this again.',
    );
  }
  await removeStackLocks(locks);
  if (locks.length > 0) console.log("Cleared the lock that an interrupted run has left.");
}

function isPortTaken(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
}

/** Brings the stack's settings and then the page in line; returns the exit code of the command that failed, else 0. */
async function deploy({ url, apiKey }: Emulator): Promise<number> {
  const config = ["--plaintext", `statushub:baseUrl=${url}`, "--secret", `statushub:apiKey=${apiKey}`];
  const commands = [
    ["stack", "select", stackName, "--create"],
    ["config", "set-all", ...config],
    // The state knows the address of the last run; the program knows the one of this run.
    ["up", "--yes", "--skip-preview", "--run-program"],
  ];
  for (const args of commands) {
    const code = await runLocalPulumi(args);
    if (code !== 0) return code;
  }
  return 0;
}

async function showResult({ url, pageUrl, apiKey, requests }: Emulator): Promise<void> {
  const writes = requests.filter(({ method }) => method !== "GET").length;
  const made = `${page.page.name}, ${page.services.length} services in ${page.groups.length} groups`;
  console.log(
    writes === 0
      ? `\nNothing changed, 0 writes to the API: ${made}.`
      : `\nMade with ${writes} writes to the API: ${made}.`,
  );
  console.log(`The page: ${pageUrl}/hubs/${pageSubdomain}`);
  if (!process.stdin.isTTY) return;
  console.log(`
Change something by hand, and see it in a second terminal:

  curl -X PUT ${url}/hubs/${pageSubdomain}/services/1 -H 'X-API-KEY: ${apiKey}' -H 'Content-Type: application/json' -d '{"name": "Changed by hand"}'
  npm run pulumi -- preview --diff

Ctrl-C ends the emulator.`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}
