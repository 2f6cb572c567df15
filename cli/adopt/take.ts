import { rmSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderImportFile } from "../program/import-file.ts";
import type { LiveResource } from "../program/resource.ts";
import { mustRun, type Stack } from "../project/stack.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import { createProgress } from "../terminal/progress.ts";

export interface TakeOptions {
  /** The records are protected from deletion. */
  readonly protect: boolean;
  /** Subdomains of the hubs that the program declares. */
  readonly hubs: ReadonlySet<string>;
}

/**
 * Takes records into the state of a stack. Nothing is made that a crash could lose, so the state is written once and not
 * at every record, which takes seconds in place of minutes.
 */
const atOnce = { PULUMI_SKIP_CHECKPOINTS: "true" };

export async function take(stack: Stack, resources: readonly LiveResource[], options: TakeOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-"));
  const release = onInterrupt(() => rmSync(folder, { recursive: true, force: true }));
  const progress = createProgress("Importing");
  try {
    const path = join(folder, "import.json");
    await writeFile(path, renderImportFile(resources, { hubs: options.hubs, secrets: "marked" }), { mode: 0o600 });
    const flags = ["--generate-code=false", `--protect=${options.protect}`, "--yes", "--skip-preview"];
    let done = 0;
    await mustRun(stack, ["import", "--file", path, ...flags], {
      env: atOnce,
      onOutput(text) {
        done += text.match(/ imported \(/g)?.length ?? 0;
        progress.update(done, resources.length);
      },
      purpose: "import the records into the state",
    });
  } finally {
    progress.end();
    release();
    await rm(folder, { recursive: true, force: true });
  }
}
