import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { oldestPulumi } from "../cli/project/pulumi.ts";
import { createEmulator, type Emulator } from "../emulator/index.ts";
import { readPreset } from "../emulator/preset/schema.ts";
import { InUseError } from "../emulator/state/data-file.ts";
import page from "../examples/quickstart/page.json" with { type: "json" };
import { build } from "./engine/build.ts";
import { getPulumi } from "./engine/get-pulumi.ts";
import { forgetStack, lockFolder, repositoryRoot, runLocalPulumi, stackName } from "./engine/local.ts";
import { main } from "./main.ts";

/**
 * Data kept between runs. The emulator locks the file, so only one run at a time works in this folder. If Pulumi's lock
 * is on the stack when a run starts, it is left over from a run that was killed.
 */
const dataFile = join(repositoryRoot, ".statushub/quickstart.data");

const pageSubdomain = "tor-project";

/** The default port of `pulumi-statushub emulator`, so that the stack's settings work with both. */
const usualPort = 4180;

/** The API can't create hubs and groups, so the quickstart's account starts with them. */
const preset = readPreset(join(repositoryRoot, "examples/quickstart/account.json"));

const firstRun = `The first run takes a minute, because it builds the package. Without a pulumi CLI ${oldestPulumi} or newer, it also installs one:
up to ten minutes more, if it has to build it on two cores.
`;

const advice = `
If an earlier run was interrupted, the page and its stack may not belong together. To forget both and start again:

  npm run quickstart -- --fresh`;

await main(run);

async function run(): Promise<number> {
  const { fresh } = parseArgs({ options: { fresh: { type: "boolean", default: false } } }).values;
  if (!existsSync(dataFile)) console.log(firstRun);
  const wasKilled = (await readdir(lockFolder).catch(() => [])).length > 0;
  // After a killed run, its provider may stay alive for a while and still send requests to that run's emulator.
  const emulator = await startEmulator(wasKilled ? 0 : usualPort, fresh);
  try {
    await rm(lockFolder, { recursive: true, force: true });
    if (wasKilled) console.log("Cleared the lock of a run that was killed.");
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

/**
 * Starts the emulator, if necessary once more:
 *
 * - a different process has the data file: not at all
 * - the port is taken: on any other
 * - the data file can't be used: without it, if the run starts afresh anyway
 */
async function startEmulator(port: number, fresh: boolean): Promise<Emulator> {
  try {
    return await createEmulator({ data: dataFile, preset, port });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof InUseError) {
      throw new Error(
        'The quickstart, or "npm run emulator", already runs in this folder. Wait until it has ended, or end it with ' +
          "Ctrl-C in its terminal, and run this again.",
      );
    }
    const isPortTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    if (isPortTaken) {
      console.log(`Port ${port} is taken, so the emulator listens on another.`);
      return startEmulator(0, fresh);
    }
    if (!fresh) throw error;
    await rm(dataFile, { force: true });
    return startEmulator(port, false);
  }
}

/** Updates the stack's settings, then the page. Returns the exit code of the command that failed, otherwise 0. */
async function deploy({ url, apiKey }: Emulator): Promise<number> {
  const config = ["--plaintext", `statushub:baseUrl=${url}`, "--secret", `statushub:apiKey=${apiKey}`];
  const commands = [
    ["stack", "select", stackName, "--create"],
    ["config", "set-all", ...config],
    // The state has the address of the last run, the program the one of this run.
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
Change something outside Pulumi, and see the drift in a second terminal:

  curl -X PUT ${url}/hubs/${pageSubdomain}/services/1 -H 'X-API-KEY: ${apiKey}' -H 'Content-Type: application/json' -d '{"name": "Changed outside Pulumi"}'
  npm run pulumi -- preview --diff

Ctrl-C ends the emulator.`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}
