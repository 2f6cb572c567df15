import { spawn } from "node:child_process";
import { once } from "node:events";

/** Names of npm scripts that a change must pass before its tests are worth running; under ten seconds. */
export const quickChecks = ["check:lint", "check:types"];

/** All checks, the cheap ones first. The last two look at the package as built. */
export const allChecks = [...quickChecks, "check:unused", "docs", "build", "check:package", "check:package-types"];

/** Runs an npm script at this terminal; true when it passes. */
export function passesCheck(script: string): Promise<boolean> {
  return passes(`npm run --silent ${script}`);
}

/** Runs a command line at this terminal; true when it passes. */
export async function passes(command: string): Promise<boolean> {
  console.log(`\n> ${command}`);
  const child = spawn(command, { shell: true, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "close");
  if (code !== 0) console.error(`FAILED: ${command}`);
  return code === 0;
}
