import { once } from "node:events";
import { join } from "node:path";
import { createEmulator, type Emulator } from "../emulator/index.ts";
import { readPreset } from "../emulator/preset/file.ts";
import page from "../examples/quickstart/page.json" with { type: "json" };
import { getPulumi } from "./engine/get-pulumi.ts";
import { repositoryRoot, runLocalPulumi } from "./engine/local.ts";
import { runStep } from "./engine/step.ts";
import { main } from "./main.ts";

/** What is kept between runs. */
const dataFolder = join(repositoryRoot, ".statushub");

const stackName = "local";
const pageSubdomain = "tor-project";

/** Where `pulumi-statushub emulator` listens too, so that the stack's settings fit both. */
const usualPort = 4180;

/** Hubs and groups cannot be made by API calls: the account of the quickstart has them from the start. */
const presetPath = readPreset(join(repositoryRoot, "examples/quickstart/account.json"));

await main(run);

async function run(): Promise<number> {
  await runStep({
    title: "Building the package",
    command: "npm",
    args: ["run", "build"],
    cwd: repositoryRoot,
    limit: 300,
  });
  await getPulumi();
  const emulator = await startEmulator();
  try {
    console.log(`StatusHub emulator listening on ${emulator.url}`);
    const code = await deploy(emulator);
    if (code === 0) await showResult(emulator);
    return code;
  } finally {
    await emulator.close();
  }
}

async function startEmulator(): Promise<Emulator> {
  const options = { data: join(dataFolder, "quickstart.data"), preset: presetPath };
  try {
    return await createEmulator({ ...options, port: usualPort });
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    console.log(`Port ${usualPort} is taken, so the emulator listens on another.`);
    return createEmulator({ ...options, port: 0 });
  }
}

function isPortTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
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
