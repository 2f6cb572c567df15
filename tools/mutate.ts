import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./engine/local.ts";
import { type Mutant, mutantsOf } from "./mutate/mutant.ts";
import { createSandbox } from "./mutate/sandbox.ts";

/*
 * Changes the lifecycle and the resources in one small place at a time, and sees whether the fast tests notice:
 * `node tools/mutate.ts --every 16 --from 3 --workers 3`. It takes some ten seconds a mutant. Those that nobody notices are printed;
 * docs/mutants.md has the last figures, and why some may stay.
 */

const { values } = parseArgs({
  options: {
    every: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    workers: { type: "string", default: "2" },
  },
});

const files = globSync("provider/{lifecycle,resources}/*.ts", { cwd: ROOT }).sort();
const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(ROOT, file), "utf8")));
const chosen = all.filter((_, index) => index % Number(values.every) === Number(values.from));
const rest = [...chosen];
const survivors: Mutant[] = [];

async function work(): Promise<void> {
  const sandbox = await createSandbox();
  try {
    for (let mutant = rest.shift(); mutant !== undefined; mutant = rest.shift()) {
      if (await sandbox.notices(mutant)) continue;
      survivors.push(mutant);
      console.log(`${mutant.file}:${mutant.line}: ${mutant.before} -> ${mutant.after} (${rest.length} to go)`);
    }
  } finally {
    await sandbox.close();
  }
}

await Promise.all(Array.from({ length: Number(values.workers) }, work));
const killed = chosen.length - survivors.length;
console.log(`${killed} of ${chosen.length} mutants noticed (${((100 * killed) / chosen.length).toFixed(1)} %)`);
