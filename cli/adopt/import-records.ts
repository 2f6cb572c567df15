import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../../provider/run/process.ts";
import { type ImportOptions, renderImportFile } from "../program/import-file.ts";
import type { LiveResource } from "../program/resource.ts";
import { createUndo } from "../program/undo.ts";
import { mustRun, type Stack } from "../project/stack.ts";
import { withProgress } from "../terminal/progress.ts";

/**
 * Writes the state once instead of after each record, which takes seconds instead of minutes. An import creates nothing that
 * a crash could lose.
 */
const singleCheckpoint = { PULUMI_SKIP_CHECKPOINTS: "true" };

/**
 * Imports records into the state of a stack. Until a `pulumi up` of a program that declares them, they are protected: an `up`
 * from a branch without them then fails instead of deleting them.
 *
 * @param options subdomains of the hubs that the program declares, and the resources that the records become
 */
export async function importRecords(
  stack: Stack,
  resources: readonly LiveResource[],
  options: Pick<ImportOptions, "hubs" | "created">,
): Promise<void> {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const undo = createUndo();
  undo.add(folder, () => rmSync(folder, { recursive: true, force: true }));
  try {
    const path = join(folder, "import.json");
    writeFileSync(path, renderImportFile(resources, { ...options, secrets: "marked" }), { mode: 0o600 });
    const flags = ["--generate-code=false", "--protect=true", "--yes", "--skip-preview"];
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
    await undo.run();
  }
}

const prefix = "pulumi-statushub-import-";

/** Removes the folders of runs that were killed. They hold secrets, and only their owner can read them. */
function removeLeftovers(): void {
  const left = readdirSync(tmpdir()).filter(
    (name) => name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length).split("-", 1)[0])),
  );
  for (const name of left) {
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It belongs to another user, whose next adopt removes it.
    }
  }
}
