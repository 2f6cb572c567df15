import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, type Emulator } from "../emulator/index.ts";
import { preset } from "./fuzz/preset.ts";
import { settings } from "./fuzz/settings.ts";
import { Tally } from "./fuzz/tally.ts";
import { main } from "./main.ts";

/*
 * Runs schemathesis on the OpenAPI document as the emulator serves it, with all checks: `npm run fuzz -- 60` for 60
 * seconds in place of 300. It is a Python program: `pip install schemathesis` puts it on PATH.
 */
await main(async () => {
  const seconds = Number(process.argv[2] ?? 300);
  const emulator = await createEmulator({ limits: "off", preset });
  const folder = await mkdtemp(join(tmpdir(), "statushub-fuzz-"));
  const tally = new Tally();
  const upkeep = setInterval(() => keepUp(emulator, tally), 100);
  const run = (mode: string, share: number) =>
    schemathesis(folder, [
      ...["run", `${emulator.controlUrl}/openapi.json`, "--header", `X-API-KEY: ${emulator.apiKey}`],
      ...["--mode", mode, "--max-time", String(Math.ceil(seconds * share)), "--max-examples", String(seconds)],
    ]);
  try {
    await writeFile(join(folder, "schemathesis.toml"), settings);
    // Mostly requests that the document allows, as a refusal proves little of what is behind it.
    const code = (await run("positive", 29 / 30)) || (await run("negative", 1 / 30));
    clearInterval(upkeep);
    keepUp(emulator, tally);
    console.log(tally.report());
    return code === 0 ? tally.exitCode() : code;
  } finally {
    clearInterval(upkeep);
    await emulator.close();
    await rm(folder, { recursive: true });
  }
});

/** Counts the answers so far, and makes the ids of the preset those of records again. */
function keepUp(emulator: Emulator, tally: Tally): void {
  tally.add(emulator.requests);
  emulator.reset();
}

async function schemathesis(folder: string, args: readonly string[]): Promise<number> {
  const child = spawn("schemathesis", args, { cwd: folder, stdio: "inherit" });
  child.once("error", () => console.error("schemathesis must be on PATH: pip install schemathesis"));
  const [code] = await once(child, "exit");
  return Number(code);
}
