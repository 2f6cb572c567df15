import { spawn } from "node:child_process";
import { once } from "node:events";

/** npm scripts that a change must pass before it is worth running its tests; they take less than ten seconds. */
export const quickChecks = [["check:lint"], ["check:types"]];

/** All checks, in two rows that run in parallel. The last checks of the second row test the built package. */
export const allChecks = [
  ["check:lint", "check:types", "check:unused"],
  ["build", "check:package", "check:package-types", "docs"],
];

/** Runs rows of npm scripts in parallel, each row in order, and returns which scripts passed. */
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

/** Runs a command line in this terminal, and shows its output live or when it has ended. Returns whether it passed. */
export async function passes(command: string, shown: "live" | "when it has ended" = "live"): Promise<boolean> {
  const output = shown === "live" ? "inherit" : "pipe";
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
