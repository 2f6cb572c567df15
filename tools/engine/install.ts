import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findInstallation, getInstallation, type Installation, type Source } from "./installation.ts";

/**
 * Installs into `target`. The source works in a temporary folder beside it, which is moved into place when complete, so
 * that no process sees half an installation. If another process was faster, its installation is used.
 */
export async function install(source: Source, target: string): Promise<Installation> {
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}.draft-`);
  try {
    await source.install(draft);
    await getInstallation(join(draft, "bin"));
    const existing = await findInstallation(join(target, "bin")).catch(() => undefined);
    if (existing !== undefined) return existing;
    // Only the owner can read a temporary folder, but the installation is for all users of this machine.
    await chmod(draft, 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
    return await getInstallation(join(target, "bin"));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
