import { spawn } from "node:child_process";
import { once } from "node:events";

/** Names of npm scripts that a change must pass before its tests are worth running; under ten seconds. */
export const quickChecks = [["check:lint"], ["check:types"]];

/** All checks, in two rows that run side by side. The last of the second look at the package as built. */
export const allChecks = [
  ["check:lint", "check:types", "check:unused"],
  ["build", "check:package", "check:package-types", "docs"],
];

/** Runs rows of npm scripts side by side, each in its order; returns which passed. */
export async function runChecks(rows: readonly (readonly string[])[]): Promise<boolean[]> {
  const passed = rows.map(async (row) => {
    const results: boolean[] = [];
    for (const script of row) {
      // What packs the package would build it again before.
      results.push(await passes(`npm run --silent --ignore-scripts ${script}`, "when it has ended"));
    }
    return results;
  });
  return (await Promise.all(passed)).flat();
}

/** Runs a command line at this terminal, and shows what it prints at once or in one piece; true when it passes. */
export async function passes(command: string, shown: "at once" | "when it has ended" = "at once"): Promise<boolean> {
  const output = shown === "at once" ? "inherit" : "pipe";
  if (output === "inherit") console.log(`\n> ${command}`);
  const child = spawn(command, { shell: true, stdio: ["ignore", output, output] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const [code] = await once(child, "close");
  if (output === "pipe") console.log(`\n> ${command}\n${printed}`);
  if (code !== 0) console.error(`FAILED: ${command}`);
  return code === 0;
}
