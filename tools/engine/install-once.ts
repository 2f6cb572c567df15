import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findInstallation, getInstallation, type Installation, type Source } from "./installation.ts";
import { withLock } from "./lock.ts";

/**
 * Installs into `target`. The source works in a temporary folder beside it, which is moved into place when complete, so
 * that no process sees half an installation. If another process is already installing, waits and uses its result.
 */
export async function installOnce(source: Source, target: string): Promise<Installation> {
  await mkdir(dirname(target), { recursive: true });
  return withLock(`${target}.lock`, async () => {
    const made = await findInstallation(join(target, "bin")).catch(() => undefined);
    if (made === undefined) await install(source, target);
    return made ?? getInstallation(join(target, "bin"));
  });
}

async function install(source: Source, target: string): Promise<void> {
  const draft = await mkdtemp(`${target}.draft-`);
  try {
    await source.install(draft);
    await getInstallation(join(draft, "bin"));
    // Only the owner can read a temporary folder, but the installation is for all users of this machine.
    await chmod(draft, 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
