import { rmSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderImportFile } from "../program/import-file.ts";
import type { LiveResource } from "../program/resource.ts";
import { mustRun, type Stack } from "../project/stack.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import { withProgress } from "../terminal/progress.ts";

export interface ImportRecordsOptions {
  /** Protects the records from deletion. */
  readonly protect: boolean;
  /** Subdomains of the hubs that the program declares. */
  readonly hubs: ReadonlySet<string>;
}

/**
 * Writes the state once instead of after each record, which takes seconds instead of minutes. An import creates nothing that
 * a crash could lose.
 */
const singleCheckpoint = { PULUMI_SKIP_CHECKPOINTS: "true" };

/** Imports records into the state of a stack. */
export async function importRecords(
  stack: Stack,
  resources: readonly LiveResource[],
  options: ImportRecordsOptions,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-"));
  const release = onInterrupt(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const path = join(folder, "import.json");
    await writeFile(path, renderImportFile(resources, { hubs: options.hubs, secrets: "marked" }), { mode: 0o600 });
    const flags = ["--generate-code=false", `--protect=${options.protect}`, "--yes", "--skip-preview"];
    let done = 0;
    await withProgress("Importing", (onProgress) =>
      mustRun(stack, ["import", "--file", path, ...flags], {
        env: singleCheckpoint,
        onOutput(text) {
          done += text.match(/ imported \(/g)?.length ?? 0;
          onProgress(done, resources.length);
        },
        purpose: "import the records into the state",
      }),
    );
  } finally {
    release();
    await rm(folder, { recursive: true, force: true });
  }
}
